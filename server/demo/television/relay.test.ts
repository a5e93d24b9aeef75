import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channels } from './channels.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

test('the demonstration’s channel that needs headers plays through the relay, although the site is not public', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { app, db } = await startTestServer({ DEMO: 'on', PUBLIC_URL: url, PORT: String(port) })
  await app.listen({ port, host: '127.0.0.1' })
  const { key, userAgent } = channels.find((channel) => channel.userAgent)!
  const stream_url = `${url}/media/demo/tv/${key}/live.m3u8`
  const { id } = await makeTvChannel(db, { stream_url })
  const list = { source_id: 'DemoRelay01', hash: 1, list_name: 'Decoder', list_url: stream_url }
  await db.insertInto('tv_source').values({ id: list.source_id, kind: 'm3u', name: 'demo.m3u', is_relayed: true }).execute()
  const headers = JSON.stringify({ 'User-Agent': userAgent })
  await db
    .updateTable('tv_channel')
    .set({ ...list, stream_headers: headers })
    .where('id', '=', id)
    .execute()

  expect((await fetch(stream_url)).status).toBe(403)
  const playlist = await fetch(`${url}/media/relay/${id}/live/open`)
  expect([playlist.status, playlist.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.mpegurl'])
  const text = await playlist.text()
  const [, init] = /#EXT-X-MAP:URI="([^"]+)"/.exec(text) ?? []
  const segment = text.split('\n').find((line) => line.startsWith('part?'))
  for (const address of [init, segment]) {
    const part = await fetch(new URL(address!, playlist.url))
    const bytes = Buffer.from(await part.arrayBuffer())
    expect([part.status, part.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'video'])
    // The file begins with a box of a fragmented MP4.
    expect(bytes.toString('latin1', 4, 8)).toMatch(/^(?:ftyp|styp|moof|sidx)$/)
  }
})
