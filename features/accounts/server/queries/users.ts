import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { PictureUses } from '#kit/server/picture-uses.ts'

/** Pictures of profiles. A picture is public if its profile is (see `findPublicProfile`). */
export const accountPictures: PictureUses = {
  isPublic: (id) => sql`exists (select from account where picture_id = ${id} and is_found)`,
  isSeenBy: (id, { user }) => sql`exists (select from account where picture_id = ${id} and id = ${user.id})`,
  isOwnedBy: (id, userId) => sql`exists (select from account where picture_id = ${id} and id = ${userId})`,
}

export interface UserRow {
  session_id: string
  user_id: string
  nickname: string | null
  adult_content: boolean
  is_operator: boolean
  is_moderator: boolean
  can_upload_video: boolean
  /** ISO 3166-1 alpha-2, from the profile. */
  country: string | null
  /** Whether the user is a member of at least one team. */
  is_in_teams: boolean
  /** Milliseconds until the session's last use is 5 minutes ago; negative if it is longer ago. */
  fresh_ms: number
  /** The requested team, if the user is a member. */
  team_id: string | null
  /** Whether the user may only suggest changes in that team. */
  only_suggests: boolean
}

const accountColumns = `account.id as user_id, account.nickname, account.adult_content, account.is_operator, account.is_moderator,
  account.can_upload_video, (select code from country where country.id = account.country_id) as country,
  exists (select from team_member where team_member.user_id = account.id) as is_in_teams`
const columns = `session.id as session_id, ${accountColumns},
  (extract(epoch from session.last_seen_at + interval '5 minutes' - now()) * 1000)::float8 as fresh_ms`
const accessTokenQuery = (isTeam: boolean) => `select ${columns}, session_token.user_version::text,
  ${isTeam ? `team_member.team_id, coalesce(team_member.role = 'suggester', false) as only_suggests` : 'null as team_id, false as only_suggests'}
  from session_token join session on session.id = session_token.session_id join account on account.id = session.account_id
  ${isTeam ? `left join team_member on team_member.user_id = account.id and team_member.team_id = $2` : ''}
  where session_token.access_hash = $1 and session_token.access_expires_at > now()`
const tokenQueries = { alone: accessTokenQuery(false), inTeam: accessTokenQuery(true) }
const cookieQuery = `select ${columns}, null as team_id, false as only_suggests
  from session join account on account.id = session.account_id
  where session.cookie_hash = $1 and session.expires_at > now()`

const idQuery = `select '' as session_id, ${accountColumns}, 0 as fresh_ms, team_member.team_id, false as only_suggests
  from account left join team_member on team_member.user_id = account.id and team_member.team_id = $2
  where account.id = $1`

/** Plain SQL that is compiled once, because it runs for every authenticated request. */
const selectRow = async <Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row | undefined> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows[0]

/** Returns the user of an access token, with the user's version. */
export const findUserByAccessHash = (db: Db, accessHash: Buffer, teamId: string | undefined) =>
  selectRow<UserRow & { user_version: string }>(
    db,
    teamId === undefined ? tokenQueries.alone : tokenQueries.inTeam,
    teamId === undefined ? [accessHash] : [accessHash, teamId],
  )

/** Returns a user without a session. */
export const findUserById = (db: Db, id: string, teamId: string | undefined) => selectRow<UserRow>(db, idQuery, [id, teamId ?? null])

const versionsByToken = `select access_hash, user_version::text from session_token where access_hash = any ($1::bytea[]) and access_expires_at > now()`
/**
 * Returns the versions of the users of valid access tokens. Each change of a {@link UserRow} increments the version.
 */
export const listUserVersions = async (db: Db, accessHashes: readonly Buffer[]): Promise<{ access_hash: Buffer; user_version: string }[]> =>
  (await db.executeQuery<{ access_hash: Buffer; user_version: string }>(CompiledQuery.raw(versionsByToken, [accessHashes]))).rows

export const findUserByCookieHash = (db: Db, cookieHash: Buffer) => selectRow<UserRow>(db, cookieQuery, [cookieHash])

/** Updates the session's last use, at most every 5 minutes. */
export const touchSession = (db: Db, sessionId: string) =>
  db
    .updateTable('session')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .execute()
