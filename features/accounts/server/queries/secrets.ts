import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

export type Purpose = 'reset' | 'adult' | 'sessions'
interface NewSecret {
  accountId: string
  purpose: Purpose
  hash: Buffer
  minutes: number
  /** Null: as many as you like. */
  attempts: number | null
}

/** Keeps a mailed secret; an earlier one for the same purpose is void. */
export const upsertSecret = (db: Db, { accountId, purpose, hash, minutes, attempts }: NewSecret) => {
  const values = { secret_hash: hash, attempts_left: attempts, expires_at: sql<Date>`now() + make_interval(mins => ${minutes}::int)` }
  return db
    .insertInto('one_time_secret')
    .values({ account_id: accountId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(values))
    .execute()
}

export interface Attempt {
  account_id: string
  nickname: string | null
  is_right: boolean
  /** Null for a link, which has no end of them. */
  attempts_left: number | null
}
/**
 * Counts a wrong attempt at the code, or tries the link, of whoever has this address or id, in one statement: of many at once, none slips
 * past the last. What can't be the code is no attempt at it: it would use the code up without counting for the client.
 * The write doesn't wait for the disk: an answer that takes longer than another would tell that the address is known.
 * @returns undefined when there is none to guess (any more)
 */
export const trySecret = (
  db: Db,
  who: { email: string } | { accountId: string },
  purpose: Purpose,
  { hash, isCode }: { hash: Buffer; isCode: boolean },
): Promise<Attempt | undefined> =>
  db
    .updateTable('one_time_secret')
    .from('account')
    .set({ attempts_left: sql`one_time_secret.attempts_left - (one_time_secret.secret_hash <> ${hash})::int` })
    .whereRef('account.id', '=', 'one_time_secret.account_id')
    .where('email' in who ? sql<boolean>`lower(account.email) = lower(${who.email})` : sql<boolean>`account.id = ${who.accountId}`)
    .where('one_time_secret.purpose', '=', purpose)
    .where('one_time_secret.expires_at', '>', sql<Date>`now()`)
    .where((eb) => (isCode ? eb('one_time_secret.attempts_left', '>', 0) : eb('one_time_secret.attempts_left', 'is', null)))
    .returning([
      'account.id as account_id',
      'account.nickname',
      sql<boolean>`one_time_secret.secret_hash = ${hash}`.as('is_right'),
      'one_time_secret.attempts_left',
      sql`set_config('synchronous_commit', 'off', true)`.as('relaxed'),
    ])
    .executeTakeFirst()

/** Is there something mailed for a purpose that still works? */
export const hasLiveSecret = async (db: Db, accountId: string, purpose: Purpose): Promise<boolean> =>
  (await db
    .selectFrom('one_time_secret')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) => eb.or([eb('attempts_left', 'is', null), eb('attempts_left', '>', 0)]))
    .executeTakeFirst()) !== undefined

/** Uses a secret up; false when somebody else just did. */
export async function takeSecret(db: Db, accountId: string, purpose: Purpose, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_secret')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('secret_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whose link this is, by its token alone; undefined when it is none (any more). */
export const findSecretOwner = async (db: Db, purpose: Purpose, hash: Buffer): Promise<string | undefined> =>
  (
    await db
      .selectFrom('one_time_secret')
      .select('account_id')
      .where('purpose', '=', purpose)
      .where('secret_hash', '=', hash)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
  )?.account_id

/** Voids what was mailed for a purpose, whatever it was. */
export const deleteSecret = (db: Db, accountId: string, purpose: Purpose) =>
  db.deleteFrom('one_time_secret').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

/** Notes that a captcha was accepted; false when it had been before. */
export async function insertUsedCaptcha(db: Db, nonce: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_captcha')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await db
    .deleteFrom('one_time_secret')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('used_captcha')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}
