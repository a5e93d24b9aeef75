import { type Insertable, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, rowExists, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { SignUp } from '#kit/server/db/schema.gen.ts'

const isEmail = (email: string) => sql<boolean>`lower(sign_up.email) = lower(${email})`
const isUnexpired = sql<boolean>`sign_up.expires_at > now()`

/** A sign-up: the email alone, or the whole form with a password. Sign-ups for the same email are independent. */
export const insertSignUp = (db: Db, signUp: Insertable<SignUp>) => db.insertInto('sign_up').values(signUp).execute()

/** A sign-up whose email isn't sent yet, locked. `is_known`: its address has an account. */
export const findUnmailedSignUp = (db: Db, id: string) =>
  db
    .selectFrom('sign_up')
    .select((eb) => [
      'sign_up.email',
      'sign_up.nickname',
      eb.ref('sign_up.language').$castTo<Language>().as('language'),
      isoTime(eb.ref('sign_up.created_at')).as('created_at'),
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

/** Stores that the email was sent. @param tokenHash of the email's link; null if the link only leads to the login */
export const markSignUpMailed = (db: Db, id: string, tokenHash: Buffer | null) =>
  sql`update sign_up set token_hash = ${tokenHash}, mailed_at = now() where id = ${id}`.execute(db)

const isOpenLink = (tokenHash: Buffer, email: string) =>
  sql`token_hash = ${tokenHash} and password_hash is null and confirmed_at is null and ${isEmail(email)} and ${isUnexpired}`

/** Whether a sign-up link with this token was mailed and not yet used. */
export const hasSignUpLink = (db: Db, tokenHash: Buffer, email: string): Promise<boolean> =>
  rowExists(db, sql`select from sign_up where ${isOpenLink(tokenHash, email)}`)

/** Uses up the sign-up link of an email; undefined if there is none. */
export const consumeSignUpLink = async (db: Db, tokenHash: Buffer, email: string): Promise<{ invitation_id: string | null } | undefined> =>
  (
    await sql<{ invitation_id: string | null }>`delete from sign_up where ${isOpenLink(tokenHash, email)} returning invitation_id`.execute(
      db,
    )
  ).rows[0]

/**
 * Returns a completed sign-up by its mailed token, locked, even if already confirmed. `has_others`: there are other sign-ups with the same
 * mailbox, so it is unknown whose password this is.
 */
export const findFilledInSignUp = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sign_up')
    .select(['id', 'email', 'nickname', 'password_hash', 'guardian_consent', 'terms_version', 'created_at', 'invitation_id'])
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
    .where(isUnexpired)
    .forUpdate('sign_up')
    .executeTakeFirst()

/** A completed, unconfirmed sign-up; the hash in hexadecimal. */
export const findWaitingSignUp = prepare(
  (_: Db, _reader: Reader, tokenHash: string) => sql<{ id: string }>`
    select id from sign_up where token_hash = decode(${tokenHash}, 'hex') and password_hash is not null and ${isUnexpired}`,
)

/** Marks a sign-up as confirmed, and deletes its password hash, which the account now has. The link stays valid. */
export const confirmSignUp = (db: Db, id: string) =>
  sql`update sign_up set password_hash = null, confirmed_at = now() where id = ${id}`.execute(db)

/**
 * Voids the links of other sign-ups for an email that now has an account. Completed forms stay until they expire, so that a login doesn't
 * reveal to their senders that the email was confirmed.
 */
export async function revokeOtherSignUps(db: Db, email: string, keptId: string | null): Promise<void> {
  const isOtherSignUp = sql`${isEmail(email)} and id is distinct from ${keptId}`
  await sql`delete from sign_up where ${isOtherSignUp} and password_hash is null`.execute(db)
  await sql`update sign_up set token_hash = null where ${isOtherSignUp} and password_hash is not null`.execute(db)
}

export const deleteSignUp = (db: Db, id: string) => db.deleteFrom('sign_up').where('id', '=', id).execute()

export const deleteExpiredSignUps = (db: Db) => sql`delete from sign_up where expires_at < now()`.execute(db)
