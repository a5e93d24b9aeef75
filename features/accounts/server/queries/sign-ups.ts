import { type Insertable, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, iso } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { SignUp } from '#kit/server/schema.gen.ts'

const isEmail = (email: string) => sql<boolean>`lower(sign_up.email) = lower(${email})`
const isCurrent = sql<boolean>`sign_up.expires_at > now()`

/** Without a password: the address alone. With one: the whole form. Others for the same address stay as they are. */
export const insertSignUp = (db: Db, signUp: Insertable<SignUp>) => db.insertInto('sign_up').values(signUp).execute()

/** A sign-up whose mail is not made yet, locked; `is_known`: its address has an account. */
export const findUnmailedSignUp = (db: Db, id: string) =>
  db
    .selectFrom('sign_up')
    .select((eb) => [
      'sign_up.email',
      'sign_up.nickname',
      eb.ref('sign_up.language').$castTo<Language>().as('language'),
      iso(eb.ref('sign_up.created_at')).as('created_at'),
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
    .where('sign_up.mailed_at', 'is', null)
    .forUpdate('sign_up')
    .executeTakeFirst()

/** Notes that the mail is made. @param tokenHash of its link; null when it leads nowhere but to the login */
export const setSignUpMailed = (db: Db, id: string, tokenHash: Buffer | null) =>
  db
    .updateTable('sign_up')
    .set({ token_hash: tokenHash, mailed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

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

/**
 * A filled-in sign-up by the token that was mailed to its address, locked; also when it was confirmed before. `has_others`: more
 * than this one was asked for to the same mailbox, so that nobody knows whose password this one's is.
 */
export const findFilledInSignUp = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sign_up')
    .select(['id', 'email', 'nickname', 'password_hash', 'guardian_consent', 'terms_version', 'created_at'])
    .select((eb) => eb.ref('language').$castTo<Language>().as('language'))
    .select((eb) => [
      sql<string | null>`birthday::text`.as('birthday'),
      eb
        .exists(
          eb
            .selectFrom('sign_up as other')
            .select('other.id')
            .whereRef('other.mailbox', '=', 'sign_up.mailbox')
            .whereRef('other.id', '<>', 'sign_up.id')
            .where('other.confirmed_at', 'is', null)
            .where('other.expires_at', '>', sql<Date>`now()`),
        )
        .$castTo<boolean>()
        .as('has_others'),
    ])
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('password_hash', 'is not', null), eb('confirmed_at', 'is not', null)]))
    .where(isCurrent)
    .forUpdate('sign_up')
    .executeTakeFirst()

/** A filled-in sign-up that waits for its confirmation; the hash in hexadecimal. */
export const findWaitingSignUp = prepare(
  (_: Db, _reader: Reader, tokenHash: string) => sql<{ id: string }>`
    select id from sign_up where token_hash = decode(${tokenHash}, 'hex') and password_hash is not null and ${isCurrent}`,
)

/** The account is made: the link goes on saying yes, and the password is kept in one place only. */
export const confirmSignUp = (db: Db, id: string) =>
  db
    .updateTable('sign_up')
    .set({ password_hash: null, confirmed_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/**
 * Voids the links of whatever else waits for an address that has an account now. Filled-in forms stay until they lapse: to who
 * sent them, a login must not tell that the address has been confirmed.
 */
export async function voidOtherSignUps(db: Db, email: string, keptId: string | null): Promise<void> {
  await db
    .deleteFrom('sign_up')
    .where(isEmail(email))
    .where('password_hash', 'is', null)
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId))
    .execute()
  await db
    .updateTable('sign_up')
    .set({ token_hash: null })
    .where(isEmail(email))
    .where('password_hash', 'is not', null)
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId))
    .execute()
}

export const deleteSignUp = (db: Db, id: string) => db.deleteFrom('sign_up').where('id', '=', id).execute()

export const deleteLapsedSignUps = (db: Db) =>
  db
    .deleteFrom('sign_up')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
