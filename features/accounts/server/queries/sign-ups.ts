import { type Insertable, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import type { SignUp } from '#kit/server/schema.gen.ts'

const isEmail = (email: string) => sql<boolean>`lower(sign_up.email) = lower(${email})`
const isCurrent = sql<boolean>`sign_up.expires_at > now()`

/** Without a password: the address alone. With one: the whole form, which takes the place of an earlier one of that address. */
export const insertSignUp = (db: Db, signUp: Insertable<SignUp>) =>
  db
    .insertInto('sign_up')
    .values(signUp)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('password_hash', 'is not', null)
        .doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          email: eb.ref('excluded.email'),
          token_hash: null,
          password_hash: eb.ref('excluded.password_hash'),
          nickname: eb.ref('excluded.nickname'),
          nickname_key: eb.ref('excluded.nickname_key'),
          birthday: eb.ref('excluded.birthday'),
          guardian_consent: eb.ref('excluded.guardian_consent'),
          terms_version: eb.ref('excluded.terms_version'),
          language: eb.ref('excluded.language'),
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
        })),
    )
    .execute()

/** A sign-up whose mail is not made yet, locked; `is_known`: its address has an account. */
export const findUnmailedSignUp = (db: Db, id: string) =>
  db
    .selectFrom('sign_up')
    .select((eb) => [
      'sign_up.email',
      eb.ref('sign_up.language').$castTo<Language>().as('language'),
      sql<boolean>`sign_up.password_hash is not null`.as('is_filled_in'),
      eb
        .exists(
          eb
            .selectFrom('account')
            .select('account.id')
            .where(sql`lower(account.email)`, '=', sql`lower(sign_up.email)`),
        )
        .$castTo<boolean>()
        .as('is_known'),
    ])
    .where('sign_up.id', '=', id)
    .where('sign_up.token_hash', 'is', null)
    .forUpdate('sign_up')
    .executeTakeFirst()

export const setSignUpToken = (db: Db, id: string, tokenHash: Buffer) =>
  db.updateTable('sign_up').set({ token_hash: tokenHash }).where('id', '=', id).execute()

export const deleteSignUp = (db: Db, id: string) => db.deleteFrom('sign_up').where('id', '=', id).execute()

/** Does a mailed link with this token wait for its form? */
export const hasSignUpLink = async (db: Db, tokenHash: Buffer, email: string): Promise<boolean> =>
  (await db
    .selectFrom('sign_up')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('password_hash', 'is', null)
    .where('confirmed_at', 'is', null)
    .where(isEmail(email))
    .where(isCurrent)
    .executeTakeFirst()) !== undefined

/** Uses up the link of an address; false when it is not there (any more). */
export async function takeSignUpLink(db: Db, tokenHash: Buffer, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_up')
    .where('token_hash', '=', tokenHash)
    .where('password_hash', 'is', null)
    .where('confirmed_at', 'is', null)
    .where(isEmail(email))
    .where(isCurrent)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A filled-in sign-up by the token that was mailed to its address, locked; also when it was confirmed before. */
export const findFilledInSignUp = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sign_up')
    .select(['id', 'email', 'nickname', 'password_hash', 'guardian_consent', 'terms_version', 'language', 'created_at', 'confirmed_at'])
    .select(sql<string | null>`birthday::text`.as('birthday'))
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('password_hash', 'is not', null), eb('confirmed_at', 'is not', null)]))
    .where(isCurrent)
    .forUpdate()
    .executeTakeFirst()

/** The account is made: the link goes on saying yes, and the password is kept in one place only. */
export const confirmSignUp = (db: Db, id: string) =>
  db
    .updateTable('sign_up')
    .set({ password_hash: null, confirmed_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Whatever else waits for an address that has an account now. */
export const deleteOtherSignUps = (db: Db, email: string, keptId: string | null) =>
  db
    .deleteFrom('sign_up')
    .where(isEmail(email))
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId))
    .execute()

export const deleteLapsedSignUps = (db: Db) =>
  db
    .deleteFrom('sign_up')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
