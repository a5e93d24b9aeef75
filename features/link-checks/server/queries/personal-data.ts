import { isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

export const linkChecksPersonalData: PersonalData = {
  exports: {
    link_mails: async (db, userId) =>
      (await db
        .selectFrom('link_digest')
        .select((eb) => ['is_on', isoTime(eb.ref('mailed_at')).as('mailed_at')])
        .where('account_id', '=', userId)
        .executeTakeFirst()) ?? null,
  },
}
