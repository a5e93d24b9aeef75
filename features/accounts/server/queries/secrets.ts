import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

export type Purpose = 'reset' | 'adult' | 'sessions'
interface NewSecret {
  accountId: string
  purpose: Purpose
  hash: Buffer
  minutes: number
  /** Null: unlimited. */
  attempts: number | null
}

/** Stores a mailed secret, replacing an earlier one for the same purpose. */
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
  /** Null for links, which have unlimited attempts. */
  attempts_left: number | null
}
/**
 * Counts a wrong attempt at an account's code, or checks its link, in one statement, so that parallel attempts can't exceed the
 * limit. Malformed codes don't count: they would use up the code without counting for the client.
 * Commits asynchronously, so that timing doesn't reveal known addresses.
 * @returns undefined when there is no valid secret
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

/** Whether a mailed secret for a purpose is still valid. */
export const hasLiveSecret = async (db: Db, accountId: string, purpose: Purpose): Promise<boolean> =>
  (await db
    .selectFrom('one_time_secret')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) => eb.or([eb('attempts_left', 'is', null), eb('attempts_left', '>', 0)]))
    .executeTakeFirst()) !== undefined

/** Uses up a secret; false if used concurrently. */
export async function takeSecret(db: Db, accountId: string, purpose: Purpose, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_secret')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('secret_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the account of a link token; undefined if invalid. */
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

/** Voids the secrets of a purpose. */
export const deleteSecret = (db: Db, accountId: string, purpose: Purpose) =>
  db.deleteFrom('one_time_secret').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

/** Stores that a captcha was accepted; false if already used. */
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
