import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createPictureId } from '#features/media/server/picture-files.ts'
import { startTestServer } from '#test/serve.ts'
import { listEdgeCopies } from '../queries/edge-copies.ts'

/** Accepts purges of many files each, as Cloudflare does. */
const batches: string[][] = []
const purgedPaths = new Set<string>()
let status = 404
const cdnApi = createServer((request, response) => void receivePurge(request, response))
async function receivePurge(request: IncomingMessage, response: ServerResponse) {
  purgedPaths.add(`${request.method} ${request.url} ${request.headers['content-type']} ${request.headers.authorization}`)
  const { files } = (await json(request)) as { files: string[] }
  if (status === 200) batches.push(files)
  response.writeHead(status).end('{}')
}
await new Promise<void>((resolve) => cdnApi.listen(0, '127.0.0.1', resolve))
afterAll(() => void cdnApi.close())
const { port } = cdnApi.address() as AddressInfo
const { db } = await startTestServer({
  MEDIA_URL: 'https://cdn.choice.test',
  MEDIA_PURGE_URL: `http://127.0.0.1:${port}/purge_cache`,
  MEDIA_PURGE_HEADER: 'Authorization: Bearer secret',
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
})

test('purges of 30 files per request are repeated until the CDN acknowledges them; a 404 is no acknowledgement', async () => {
  const paths = Array.from({ length: 70 }, () => {
    const pictureId = createPictureId({ width: 40, height: 20, colour: 'ff8000' })
    return { kind: 'pictures', thing: pictureId, version: '', path: `/media/edge/pictures/${pictureId}/960.webp` }
  })
  await db.insertInto('edge_copy').values(paths).execute()
  const listDue = async () => (await db.selectFrom('edge_copy').select('path').where('purge_since', 'is not', null).execute()).length
  /** Sends the notification of a commit that may hide something. */
  const hideSomething = () => sql`notify hidden`.execute(db)
  await hideSomething()
  await vi.waitFor(async () => expect(await listDue()).toBe(70), 15_000)
  expect(batches).toEqual([])
  status = 200
  await hideSomething()
  await vi.waitFor(async () => expect(await listEdgeCopies(db, '', 100)).toEqual([]), 15_000)
  expect([...purgedPaths]).toEqual(['POST /purge_cache application/json Bearer secret'])
  expect(batches.flat().toSorted()).toEqual(paths.map(({ path }) => `https://cdn.choice.test${path}`).toSorted())
  expect(batches.map((files) => files.length).toSorted((a, b) => a - b)).toEqual([10, 30, 30])
})
