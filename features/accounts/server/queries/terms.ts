import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'

/**
 * Notes for the next people, by id, that a version of the terms is announced to them by mail: those who neither agreed to it nor
 * had that mail. Whom another transaction is just noting is left to it.
 */
export const noteTermsMailed = async (db: Db, version: string, count: number): Promise<{ email: string; language: Language }[]> =>
  db
    .updateTable('account')
    .set({ terms_mailed: version })
    .where('id', 'in', (query) =>
      query
        .selectFrom('account')
        .select('id')
        .where('terms_mailed', 'is distinct from', version)
        .where('terms_version', 'is distinct from', version)
        .orderBy('id')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .execute()

/** The announcement of a version is not shown to somebody any more. */
export const setTermsDismissed = (db: Db, id: string, version: string) =>
  db.updateTable('account').set({ terms_dismissed: version }).where('id', '=', id).execute()
