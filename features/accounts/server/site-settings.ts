import type { Db } from '#kit/server/db/db.ts'
import { createFreshCopy, type FreshCopy } from '#kit/server/fresh-copy.ts'
import type { Log } from '#kit/server/log.ts'
import { initialSettings, type SiteSettings } from '../site-settings.ts'
import { listSettings } from './queries/site-settings.ts'

export type LiveSettings = FreshCopy<SiteSettings>

/** The settings of the site, in memory. */
export const createLiveSettings = (db: Db, log: Log): LiveSettings =>
  createFreshCopy({
    initial: initialSettings,
    load: async () => ({ ...initialSettings, ...Object.fromEntries((await listSettings(db)).map(({ name, value }) => [name, value])) }),
    log,
    name: 'the settings of the site',
  })
