import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'

/** Time that pages run before each stop: with it, shorter than a few frames. */
const runMs = 4

/**
 * Stops the processes of a browser's pages for most of the time, as if their processor were that many times slower. Chromium's own
 * emulation keeps the processor busy instead, also while a page is idle.
 * @param work lasts as long as the slowdown
 */
export async function withSlowProcessor<T>(browser: Browser, times: number, work: () => Promise<T>): Promise<T> {
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
  const cycles = (async () => {
    let pages = await findPages()
    while (!isOver) {
      const begunMs = performance.now()
      await sleep(runMs)
      signal(pages, 'SIGSTOP')
      // A busy machine wakes this process late.
      const ranMs = performance.now() - begunMs
      const [next] = await Promise.all([findPages(), sleep(ranMs * (times - 1))])
      signal(pages, 'SIGCONT')
      pages = next
    }
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await cycles
    await session.detach()
  }
}
