import { afterEach, expect, test, vi } from 'vitest'
import { diagnoseFetchFailure } from './element.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an unreadable response means missing CORS, and no response an unreachable host', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null)))
  vi.stubGlobal('fetch', fetched)
  expect(await diagnoseFetchFailure('https://a.test/live.m3u8')).toBe('cors')
  const [address, init] = fetched.mock.calls[0]!
  expect([address, init?.mode, init?.credentials]).toEqual(['https://a.test/live.m3u8', 'no-cors', 'omit'])
  // The request ends without waiting for the body.
  expect(init?.signal?.aborted).toBe(true)
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await diagnoseFetchFailure('https://a.test/live.m3u8')).toBe('unreachable')
})

test('long silence is reported as a timeout', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
  )
  const diagnosis = diagnoseFetchFailure('https://a.test/live.m3u8')
  await vi.advanceTimersByTimeAsync(8000)
  expect(await diagnosis).toBe('timeout')
})
