import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { mediaCookieOf } from './cookies.ts'
import { findUserByAccessHash, findUserByCookieHash, touchSession, type UserRow } from './queries/users.ts'
import { hashToken, isToken } from './tokens.ts'

const userOf = (row: UserRow): User => ({
  id: row.user_id,
  sessionId: row.session_id,
  teamId: row.team_id,
  nickname: row.nickname,
  seesAdult: row.adult_content,
  isOperator: row.is_operator,
  canUploadVideo: row.can_upload_video,
  country: row.country,
  isInTeams: row.is_in_teams,
})

function seen(db: Db, row: UserRow): UserRow {
  // Not awaited; a failure is retried at the next request.
  if (row.is_stale) touchSession(db, row.session_id).catch(() => undefined)
  return row
}

/**
 * Returns the user of an access token, in one statement; null if invalid.
 * @param lasting a database that outlives the request, to record session use
 * @throws 403 for a team the user isn't a member of
 */
export const createUserFinder =
  (lasting: Db) =>
  async (db: Db, token: string, teamId: string | undefined): Promise<User | null> => {
    const row = isToken(token) ? await findUserByAccessHash(db, hashToken(token), teamId) : undefined
    if (!row) return null
    if (teamId !== undefined && row.team_id === null) fail(common.not_in_team)
    return userOf(seen(lasting, row))
  }

/**
 * Returns the user of a session cookie; null without one. Only for GET of `/media/…` and `/api/events`, which browsers request
 * without a bearer token.
 */
export async function findCookieUser(db: Db, cookies: string | undefined): Promise<User | null> {
  const token = mediaCookieOf(cookies)
  const row = token === undefined ? undefined : await findUserByCookieHash(db, hashToken(token))
  return row ? userOf(seen(db, row)) : null
}
