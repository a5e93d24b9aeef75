import type { Db } from '#kit/server/db/db.ts'
import type { DeliveryMethod, DeliveryMethods } from '../../kinds.ts'

export const listSettings = (db: Db, userId: string) =>
  db.selectFrom('notification_setting').select(['kind', 'bell', 'push', 'mail']).where('account_id', '=', userId).execute()

interface SettingChange {
  kind: string
  /** For methods that the first change leaves out. */
  defaultMethods: DeliveryMethods
  changes: Partial<Record<DeliveryMethod, boolean>>
}

/** Stores a user's delivery methods for a kind of notification. */
export const upsertSetting = (db: Db, userId: string, { kind, defaultMethods, changes }: SettingChange) =>
  db
    .insertInto('notification_setting')
    .values({ account_id: userId, kind, ...defaultMethods, ...changes })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ kind, ...changes }))
    .execute()
