import type { Db } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { initialSettings, type SiteSettings } from '../site-settings.ts'
import { listSettings } from './queries/site-settings.ts'

/** How long a process uses its copy. */
const freshMs = 1000

export interface LiveSettings {
  /** Returns the settings, at most a second old. While the database does not answer, those known before. */
  read(): Promise<SiteSettings>
  /** Reads again at the next call, after a change by this process. */
  expire(): void
}

/** Keeps the settings of the site in memory. @param now a clock in milliseconds that is never set back */
export function createLiveSettings({ db, log, now = () => performance.now() }: { db: Db; log: Log; now?: () => number }): LiveSettings {
  let known = initialSettings
  let readAt = -Infinity
  let reading: Promise<SiteSettings> | undefined
  async function refresh() {
    const startedAt = now()
    try {
      const rows = await listSettings(db)
      known = { ...initialSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
    } catch (error) {
      log.warn({ err: error }, 'the settings of the site could not be read')
    }
    readAt = startedAt
    reading = undefined
    return known
  }
  return {
    read: () => (now() - readAt < freshMs ? Promise.resolve(known) : (reading ??= refresh())),
    expire() {
      readAt = -Infinity
      reading = undefined
    },
  }
}
