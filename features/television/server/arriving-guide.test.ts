// @module-tag slow
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { guideOf, importEnd } from '#test/tv-imports.ts'
import { televisionContract as contract } from '../contract.ts'

/** Bytes that come before the host is told to go on: more than it takes for a guide to be read while it comes. */
const firstBytes = 10_000_000

let body: Buffer = Buffer.alloc(0)
const sending: ServerResponse[] = []
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-length': body.length })
  response.write(body.subarray(0, firstBytes))
  sending.push(response)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`

const server = await serve({ OUTBOUND_ALLOW: host })
const { db } = server
const { client } = await person(server, { is_operator: true })

/** More than 14 MB, also packed. */
const guide = (title: string) =>
  guideOf(
    Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`channel ${n}`, Array.from({ length: 200 }, (_, hour) => `${title} ${hour}`)]),
    ),
  ).replaceAll('</programme>', () => `<desc>${randomBytes(6000).toString('base64')}</desc></programme>`)

/** Begins to import it, and waits until it is being read, while the host has not sent all of it. */
async function begin(bytes: Buffer) {
  body = bytes
  const { id } = await client(contract.startTvImport, { body: { kind: 'xmltv', url: `http://${host}/guide.xml` } })
  const read = async () => (await client(contract.getTvImport, { params: { id } })).read
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(0)
  return { id, response: sending.pop()! }
}
/** The first words of all titles. */
const titles = async () => [
  ...new Set((await db.selectFrom('guide_programme').select('title').execute()).map(({ title }) => title.split(' ')[0])),
]

test.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['packed', (text: string) => gzipSync(text, { level: 1 })],
])(
  'a guide that is %s is read while it comes, and nobody sees it before all of it has come',
  async (name, pack) => {
    const before = await titles()
    const { id, response } = await begin(pack(guide(name)))
    expect(await titles()).toEqual(before)
    response.end(body.subarray(firstBytes))
    expect(await importEnd(client, id)).toMatchObject({ status: 'done', failure: null, written: 2400, skipped: 0 })
    expect(await titles()).toEqual([name])
  },
  60_000,
)

test('a guide of which the rest does not come changes nothing, and is imported the next time', async () => {
  const before = await titles()
  const text = guide('whole')
  const { id, response } = await begin(Buffer.from(text))
  response.destroy()
  expect(await importEnd(client, id)).toMatchObject({ status: 'failed', written: 0 })
  expect(await titles()).toEqual(before)
  const again = await begin(Buffer.from(text))
  again.response.end(body.subarray(firstBytes))
  expect(await importEnd(client, again.id)).toMatchObject({ status: 'done', written: 2400 })
  expect(await titles()).toEqual(['whole'])
}, 60_000)

test('a source that is deleted while its guide comes is fetched no further, and nothing of it is left', async () => {
  const { id, response } = await begin(Buffer.from(guide('left')))
  const closed = once(response, 'close')
  const { source_id } = await client(contract.getTvImport, { params: { id } })
  await client(contract.deleteTvSource, { params: { id: source_id } })
  await closed
  expect(await titles()).toEqual([])
}, 60_000)
