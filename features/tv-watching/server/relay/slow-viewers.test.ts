// @module-tag slow
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { sendList, startStreamSource } from '#test/stream-source.ts'
import { makeTvChannel } from '#test/television.ts'

const source = await startStreamSource()
const { app, db } = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', OUTBOUND_ALLOW: source.host, RELAY_STREAMS: '40' })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const channelRow = { source_id: 'RelayList02', list_name: 'One', list_url: source.url('/') }
await db.insertInto('tv_source').values({ id: channelRow.source_id, kind: 'm3u', name: 'l', is_relayed: true }).execute()
let count = 0
async function channelAt(path: string): Promise<string> {
  const { id } = await makeTvChannel(db, { stream_url: source.url(path) })
  await db
    .updateTable('tv_channel')
    .set({ ...channelRow, hash: ++count })
    .where('id', '=', id)
    .execute()
  return id
}
/** @param viewer the last part of the IP address: each is another guest */
async function sendRequest(path: string, viewer = 1): Promise<IncomingMessage> {
  const outgoing = request({ port, host: '127.0.0.1', path, headers: { 'x-forwarded-for': `192.0.2.${viewer}` }, agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}
const textOf = async (response: IncomingMessage) => (await response.toArray()).join('')
const locationOf = async (id: string, viewer?: number) => {
  const response = await sendRequest(`/media/relay/${id}/live/open`, viewer)
  response.resume()
  return response.headers.location!
}
/** Returns the first address in a channel's playlist. */
async function partOf(id: string, viewer?: number): Promise<string> {
  const master = await locationOf(id, viewer)
  const line = (await textOf(await sendRequest(master, viewer))).split('\n').find((item) => item && !item.startsWith('#'))!
  return new URL(line, `http://x${master}`).href.slice('http://x'.length)
}

const megabyte = Buffer.alloc(1024 * 1024, 1)
/** Sends data without end, with backpressure. */
source.answers.set('/endless.ts', (response) => {
  response.writeHead(200, { 'content-type': 'video/mp2t' })
  const send = () => {
    while (!response.destroyed && response.write(megabyte));
  }
  response.on('drain', send)
  send()
})
source.answers.set('/endless', sendList(['#EXTM3U', '#EXTINF:4,', '/endless.ts']))

/** A long timeout, for busy machines. */
const pollOptions = { timeout: 20_000 }

test('twenty stalled viewers of a part need almost no memory and CPU, and their upstream connections end with them', async () => {
  const id = await channelAt('/endless')
  const { rss: before } = process.memoryUsage()
  const viewers: IncomingMessage[] = []
  try {
    for (let viewer = 1; viewer <= 20; viewer++) {
      const response = await sendRequest(await partOf(id, viewer), viewer)
      expect(response.statusCode).toBe(200)
      // The response isn't read any further, so that the viewer's buffers fill, and then the buffers upstream.
      viewers.push(response.pause())
    }
    await sleep(500)
    const cpuBefore = process.cpuUsage()
    await sleep(1500)
    const { user, system } = process.cpuUsage(cpuBefore)
    // Viewers, source and server share this process. Buffering whole parts would need hundreds of MiB. Measures CPU time instead of
    // latency, because other programs may slow the machine.
    const [grownMiB, workMs] = [(process.memoryUsage().rss - before) / 2 ** 20, (user + system) / 1000]
    expect({ grownMiB, isSmall: grownMiB < 120, workMs, isIdle: workMs < 750 }).toMatchObject({ isSmall: true, isIdle: true })
    expect(source.open()).toBe(20)
    // Another viewer is unaffected.
    expect((await sendRequest(await locationOf(id, 30), 30)).statusCode).toBe(200)
  } finally {
    for (const viewer of viewers) viewer.destroy()
  }
  await vi.waitFor(() => expect(source.open()).toBe(0), pollOptions)
}, 30_000)

test('a silent source, and one that stops in the middle, end the response', async () => {
  source.answers.set('/silent', () => {})
  source.answers.set('/half.ts', (response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': 5000 }).write('half')
    setTimeout(() => response.destroy(), 50)
  })
  source.answers.set('/half', sendList(['#EXTM3U', '#EXTINF:4,', '/half.ts']))
  const half = await sendRequest(await partOf(await channelAt('/half'), 40), 40)
  expect(half.statusCode).toBe(200)
  await expect(textOf(half)).rejects.toThrow()
  const silentRequest = await sendRequest(await locationOf(await channelAt('/silent'), 41), 41)
  expect(silentRequest.statusCode).toBe(424)
  await vi.waitFor(() => expect(source.open()).toBe(0), pollOptions)
}, 30_000)

test.each([
  ['radio', locationOf, 50],
  ['list', partOf, 51],
])('an endless %s stops once the viewer may no longer watch', async (name, addressOf, viewer) => {
  source.answers.set('/radio', (response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' })
    const beat = () => {
      if (response.destroyed) return
      response.write(Buffer.alloc(1000))
      setTimeout(beat, 20)
    }
    beat()
  })
  source.answers.set('/list', sendList(['#EXTM3U', '#EXTINF:4,', '/radio']))
  const id = await channelAt(`/${name}`)
  const address = await addressOf(id, viewer)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const radio = await sendRequest(address, viewer)
    expect([radio.statusCode, radio.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    let isOver = false
    radio.resume().on('close', () => (isOver = true))
    radio.on('error', () => {})
    await vi.advanceTimersByTimeAsync(31_000)
    await sleep(300)
    expect(isOver).toBe(false)
    await db.updateTable('tv_channel').set({ is_off: true }).where('id', '=', id).execute()
    await vi.advanceTimersByTimeAsync(31_000)
    await vi.waitFor(() => expect([isOver, source.open()]).toEqual([true, 0]), pollOptions)
  } finally {
    vi.useRealTimers()
  }
})
