import { sql } from 'kysely'
import { type Db, iso } from '#kit/server/db/db.ts'

export interface TokenHashes {
  accessHash: Buffer
  refreshHash: Buffer
}

const accessEnd = sql<Date>`now() + interval '1 hour'`
const refreshEnd = sql<Date>`now() + interval '30 days'`
/** Maximum sessions per account; ends the least recently used. */
const maxSessions = 100
/** Grace period for a used refresh token, for two tabs or a lost answer. */
const grace = sql<Date>`now() - interval '30 seconds'`

interface NewSession extends TokenHashes {
  id: string
  accountId: string
  /** The verified password hash; if it has just changed, no session is created. */
  passwordHash: string | undefined
  cookieHash: Buffer
  userAgent: string
}
/**
 * Creates a session with its tokens; false if the password has changed. Locks the account: a new password ends all sessions,
 * including one being created.
 */
export async function insertSession(db: Db, { passwordHash, ...session }: NewSession): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .with('ended', (query) =>
      query.deleteFrom('session').where('id', 'in', (eb) =>
        eb
          .selectFrom('session as known')
          .select('known.id')
          .where('known.account_id', '=', session.accountId)
          .orderBy('known.last_seen_at', 'desc')
          .orderBy('known.id')
          .offset(maxSessions - 1),
      ),
    )
    .with('owner', (query) =>
      query
        .selectFrom('account')
        .select('id')
        .where('id', '=', session.accountId)
        .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash!))
        .forShare(),
    )
    .with('made', (query) =>
      query
        .insertInto('session')
        .columns(['id', 'account_id', 'cookie_hash', 'user_agent', 'expires_at'])
        .expression((query) =>
          query
            .selectFrom('owner')
            .select([
              sql<string>`${session.id}::text`.as('id'),
              'owner.id as account_id',
              sql<Buffer>`${session.cookieHash}::bytea`.as('cookie_hash'),
              sql<string>`${session.userAgent}::text`.as('user_agent'),
              refreshEnd.as('expires_at'),
            ]),
        )
        .returning('session.id'),
    )
    .insertInto('session_token')
    .columns(['session_id', 'access_hash', 'refresh_hash', 'access_expires_at', 'refresh_expires_at'])
    .expression((query) =>
      query
        .selectFrom('made')
        .select([
          'made.id',
          sql<Buffer>`${session.accessHash}::bytea`.as('access_hash'),
          sql<Buffer>`${session.refreshHash}::bytea`.as('refresh_hash'),
          accessEnd.as('access_expires_at'),
          refreshEnd.as('refresh_expires_at'),
        ]),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns the session of a refresh token, used or not. */
export const findSessionOfRefreshToken = async (db: Db, refreshHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom('session_token').select('session_id').where('refresh_hash', '=', refreshHash).executeTakeFirst())?.session_id

/**
 * Rotates a refresh token; only one concurrent call succeeds.
 * Locks the session before its token, like everything that ends sessions.
 * @returns false when the token is unknown, expired or used
 */
export async function rotateToken(db: Db, refreshHash: Buffer, nonce: Buffer, successor: TokenHashes): Promise<boolean> {
  const result = await db
    .with('held', (query) =>
      query
        .selectFrom('session_token')
        .innerJoin('session', 'session.id', 'session_token.session_id')
        .where('session_token.refresh_hash', '=', refreshHash)
        .select('session.id')
        .forUpdate('session'),
    )
    .with('used', (query) =>
      query
        .updateTable('session_token')
        .from('held')
        .set({ rotated_at: sql`now()`, rotation_nonce: nonce })
        .whereRef('session_token.session_id', '=', 'held.id')
        .where('session_token.refresh_hash', '=', refreshHash)
        .where('session_token.rotated_at', 'is', null)
        .where('session_token.refresh_expires_at', '>', sql<Date>`now()`)
        .returning('session_token.session_id'),
    )
    .with('seen', (query) =>
      query
        .updateTable('session')
        .from('used')
        .set({ last_seen_at: sql`now()`, expires_at: refreshEnd })
        .whereRef('session.id', '=', 'used.session_id')
        .returning('session.id'),
    )
    .insertInto('session_token')
    .columns(['session_id', 'access_hash', 'refresh_hash', 'access_expires_at', 'refresh_expires_at'])
    .expression((query) =>
      query
        .selectFrom('seen')
        .select([
          'seen.id',
          sql<Buffer>`${successor.accessHash}::bytea`.as('access_hash'),
          sql<Buffer>`${successor.refreshHash}::bytea`.as('refresh_hash'),
          accessEnd.as('access_expires_at'),
          refreshEnd.as('refresh_expires_at'),
        ]),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A used refresh token: `nonce` derives its successor for 30 seconds, then it is null. */
export const findRotation = (db: Db, refreshHash: Buffer) =>
  db
    .selectFrom('session_token')
    .select(['session_id', sql<Buffer | null>`case when rotated_at > ${grace} then rotation_nonce end`.as('nonce')])
    .where('refresh_hash', '=', refreshHash)
    .where('rotated_at', 'is not', null)
    .executeTakeFirst()

/** Returns an access token's remaining lifetime in seconds; undefined if invalid. */
export const findSecondsLeft = async (db: Db, accessHash: Buffer): Promise<number | undefined> =>
  (
    await db
      .selectFrom('session_token')
      .select(sql<number>`floor(extract(epoch from access_expires_at - now()))::int`.as('seconds'))
      .where('access_hash', '=', accessHash)
      .where('access_expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
  )?.seconds

export const deleteSession = (db: Db, id: string) => db.deleteFrom('session').where('id', '=', id).execute()

/** Ends the session of a token of either kind, even if expired. */
export const deleteSessionOfToken = (db: Db, tokenHash: Buffer) =>
  db
    .deleteFrom('session')
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('session_token')
          .select('session_id')
          .where((one) => one.or([one('access_hash', '=', tokenHash), one('refresh_hash', '=', tokenHash)])),
      ),
    )
    .execute()

/** Ends all sessions of an account except one, and voids other access. */
export const deleteSessionsOf = (db: Db, accountId: string, keptId: string | null = null) =>
  db
    .with('ended', (ending) =>
      ending
        .updateTable('account')
        .set({ logins_ended_at: sql<Date>`now()` })
        .where('id', '=', accountId),
    )
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId))
    .execute()

