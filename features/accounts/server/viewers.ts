import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { RememberedViewer } from '#kit/server/proven-read.ts'
import type { Viewer } from '#kit/server/viewer.ts'
import { mediaCookieOf } from './cookies.ts'
import { findViewerByCookieHash, findViewerText, touchSession, viewerParameters, type ViewerRow, viewerText } from './queries/viewers.ts'
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

const proofs = {
  alone: (first: number) => viewerText(first, false),
  inTeam: (first: number) => viewerText(first, true),
}

/** Viewers that are remembered: at a busy moment, all who were there in the last minutes. */
const most = 10_000

/**
 * Finds viewers by their access tokens. Who was found is remembered, never believed: whoever uses that has the database prove it.
 * @param lasting a database that outlives the request, to note that the session is in use
 */
export function createViewers(lasting: Db) {
  const remembered = new Map<string, Pick<RememberedViewer, 'viewer' | 'expected'>>()
  const keyOf = (accessHash: Buffer, teamId: string | undefined) => `${accessHash.toString('latin1')} ${teamId ?? ''}`
  function remember(key: string, viewer: Viewer, expected: string) {
    // The one that was found longest ago comes first.
    const [oldest] = remembered.keys()
    if (remembered.size >= most && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { viewer, expected })
  }
  return {
    /**
     * Whose access token this is, in one statement; null for one that is no good.
     * @throws 403 for a team that the viewer is no member of
     */
    find: async (db: Db, token: string, teamId: string | undefined): Promise<Viewer | null> => {
      if (!isToken(token)) return null
      const accessHash = hashToken(token)
      const key = keyOf(accessHash, teamId)
      remembered.delete(key)
      const text = await findViewerText(db, accessHash, teamId)
      if (text === undefined) return null
      const row = JSON.parse(text) as ViewerRow
      if (teamId !== undefined && row.team_id === null) fail(common.not_in_team)
      const viewer = viewerOf(seen(lasting, row))
      // Who is noted as seen right now is another text a moment later.
      if (!row.is_stale) remember(key, viewer, text)
      return viewer
    },

    /** Whose access token this was when it was last found here. */
    recall: (token: string, teamId: string | undefined): RememberedViewer | undefined => {
      if (!isToken(token)) return undefined
      const accessHash = hashToken(token)
      const known = remembered.get(keyOf(accessHash, teamId))
      return (
        known && {
          ...known,
          proof: teamId === undefined ? proofs.alone : proofs.inTeam,
          parameters: viewerParameters(accessHash, teamId),
        }
      )
    },
  }
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
