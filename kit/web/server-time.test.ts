import { afterEach, expect, test, vi } from 'vitest'
import { serverNow } from './server-time.ts'

afterEach(() => vi.restoreAllMocks())

const hour = 3_600_000
/** Loads a page whose response began after 200 ms, with the time of a server whose clock is ahead by some ms. */
const loadPage = (aheadMs: number | undefined) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    {
      responseStart: 200,
      serverTiming: aheadMs === undefined ? [] : [{ name: 'now', description: String(performance.timeOrigin + 200 + aheadMs) }],
    },
  ] as unknown as PerformanceEntryList)
const aheadOfDevice = () => Math.round((serverNow() - Date.now()) / 1000) * 1000

test('follows the server if the clock of the device is wrong, but not for small differences', () => {
  loadPage(-24 * hour)
  expect(aheadOfDevice()).toBe(-24 * hour)
  loadPage(hour)
  expect(aheadOfDevice()).toBe(hour)
  loadPage(30_000)
  expect(aheadOfDevice()).toBe(0)
})

test('is the time of the device on pages without the server’s', () => {
  loadPage(undefined)
  expect(aheadOfDevice()).toBe(0)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  expect(aheadOfDevice()).toBe(0)
})
