import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { createEventStreams, type EventFeed, type ServerEvent } from './events.ts'

const closing = new AbortController()
const openStream = createEventStreams({ stringify: JSON.stringify, heartbeatMs: 60_000, closing: closing.signal })
let onRequest: (response: ServerResponse) => void
const server = createServer((_, response) => onRequest(response.writeHead(200)))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  closing.abort()
  server.close()
})

/** Opens a page's stream; its events are added to `waiting`. */
async function openTestStream(isStillAllowed = () => Promise.resolve(true)) {
  const queue: ServerEvent<unknown>[] = []
  const close = vi.fn<() => void>()
  const feed: EventFeed<unknown> = { listener: undefined, take: () => queue.splice(0), close }
  const ends = { onEnd: vi.fn<() => void>(), onFailure: vi.fn<(error: unknown) => void>() }
  const leaving = new AbortController()
  const page = { text: '', isEnded: false, waiting: queue, feed, close, leave: () => leaving.abort(), ...ends }
  onRequest = (response) => openStream(response, { feed, isStillAllowed, ...ends })
  const { body } = await fetch(url, { signal: leaving.signal })
  void (async () => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) page.text += chunk
  })()
    .catch(() => undefined)
    .finally(() => (page.isEnded = true))
  await expect.poll(() => page.text).toContain('retry: 3000\n\n')
  return page
}

test('no events are sent while the login is checked; a request during a check repeats it', async () => {
  const answers: ((isAllowed: boolean) => void)[] = []
  const page = await openTestStream(() => new Promise((resolve) => answers.push(resolve)))
  page.feed.listener!.recheckLogin()
  page.waiting.push({ data: 'secret' })
  page.feed.listener!.ready()
  page.feed.listener!.recheckLogin()
  answers[0]!(true)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(false)
  await expect.poll(() => page.isEnded).toBe(true)
  expect([page.text, answers.length]).toEqual(['retry: 3000\n\n', 2])
  expect([page.onEnd.mock.calls.length, page.close.mock.calls.length, page.feed.listener]).toEqual([1, 1, undefined])
})

test("an event that can't be sent ends only that stream and is logged", async () => {
  const [broken, other] = [await openTestStream(), await openTestStream()]
  broken.waiting.push({ id: 'no\nid', data: 1 })
  broken.feed.listener!.ready()
  other.waiting.push({ name: 'changed', id: '7', data: { topics: ['a\nb'] } })
  other.feed.listener!.ready()
  await expect.poll(() => broken.isEnded).toBe(true)
  await expect.poll(() => other.text).toContain('event: changed\nid: 7\ndata: {"topics":["a\\nb"]}\n\n')
  expect(broken.onFailure).toHaveBeenCalledOnce()
  expect(broken.onEnd).toHaveBeenCalledOnce()
  other.leave()
  await expect.poll(() => other.onEnd.mock.calls.length).toBe(1)
  // The stream has ended, so it doesn't write this event.
  other.waiting.push({ data: 'late' })
  other.feed.listener?.ready()
})

test('streams queued behind another on one connection end with it, and a queued one is aborted if it gets too many events', async () => {
  const [pollMs, count] = [10, 3]
  const stopping = new AbortController()
  const open = createEventStreams({ stringify: JSON.stringify, heartbeatMs: 20 * pollMs, closing: stopping.signal })
  const followAll = async (data: string) => {
    const [onEnd, close] = [vi.fn<() => void>(), vi.fn<() => void>()]
    let openCount = 0
    onRequest = (response) => {
      openCount++
      const feed: EventFeed<unknown> = { listener: undefined, take: () => [{ data }], close }
      open(response, { feed, isStillAllowed: () => Promise.resolve(true), onFailure: () => undefined, onEnd })
    }
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count))
    await expect.poll(() => openCount).toBe(count)
    return { socket, ended: () => [onEnd.mock.calls.length, close.mock.calls.length] }
  }
  const left = await followAll('little')
  left.socket.destroy()
  await expect.poll(left.ended).toEqual([count, count])
  // The client reads everything. Only the two streams queued behind the first on its connection can't send.
  const flooded = await followAll('much'.repeat(10_000))
  flooded.socket.resume()
  await expect.poll(flooded.ended, { timeout: 5000 }).toEqual([count, count])
  stopping.abort()
})
