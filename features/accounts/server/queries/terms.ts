import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { isRealUser } from './operator-changes.ts'

/** Returns the ids of the next users who neither agreed to a version of the terms nor got the email about it. */
export async function listTermsRecipients(db: Db, version: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('terms_mailed', 'is distinct from', version)
    .where('terms_version', 'is distinct from', version)
    .where('id', '>', after)
    .where(isRealUser)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks a user as emailed about a version of the terms. Returns undefined if the user was emailed, agreed, or is locked by another process. */
export const claimTermsMail = (tx: Db, version: string, id: string): Promise<{ email: string; language: Language } | undefined> =>
  tx
    .updateTable('account')
    .set({ terms_mailed: version })
    .where('id', 'in', (query) =>
      query
        .selectFrom('account')
        .select('id')
        .where('id', '=', id)
        .where('terms_mailed', 'is distinct from', version)
        .where('terms_version', 'is distinct from', version)
        .forUpdate()
        .skipLocked(),
    )
    .returning((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .executeTakeFirst()

/** Stores that a user dismissed the announcement. */
export const setTermsDismissed = (db: Db, id: string, version: string) =>
  db.updateTable('account').set({ terms_dismissed: version }).where('id', '=', id).execute()
