import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { RememberedUser } from '#kit/server/proven-read.ts'
import type { User } from '#kit/server/reader.ts'
import { mediaCookieOf } from './cookies.ts'
import { findUserByAccessHash, findUserByCookieHash, touchSession, type UserRow, userVersion } from './queries/users.ts'
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
  // Beside the request, which doesn't wait for it; what fails is tried again at the next one.
  if (row.is_stale) touchSession(db, row.session_id).catch(() => undefined)
  return row
}

/** Users that are remembered: at a busy moment, all who were there in the last minutes. */
const maxRemembered = 10_000
/** After it somebody is looked up again, so that it is noted that the session is in use. */
const rememberedMs = 300_000

/**
 * Finds users by their access tokens. Who was found is remembered, never believed: whoever uses that has the database prove it.
 * @param lasting a database that outlives the request, to note that the session is in use
 */
export function createUserFinder(lasting: Db) {
  const remembered = new Map<string, RememberedUser & { foundAtMs: number }>()
  const keyOf = (accessHash: Buffer, teamId: string | undefined) => `${accessHash.toString('latin1')} ${teamId ?? ''}`
  function remember(key: string, accessHash: Buffer, user: User, expected: string) {
    // The one that was found longest ago comes first.
    const [oldest] = remembered.keys()
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { user, proof: userVersion, parameters: [accessHash], expected, foundAtMs: performance.now() })
  }
  return {
    /**
     * Whose access token this is, in one statement; null for one that is no good.
     * @throws 403 for a team that the user is no member of
     */
    find: async (db: Db, token: string, teamId: string | undefined): Promise<User | null> => {
      if (!isToken(token)) return null
      const accessHash = hashToken(token)
      const key = keyOf(accessHash, teamId)
      remembered.delete(key)
      const row = await findUserByAccessHash(db, accessHash, teamId)
      if (!row) return null
      if (teamId !== undefined && row.team_id === null) fail(common.not_in_team)
      const user = userOf(seen(lasting, row))
      remember(key, accessHash, user, row.user_version)
      return user
    },

    /** Whose access token this was when it was last found here. */
    recall: (token: string, teamId: string | undefined): RememberedUser | undefined => {
      if (!isToken(token)) return undefined
      const known = remembered.get(keyOf(hashToken(token), teamId))
      return known && performance.now() - known.foundAtMs < rememberedMs ? known : undefined
    },
  }
}

/**
 * Who sends the cookie of a login; null for nobody. Only for GET of `/media/…` and `/api/events`: pictures, videos and event
 * streams are asked for without a bearer token.
 */
export async function findCookieUser(db: Db, cookies: string | undefined): Promise<User | null> {
  const token = mediaCookieOf(cookies)
  const row = token === undefined ? undefined : await findUserByCookieHash(db, hashToken(token))
  return row ? userOf(seen(db, row)) : null
}
