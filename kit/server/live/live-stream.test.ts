import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from './live-events.ts'
import { LiveStream, maxWaiting } from './live-stream.ts'

vi.useFakeTimers()
afterEach(() => vi.clearAllTimers())
afterAll(() => void vi.useRealTimers())

let position = 'begun'
function open() {
  const onClose = vi.fn<(stream: LiveStream) => void>()
  const listener = { ready: vi.fn<() => void>(), recheckLogin: vi.fn<() => void>() }
  const stream = new LiveStream('ann', () => position, onClose)
  stream.listener = listener
  return { stream, listener, onClose }
}
const changed = (topic: string): LiveEvent => ({ to: 'ann', name: 'changed', data: { topics: [topic], by: null } })
const eventsAt = (id: string) => [{ name: 'changed', id, data: { topics: [], by: null } }]

test('a page gets its position: at first, with its events, and after a quiet time', () => {
  const { stream, listener } = open()
  position = 'begun'
  expect(stream.take()).toEqual(eventsAt('begun'))
  expect(stream.take()).toEqual([])
  vi.advanceTimersByTime(1000)
  stream.add(changed('one')).add({ to: 'ann', name: 'notification', data: { id: 'n' } })
  position = 'later'
  expect(stream.take()).toEqual([
    { name: 'notification', data: { id: 'n' } },
    { name: 'changed', id: 'later', data: { topics: ['one'], by: null } },
  ])
  // Events directly after the first one arrive together, a moment later.
  for (const topic of ['two', 'three']) stream.add(changed(topic))
  expect([stream.take(), stream.take()]).toEqual([[], []])
  vi.advanceTimersByTime(200)
  expect(listener.ready).toHaveBeenCalledOnce()
  expect(stream.take()).toEqual([{ name: 'changed', id: 'later', data: { topics: ['two', 'three'], by: null } }])
  vi.advanceTimersByTime(599_000)
  expect(stream.take()).toEqual([])
  position = 'now'
  vi.advanceTimersByTime(1000)
  expect(stream.take()).toEqual(eventsAt('now'))
})

test('a reconnecting page gets missed events before its new position: an interruption in between would lose them', () => {
  const { stream } = open()
  position = 'back'
  stream.add(changed('missed'))
  expect(stream.take()).toEqual([{ name: 'changed', id: 'back', data: { topics: ['missed'], by: null } }])
})

test('too many events become one for everything and still recheck the login; a closed page gets no more events', () => {
  const { stream, listener, onClose } = open()
  stream.take()
  stream.add({ to: 'ann', name: 'login_ended', data: {} })
  expect(listener.recheckLogin).toHaveBeenCalledOnce()
  for (let index = 0; index <= maxWaiting; index++) stream.add(changed(`${index}`))
  expect(stream.take()).toEqual([])
  stream.close()
  vi.advanceTimersByTime(1000)
  expect([onClose.mock.calls, listener.ready.mock.calls]).toEqual([[[stream]], []])
  expect(stream.take()).toMatchObject([{ data: { topics: ['*'] } }])
})
