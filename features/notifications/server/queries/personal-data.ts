import { isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { listSettings } from './settings.ts'

/** Exports a user's notifications without the users who caused them, as these are data of others. */
export const notificationsPersonalData: PersonalData = {
  exports: {
    notifications: (db, userId) =>
      db
        .selectFrom('notification')
        .select((eb) => ['kind', 'count', 'path', isoTime(eb.ref('created_at')).as('created_at'), isoTime(eb.ref('read_at')).as('read_at')])
        .where('account_id', '=', userId)
        .orderBy('seq')
        .execute(),
    notification_settings: listSettings,
  },
}
