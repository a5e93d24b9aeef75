import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { RememberedUser } from '#kit/server/proven-read.ts'
import type { User } from '#kit/server/reader.ts'
import { mediaCookieOf } from './cookies.ts'
import { findUserByCookieHash, findUserText, touchSession, userParameters, type UserRow, userText } from './queries/users.ts'
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
})

function seen(db: Db, row: UserRow): UserRow {
  // Beside the request, which doesn't wait for it; what fails is tried again at the next one.
  if (row.is_stale) touchSession(db, row.session_id).catch(() => undefined)
  return row
}

const proofs = {
  alone: (first: number) => userText(first, false),
  inTeam: (first: number) => userText(first, true),
}

/** Users that are remembered: at a busy moment, all who were there in the last minutes. */
const most = 10_000

/**
 * Finds users by their access tokens. Who was found is remembered, never believed: whoever uses that has the database prove it.
 * @param lasting a database that outlives the request, to note that the session is in use
 */
export function createUserFinder(lasting: Db) {
  const remembered = new Map<string, Pick<RememberedUser, 'user' | 'expected'>>()
  const keyOf = (accessHash: Buffer, teamId: string | undefined) => `${accessHash.toString('latin1')} ${teamId ?? ''}`
  function remember(key: string, user: User, expected: string) {
    // The one that was found longest ago comes first.
    const [oldest] = remembered.keys()
    if (remembered.size >= most && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { user, expected })
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
      const text = await findUserText(db, accessHash, teamId)
      if (text === undefined) return null
      const row = JSON.parse(text) as UserRow
      if (teamId !== undefined && row.team_id === null) fail(common.not_in_team)
      const user = userOf(seen(lasting, row))
      // Who is noted as seen right now is another text a moment later.
      if (!row.is_stale) remember(key, user, text)
      return user
    },

    /** Whose access token this was when it was last found here. */
    recall: (token: string, teamId: string | undefined): RememberedUser | undefined => {
      if (!isToken(token)) return undefined
      const accessHash = hashToken(token)
      const known = remembered.get(keyOf(accessHash, teamId))
      return (
        known && {
          ...known,
          proof: teamId === undefined ? proofs.alone : proofs.inTeam,
          parameters: userParameters(accessHash, teamId),
        }
      )
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
