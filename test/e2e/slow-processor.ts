import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'

/** Pages run for this many milliseconds before each stop. A pause of a few frames follows. */
const runMsPerCycle = 4

/**
 * Makes a browser's pages run as if the processor were `times` slower, by stopping their processes for most of the time. Chromium's own
 * emulation takes processor time instead, even while a page is idle.
 * @param work runs with the slow processor. `cycles` returns the number of stops so far
 */
export async function withSlowProcessor<T>(browser: Browser, times: number, work: (cycles: () => number) => Promise<T>): Promise<T> {
  const session = await browser.newBrowserCDPSession()
  const findPages = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
  const signal = (pages: readonly number[], name: 'SIGSTOP' | 'SIGCONT') => {
    for (const id of pages) {
      try {
        process.kill(id, name)
      } catch {
        // The page was closed.
      }
    }
  }
  let isOver = false
  let cycleCount = 0
  // Known before the work begins, because a busy machine takes long to find them.
  let pages = await findPages()
  const stopping = (async () => {
    while (!isOver) {
      const begunMs = performance.now()
      await sleep(runMsPerCycle)
      signal(pages, 'SIGSTOP')
      // Measured, because a busy machine wakes this process late.
      const ranMs = performance.now() - begunMs
      const [next] = await Promise.all([findPages(), sleep(ranMs * (times - 1))])
      signal(pages, 'SIGCONT')
      pages = next
      cycleCount++
    }
  })()
  try {
    return await work(() => cycleCount)
  } finally {
    isOver = true
    await stopping
    await session.detach()
  }
}
