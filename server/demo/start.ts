import type { Log } from '#kit/server/log.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { type DemoLogin, type DemoOptions, loadDemo } from './load.ts'

export interface DemoStartOptions extends DemoOptions {
  log: Pick<Log, 'info' | 'warn'>
  /** Reports to the user who started the server, in one sentence. */
  onNotice: (sentence: string) => void
  /** Milliseconds between attempts. */
  retryMs?: number
}

/**
 * Fills an installation without accounts. If storage is unavailable, the start continues, and the fill is retried until it succeeds or a
 * user registers.
 * @returns after the first attempt; `stop` ends the retries and waits for a running one
 */
export async function startDemo({ log, onNotice, retryMs = 30_000, ...options }: DemoStartOptions): Promise<{ stop: () => Promise<void> }> {
  let timer: NodeJS.Timeout | undefined
  let attempt: Promise<void> = Promise.resolve()
  let isStopped = false
  const logDemoLoaded = (logins: readonly DemoLogin[]) => log.info({ people: logins.length }, 'demonstration content loaded')

  async function retry() {
    try {
      const logins = await loadDemo(options)
      if (!logins) return
      logDemoLoaded(logins)
      onNotice(`Demonstration content is here now; its logins are in ${options.config.dataDir}/demo-logins.txt.`)
    } catch (error) {
      log.warn({ err: error }, 'demonstration content could not be loaded')
      retryLater()
    }
  }
  function retryLater() {
    if (!isStopped) timer = setTimeout(() => void (attempt = retry()), retryMs).unref()
  }

  try {
    const logins = await loadDemo(options)
    if (logins) logDemoLoaded(logins)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.warn({ err: error }, 'demonstration content could not be loaded')
    onNotice('Demonstration content comes when the store works again.')
    retryLater()
  }
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await attempt
    },
  }
}
