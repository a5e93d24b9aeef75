import { createLimits } from '#kit/server/http/limits.ts'
import { createLog } from '#kit/server/log.ts'
import { cleanUp } from './clean-up.ts'
import { createFreshDatabase } from './fresh-database.ts'

/** Returns the rate limits of two server instances that share a new database. */
export async function createTwoLimits() {
  const database = await createFreshDatabase()
  const db = database.connect()
  const log = createLog({ level: 'silent' })
  const limits = createLimits({ db, log, enabled: true })
  const other = createLimits({ db: database.connect(), log, enabled: true })
  cleanUp(() => {
    limits.stop()
    other.stop()
  })
  return { database, db, log, limits, other }
}
