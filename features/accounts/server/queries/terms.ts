import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'

/**
 * Marks the next users, by id, as emailed about a version of the terms: users who neither agreed nor got that email. Skips rows
 * locked by another transaction.
 */
export const markTermsMailed = async (db: Db, version: string, count: number): Promise<{ email: string; language: Language }[]> =>
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

/** Stores that a user dismissed the announcement. */
export const setTermsDismissed = (db: Db, id: string, version: string) =>
  db.updateTable('account').set({ terms_dismissed: version }).where('id', '=', id).execute()
