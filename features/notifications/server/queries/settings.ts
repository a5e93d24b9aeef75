import type { Db } from '#kit/server/db/db.ts'
import type { DeliveryMethod, DeliveryMethods } from '../../kinds.ts'

export const listSettings = (db: Db, userId: string) =>
  db.selectFrom('notification_setting').select(['kind', 'bell', 'push', 'mail']).where('account_id', '=', userId).execute()

/** Stores a user's delivery methods for a kind of notification. @param defaultMethods defaults for methods that the first change leaves out */
export const upsertSetting = (
  db: Db,
  userId: string,
  kind: string,
  defaultMethods: DeliveryMethods,
  changes: Partial<Record<DeliveryMethod, boolean>>,
) =>
  db
    .insertInto('notification_setting')
    .values({ account_id: userId, kind, ...defaultMethods, ...changes })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ kind, ...changes }))
    .execute()
