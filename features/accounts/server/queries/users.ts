import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

export interface UserRow {
  session_id: string
  user_id: string
  nickname: string | null
  adult_content: boolean
  is_operator: boolean
  can_upload_video: boolean
  /** ISO 3166-1 alpha-2, as the profile says. */
  country: string | null
  /** Has accepted to be a member of some team. */
  is_in_teams: boolean
  /** Not noted as seen for 5 minutes. */
  is_stale: boolean
  /** The team that was asked for, when it exists and the user is in it. */
  team_id: string | null
}

const columns = `session.id as session_id, account.id as user_id, account.nickname, account.adult_content, account.is_operator,
  account.can_upload_video, (select code from country where country.id = account.country_id) as country,
  exists (select from team_member where team_member.user_id = account.id and team_member.accepted_at is not null) as is_in_teams,
  session.last_seen_at < now() - interval '5 minutes' as is_stale`
const byAccessToken = (inTeam: boolean) => `select ${columns}, session_token.user_version::text,
  ${inTeam ? 'team_member.team_id' : 'null as team_id'}
  from session_token join session on session.id = session_token.session_id join account on account.id = session.account_id
  ${inTeam ? `left join team_member on team_member.user_id = account.id and team_member.team_id = $2 and team_member.accepted_at is not null` : ''}
  where session_token.access_hash = $1 and session_token.access_expires_at > now()`
const byToken = { alone: byAccessToken(false), inTeam: byAccessToken(true) }
const byCookie = `select ${columns}, null as team_id
  from session join account on account.id = session.account_id
  where session.cookie_hash = $1 and session.expires_at > now()`

/** Plain SQL, compiled once: this runs at every request of everybody who is logged in. */
const one = async <Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row | undefined> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows[0]

/** Whose access token this is, and in which version. */
export const findUserByAccessHash = (db: Db, accessHash: Buffer, teamId: string | undefined) =>
  one<UserRow & { user_version: string }>(
    db,
    teamId === undefined ? byToken.alone : byToken.inTeam,
    teamId === undefined ? [accessHash] : [accessHash, teamId],
  )

/** A query of the version of the user whose access token it is, by its hash at `$parameter`: whatever changes a {@link UserRow} raises it. */
export const userVersion = (parameter: number): string =>
  `select user_version::text from session_token where access_hash = $${parameter} and access_expires_at > now()`

export const findUserByCookieHash = (db: Db, cookieHash: Buffer) => one<UserRow>(db, byCookie, [cookieHash])

/** Notes that a session is in use, at most every 5 minutes. */
export const touchSession = (db: Db, sessionId: string) =>
  db
    .updateTable('session')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .execute()
