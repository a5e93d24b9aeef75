import { sql } from 'kysely'
import { type Db, executeWrite, rowExists } from '#kit/server/db/db.ts'

export type Purpose = 'reset' | 'adult' | 'sessions'
interface NewSecret {
  accountId: string
  purpose: Purpose
  hash: Buffer
  minutes: number
  /** Null: unlimited. */
  attempts: number | null
}

/** Stores an emailed secret, replacing an earlier one for the same purpose. */
export const upsertSecret = (db: Db, { accountId, purpose, hash, minutes, attempts }: NewSecret) => {
  const values = { secret_hash: hash, attempts_left: attempts, expires_at: sql<Date>`now() + make_interval(mins => ${minutes}::int)` }
  return db
    .insertInto('one_time_secret')
    .values({ account_id: accountId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(values))
    .execute()
}

export interface SecretAttempt {
  account_id: string
  nickname: string | null
  is_right: boolean
  /** Null for links, which have unlimited attempts. */
  attempts_left: number | null
}
/**
 * Counts a wrong attempt at an account's code, or checks its link, in one statement, so that concurrent attempts can't exceed the limit.
 * Doesn't count malformed codes. The limit per client ignores them too, so a client could use them to exhaust an account's attempts.
 * Commits asynchronously, so that timing doesn't reveal known addresses.
 * @returns undefined if there is no valid secret
 */
export const trySecret = (
  db: Db,
  identity: { email: string } | { accountId: string },
  purpose: Purpose,
  { hash, isCode }: { hash: Buffer; isCode: boolean },
): Promise<SecretAttempt | undefined> =>
  sql<SecretAttempt>`
    update one_time_secret secret set attempts_left = secret.attempts_left - (secret.secret_hash <> ${hash})::int
    from account
    where account.id = secret.account_id and ${'email' in identity ? sql`lower(account.email) = lower(${identity.email})` : sql`account.id = ${identity.accountId}`}
      and secret.purpose = ${purpose} and secret.expires_at > now()
      and ${isCode ? sql`secret.attempts_left > 0` : sql`secret.attempts_left is null`}
    returning account.id as account_id, account.nickname, secret.secret_hash = ${hash} as is_right, secret.attempts_left,
      set_config('synchronous_commit', 'off', true) as relaxed`
    .execute(db)
    .then(({ rows }) => rows[0])

/** Whether an emailed secret for a purpose is still valid. */
export const hasLiveSecret = (db: Db, accountId: string, purpose: Purpose): Promise<boolean> =>
  rowExists(
    db,
    sql`select from one_time_secret where account_id = ${accountId} and purpose = ${purpose} and expires_at > now()
      and (attempts_left is null or attempts_left > 0)`,
  )

/** Uses up a secret. @returns false if a concurrent call used it */
export const consumeSecret = (db: Db, accountId: string, purpose: Purpose, hash: Buffer): Promise<boolean> =>
  executeWrite(db, sql`delete from one_time_secret where account_id = ${accountId} and purpose = ${purpose} and secret_hash = ${hash}`)

/** Returns the account of a link token; undefined if invalid. */
export async function findSecretOwner(db: Db, purpose: Purpose, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from one_time_secret where purpose = ${purpose} and secret_hash = ${hash} and expires_at > now()`.execute(db)
  return rows[0]?.account_id
}

/** Voids the secrets of a purpose. */
export const deleteSecret = (db: Db, accountId: string, purpose: Purpose) =>
  db.deleteFrom('one_time_secret').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

/** Stores that a captcha was accepted. @returns false if it was used before */
export const insertUsedCaptcha = (db: Db, nonce: Buffer, expiresAt: Date): Promise<boolean> =>
  executeWrite(db, sql`insert into used_captcha (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`)

export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await sql`delete from one_time_secret where expires_at < now()`.execute(db)
  await sql`delete from used_captcha where expires_at < now()`.execute(db)
}
