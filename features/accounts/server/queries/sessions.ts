import { sql } from 'kysely'
import { type Db, rowExists, executeWrite, isoTime } from '#kit/server/db/db.ts'

export interface TokenHashes {
  accessHash: Buffer
  refreshHash: Buffer
}

const accessEnd = sql<Date>`now() + interval '1 hour'`
const refreshEnd = sql<Date>`now() + interval '30 days'`
/** Maximum sessions per account. A further login ends the least recently used session. */
const maxSessions = 100
/** A refresh token that was used after this time is still accepted: two tabs may have sent it, or the response was lost. */
const graceStart = sql<Date>`now() - interval '30 seconds'`

interface NewSession extends TokenHashes {
  id: string
  accountId: string
  /** The verified password hash; if it has just changed, no session is created. */
  passwordHash: string | undefined
  cookieHash: Buffer
  userAgent: string
}
/**
 * Creates a session with its tokens; false if the password has changed or the user is suspended. Locks the account, so that a new password
 * also ends a session that is being created.
 */
export const insertSession = (db: Db, { passwordHash, ...session }: NewSession): Promise<boolean> =>
  executeWrite(
    db,
    sql`
    with ended as (
      delete from session where id in (
        select known.id from session known where known.account_id = ${session.accountId}
        order by known.last_seen_at desc, known.id offset ${maxSessions - 1})
    ), owner as (
      select id from account
      where id = ${session.accountId} and (suspended_until is null or suspended_until <= now()) ${passwordHash === undefined ? sql`` : sql`and password_hash = ${passwordHash}`} for share
    ), made as (
      insert into session (id, account_id, cookie_hash, user_agent, expires_at)
      select ${session.id}, owner.id, ${session.cookieHash}::bytea, ${session.userAgent}, ${refreshEnd} from owner
      returning id)
    ${insertTokens(session)} from made`,
  )

/** Inserts a pair of tokens for each session of the `from` clause that follows. */
const insertTokens = ({ accessHash, refreshHash }: TokenHashes) => sql`
  insert into session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
  select id, ${accessHash}::bytea, ${refreshHash}::bytea, ${accessEnd}, ${refreshEnd}`

/** Returns the session of a refresh token, even if the token was used. */
export const findSessionOfRefreshToken = (db: Db, refreshHash: Buffer): Promise<{ sessionId: string; accountId: string } | undefined> =>
  db
    .selectFrom('session_token')
    .innerJoin('session', 'session.id', 'session_id')
    .select(['session_id as sessionId', 'account_id as accountId'])
    .where('refresh_hash', '=', refreshHash)
    .executeTakeFirst()

/**
 * Rotates a refresh token; only one concurrent call succeeds. Locks the session before its token, like all statements that end sessions.
 * @returns false when the token is unknown, expired or used
 */
export const rotateToken = (db: Db, refreshHash: Buffer, nonce: Buffer, successor: TokenHashes): Promise<boolean> =>
  executeWrite(
    db,
    sql`
    with held as (
      select session.id from session_token join session on session.id = session_token.session_id
      where session_token.refresh_hash = ${refreshHash} for update of session
    ), used as (
      update session_token set rotated_at = now(), rotation_nonce = ${nonce} from held
      where session_token.session_id = held.id and session_token.refresh_hash = ${refreshHash} and session_token.rotated_at is null
        and session_token.refresh_expires_at > now()
      returning session_token.session_id
    ), seen as (
      update session set last_seen_at = now(), expires_at = ${refreshEnd} from used where session.id = used.session_id
      returning session.id)
    ${insertTokens(successor)} from seen`,
  )

/** A used refresh token. For 30 seconds, its successor can be computed from `nonce`; afterwards `nonce` is null. */
export const findRotation = (db: Db, refreshHash: Buffer) =>
  db
    .selectFrom('session_token')
    .select(['session_id', sql<Buffer | null>`case when rotated_at > ${graceStart} then rotation_nonce end`.as('nonce')])
    .where('refresh_hash', '=', refreshHash)
    .where('rotated_at', 'is not', null)
    .executeTakeFirst()

/** Returns an access token's remaining lifetime in seconds; undefined if invalid. */
export async function findTokenLifetime(db: Db, accessHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from access_expires_at - now()))::int as seconds from session_token
    where access_hash = ${accessHash} and access_expires_at > now()`.execute(db)
  return rows[0]?.seconds
}

/** Whether the session began at most so many seconds ago. */
export const isSessionRecent = (db: Db, id: string, seconds: number): Promise<boolean> =>
  rowExists(db, sql`select from session where id = ${id} and created_at > now() - make_interval(secs => ${seconds})`)

export const deleteSession = (db: Db, id: string) => db.deleteFrom('session').where('id', '=', id).execute()

/** Ends the session of an access or refresh token, even if the token has expired. */
export const deleteSessionOfToken = (db: Db, tokenHash: Buffer) =>
  sql`delete from session where id in (
    select session_id from session_token where access_hash = ${tokenHash} or refresh_hash = ${tokenHash})`.execute(db)

/** Ends all sessions of an account except `keptId`. `logins_ended_at` also voids feed and calendar addresses from earlier logins. */
export const deleteUserSessions = (db: Db, accountId: string, keptId: string | null = null) =>
  sql`
    with ended as (update account set logins_ended_at = now() where id = ${accountId})
    delete from session where account_id = ${accountId} and id is distinct from ${keptId}`.execute(db)

/** Valid sessions: the current one, then the latest. */
export const listSessions = (db: Db, accountId: string, currentId: string) =>
  db
    .selectFrom('session')
    .select((eb) => [
      'id',
      'user_agent',
      isoTime(eb.ref('created_at')).as('created_at'),
      isoTime(eb.ref('last_seen_at')).as('last_seen_at'),
      eb('id', '=', currentId).$castTo<boolean>().as('is_current'),
    ])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy((eb) => eb('id', '=', currentId), 'desc')
    .orderBy('session.last_seen_at', 'desc')
    .orderBy('id')
    .limit(maxSessions)
    .execute()

/** After the clock was set back: limits sessions that began in the future to the length of sessions that begin now. */
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
  await sql`delete from session where expires_at < now()`.execute(db)
  await sql`delete from session_token where refresh_expires_at < now()`.execute(db)
}
