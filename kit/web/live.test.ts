import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onConnected } from './connection.ts'
import { subscribeToLiveEvents, type OnLiveEvent } from './live.ts'

let sources: Source[] = []
class Source extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  constructor() {
    super()
    sources.push(this)
  }
  close() {}
}
beforeEach(() => {
  sources = []
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => vi.unstubAllGlobals())

test('a reconnected event stream announces the connection; the first one does not', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const connected = vi.fn<() => void>()
  const stopListening = onConnected(connected)
  const stop = subscribeToLiveEvents(() => undefined)
  const [source] = sources
  source!.dispatchEvent(new Event('open'))
  expect(connected).not.toHaveBeenCalled()
  source!.dispatchEvent(new Event('error'))
  source!.dispatchEvent(new Event('error'))
  source!.dispatchEvent(new Event('open'))
  source!.dispatchEvent(new Event('open'))
  expect(connected).toHaveBeenCalledTimes(1)
  stop()
  stopListening()
})

test('after a refused connection, the profile is read again, because the login may have ended', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  localStorage.setItem('access_token', 'a')
  const onEvent = vi.fn<OnLiveEvent>()
  const stop = subscribeToLiveEvents(onEvent)
  const source = sources[0]!
  source.dispatchEvent(new Event('error'))
  expect(onEvent).not.toHaveBeenCalled()
  source.readyState = Source.CLOSED
  source.dispatchEvent(new Event('error'))
  // After the random delay before the next connection.
  expect(onEvent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  expect(onEvent.mock.calls).toEqual([['changed', { topics: ['profile:*'] }]])
  expect(sources).toHaveLength(2)
  stop()
})

test('a tab that joins another’s connection gets the events since its page began to load, and the others don’t', async () => {
  const tabs: EventTarget[] = []
  /** Delivers messages to the other tabs immediately. */
  class Channel extends EventTarget {
    constructor() {
      super()
      tabs.push(this)
    }
    postMessage(data: unknown) {
      for (const tab of tabs) if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }))
    }
    close() {}
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  let isHeld = false
  const request = (_name: string, _options: object, lead: () => Promise<void>) => {
    if (isHeld) return new Promise<void>(() => undefined)
    isHeld = true
    return lead()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  localStorage.setItem('access_token', 'a')
  const topicsOf = (listener: { mock: { calls: Parameters<OnLiveEvent>[] } }) => listener.mock.calls.map(([, { topics }]) => topics)
  const [first, second] = [vi.fn<OnLiveEvent>(), vi.fn<OnLiveEvent>()]
  const happen = (topic: string) =>
    sources[0]!.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ topics: [topic] }), lastEventId: topic }))

  const stopFirst = subscribeToLiveEvents(first)
  happen('before')
  const stopSecond = subscribeToLiveEvents(second)
  expect(topicsOf(second)).toEqual([['before']])
  happen('after')
  expect(topicsOf(second)).toEqual([['before'], ['after']])
  expect(topicsOf(first)).toEqual([['before'], ['after']])
  expect(sources).toHaveLength(1)
  stopFirst()
  stopSecond()
  localStorage.clear()
})
