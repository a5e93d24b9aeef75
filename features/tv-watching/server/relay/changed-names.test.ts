import { expect, test } from 'vitest'
import { createOutbound } from '#kit/server/outbound/outbound.ts'
import { startTestServer } from '#test/serve.ts'
import { sendList, startStreamSource } from '#test/stream-source.ts'
import { makeTvChannel } from '#test/television.ts'

const localSource = await startStreamSource()
const port = new URL(localSource.url('/')).port
localSource.answers.set('/index.m3u8', sendList(['#EXTM3U', '#EXTINF:4,', '/part.ts']))

/** A public address. The tests' name server returns it for the check, and another one for the connection. */
const publicAddress = '93.184.216.34'
let requestCount = 0
let answers: readonly (readonly string[])[] = []
const { openPublic } = createOutbound({
  allow: [],
  userAgent: 'Choice test',
  resolve: () => Promise.resolve([...(answers[Math.min(requestCount++, answers.length - 1)] ?? [])]),
})
const { app, db } = await startTestServer({}, { openPublic })
await db.insertInto('tv_source').values({ id: 'RelayList03', kind: 'm3u', name: 'l', is_relayed: true }).execute()
const { id } = await makeTvChannel(db, { stream_url: `http://rebind.example:${port}/index.m3u8` })
await db
  .updateTable('tv_channel')
  .set({ source_id: 'RelayList03', hash: 1, list_name: 'One', list_url: 'x' })
  .where('id', '=', id)
  .execute()

async function watch(nextAnswers: readonly (readonly string[])[]) {
  answers = nextAnswers
  requestCount = 0
  const response = await app.inject({ url: `/media/relay/${id}/live/open` })
  const { statusCode, body } = await app.inject({ url: String(response.headers.location) })
  return { status: statusCode, asked: requestCount, body }
}

test("a name that resolves to an internal address at the connection isn't connected there: the checked address is used", async () => {
  const { status, body, asked: times } = await watch([[publicAddress], ['127.0.0.1']])
  expect([status, times]).toEqual([424, 1])
  expect(body).not.toContain('127.0.0.1')
  expect(localSource.requests).toEqual([])
}, 30_000)

test('a name with an internal address among public ones, or only internal ones, is refused without a request', async () => {
  for (const addresses of [[['127.0.0.1']], [[publicAddress, '127.0.0.1']], [['::ffff:127.0.0.1']]]) {
    const { status, body } = await watch(addresses)
    expect([status, body.includes('127.0')]).toEqual([403, false])
  }
  expect(localSource.requests).toEqual([])
})
