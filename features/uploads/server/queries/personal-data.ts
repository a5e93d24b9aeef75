import { isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

/** Has no deletion: uploads of a deleted user lose their owner, and the job for unused files deletes them. */
export const uploadsPersonalData: PersonalData = {
  exports: {
    uploads: (db, userId) =>
      db
        .selectFrom('upload')
        .select((eb) => ['id', 'title', 'filename', 'size as bytes', 'state', isoTime(eb.ref('created_at')).as('created_at')])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
  },
}
