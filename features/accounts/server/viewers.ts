import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Viewer } from '#kit/server/viewer.ts'
import { mediaCookieOf } from './cookies.ts'
import { findViewerByCookieHash, findViewerByToken, touchSession, type ViewerRow } from './queries/viewers.ts'
import { hashToken, isToken } from './tokens.ts'

const viewerOf = (row: ViewerRow): Viewer => ({
  userId: row.user_id,
  sessionId: row.session_id,
  teamId: row.team_id,
  nickname: row.nickname,
  seesAdult: row.adult_content,
  isOperator: row.is_operator,
  canUploadVideo: row.can_upload_video,
})

function seen(db: Db, row: ViewerRow): ViewerRow {
  // Beside the request, which doesn't wait for it; what fails is tried again at the next one.
  if (row.is_stale) touchSession(db, row.session_id).catch(() => undefined)
  return row
}

/**
 * Whose access token this is, in one statement; null for one that is no good.
 * @param lasting a database that outlives the request, to note that the session is in use
 * @throws 403 for a team that the viewer is no member of
 */
export const findViewer =
  (lasting: Db) =>
  async (db: Db, token: string, teamId: string | undefined): Promise<Viewer | null> => {
    if (!isToken(token)) return null
    const row = await findViewerByToken(db, hashToken(token), teamId)
    if (!row) return null
    if (teamId !== undefined && row.team_id === null) fail(common.not_in_team)
    return viewerOf(seen(lasting, row))
  }

/**
 * Who sends the cookie of a login; null for nobody. Only for GET of `/media/…` and `/api/events`: pictures, videos and event
 * streams are asked for without a bearer token.
 */
export async function findCookieViewer(db: Db, cookies: string | undefined): Promise<Viewer | null> {
  const token = mediaCookieOf(cookies)
  const row = token === undefined ? undefined : await findViewerByCookieHash(db, hashToken(token))
  return row ? viewerOf(seen(db, row)) : null
}
