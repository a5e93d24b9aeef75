// @module-tag slow
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, waitForImport } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'

let body = ''
const openResponses: ServerResponse[] = []
/** Sends the first half; tests send the rest. */
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-length': body.length })
  response.write(body.slice(0, body.length / 2))
  openResponses.push(response)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`

const server = await startTestServer({ OUTBOUND_ALLOW: host })
const { db } = server
const { client } = await createUser(server, { is_operator: true })

/** Starts the import of a guide, and waits until half of it has been sent. */
async function startHalfImport(title: string) {
  body = xmltvGuide({ one: Array.from({ length: 100 }, (_, hour) => `${title} ${hour}`) })
  const { id } = await client(contract.startTvImport, { body: { kind: 'xmltv', url: `http://${host}/guide.xml` } })
  await expect.poll(() => openResponses.length, { timeout: 30_000 }).toBe(1)
  return { id, response: openResponses.pop()! }
}
/** Returns the distinct first words of the titles. */
const listTitles = async () => [
  ...new Set((await db.selectFrom('guide_programme').select('title').execute()).map(({ title }) => title.split(' ')[0])),
]

test('a guide whose download is interrupted changes nothing, and is imported the next time', async () => {
  const download = await startHalfImport('old')
  download.response.end(body.slice(body.length / 2))
  expect(await waitForImport(client, download.id)).toMatchObject({ status: 'done', failure: null, written: 100, skipped: 0 })
  const { id, response } = await startHalfImport('new')
  response.destroy()
  expect(await waitForImport(client, id)).toMatchObject({ status: 'failed', written: 0 })
  expect(await listTitles()).toEqual(['old'])
  const second = await startHalfImport('new')
  second.response.end(body.slice(body.length / 2))
  expect(await waitForImport(client, second.id)).toMatchObject({ status: 'done', written: 100 })
  expect(await listTitles()).toEqual(['new'])
}, 60_000)

test('deleting a source ends its download, and leaves nothing of it', async () => {
  const { id, response } = await startHalfImport('left')
  const closed = once(response, 'close')
  const { source_id } = await client(contract.getTvImport, { params: { id } })
  await client(contract.deleteTvSource, { params: { id: source_id } })
  await closed
  expect(await listTitles()).toEqual([])
}, 60_000)