/** Valid sessions: the current one, then the latest. */
export const listSessions = (db: Db, accountId: string, currentId: string) =>
  db
    .selectFrom('session')
    .select((eb) => [
      'id',
      'user_agent',
      iso(eb.ref('created_at')).as('created_at'),
      iso(eb.ref('last_seen_at')).as('last_seen_at'),
      eb('id', '=', currentId).$castTo<boolean>().as('is_current'),
    ])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy((eb) => eb('id', '=', currentId), 'desc')
    .orderBy('session.last_seen_at', 'desc')
    .orderBy('id')
    .limit(maxSessions)
    .execute()

/** Sessions that began before the clock was set back last no longer than those that begin now. */
export async function limitFutureSessions(db: Db): Promise<void> {
  await sql`
    with ahead as (
      update session set expires_at = ${refreshEnd}, last_seen_at = least(last_seen_at, now()) where expires_at > ${refreshEnd}
      returning id
    )
    update session_token set access_expires_at = least(access_expires_at, ${accessEnd}), refresh_expires_at = least(refresh_expires_at, ${refreshEnd}),
      rotated_at = case when rotated_at > now() then now() else rotated_at end
    from ahead where session_id = ahead.id`.execute(db)
}

/** Deletes sessions and tokens that can no longer be used. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('session_token')
    .where('refresh_expires_at', '<', sql<Date>`now()`)
    .execute()
}
