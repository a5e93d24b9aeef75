import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

export interface Suspension {
  reason: string
  /** Null: without an end. */
  until: Date | null
}

/** Returns a user's current suspension. */
export const findSuspension = (db: Db, accountId: string): Promise<Suspension | undefined> =>
  db
    .selectFrom('account')
    .select((eb) => [eb.ref('suspended_reason').$notNull().as('reason'), sql<Date | null>`nullif(suspended_until, 'infinity')`.as('until')])
    .where('id', '=', accountId)
    .where('suspended_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
