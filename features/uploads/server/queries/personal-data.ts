import { isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

/** Deletes only rows. The job for unused files deletes the files. */
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
