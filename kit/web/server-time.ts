/** The server's time, because a device's clock may be wrong: by an hour, if its time zone is wrong. */
import { serverTimeMetric } from '#kit/contract/server-timing.ts'

/** Smaller differences are ignored, because the page's response takes time. */
const toleranceMs = 60_000

/** How many ms the device's clock was behind the server's when the page loaded. Browsers reveal the header on secure pages only. */
function clockOffset(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const time = page?.serverTiming?.find(({ name }) => name === serverTimeMetric)?.description
  const offset = Number(time) - performance.timeOrigin - (page?.responseStart ?? 0)
  return Math.abs(offset) > toleranceMs ? offset : 0
}

/** Returns the server's time, in ms since 1970. */
export const serverNow = (): number => Date.now() + clockOffset()
