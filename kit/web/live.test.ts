import { afterEach, expect, test, vi } from 'vitest'
import { onConnected } from './connection.ts'
import { followLive } from './live.ts'

afterEach(() => vi.unstubAllGlobals())

test('a reconnected event stream announces the connection; the first one does not', () => {
  const sources: EventTarget[] = []
  class Source extends EventTarget {
    static readonly CLOSED = 2
    readonly readyState = 0
    constructor() {
      super()
      sources.push(this)
    }
    close() {}
  }
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('BroadcastChannel', undefined)
  const connected = vi.fn<() => void>()
  const stopListening = onConnected(connected)
  const stop = followLive(() => undefined)
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
