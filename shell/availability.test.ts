import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#ui/toasts.ts'
import { isServerAvailable, checkHealth, notifyWhenOffline } from './availability.ts'

afterEach(() => vi.unstubAllGlobals())

test('a call that fails during a health check causes another check', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const first = checkHealth()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  // The server stops responding after this response, and another call notices immediately.
  void checkHealth()
  answers[0]!(new Response(null, { status: 200 }))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  answers[1]!(new Response(null, { status: 503 }))
  await vi.waitFor(() => expect(isServerAvailable.get()).toBe(false))
  const isConnected = vi.fn<() => void>()
  addEventListener('online', isConnected, { once: true })
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]!(new Response(null, { status: 200 }))
  await first
  expect(isServerAvailable.get()).toBe(true)
  expect(isConnected).toHaveBeenCalledOnce()
  expect(answers).toHaveLength(3)
})

test('offline, a message explains that data may be old, until the network is back', () => {
  notifyWhenOffline()
  const toastTexts = () => toasts.get().map(({ text, isPersistent }) => [text, isPersistent])
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('offline'))
  expect(toastTexts()).toEqual([['You are offline. Pages may be out of date.', true]])
  window.dispatchEvent(new Event('online'))
  expect(toastTexts()).toEqual([])
})
