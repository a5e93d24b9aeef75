import { commonErrors } from '#kit/contract/problems.ts'
import { createBatches } from '#kit/server/db/batches.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { readMediaCookie } from './cookies.ts'
import { exampleUsers } from './queries/example-users.ts'
import { findUserByAccessHash, findUserByCookieHash, findUserById, listUserVersions, touchSession, type UserRow } from './queries/users.ts'
import { hashToken, isToken } from './tokens.ts'

const userOf = (row: UserRow): User => ({
  id: row.user_id,
  sessionId: row.session_id,
  teamId: row.team_id,
  nickname: row.nickname,
  seesAdult: row.adult_content,
  isOperator: row.is_operator,
  isModerator: row.is_moderator,
  canUploadVideo: row.can_upload_video,
  country: row.country,
  isInTeams: row.is_in_teams,
  onlySuggests: row.only_suggests,
})

function recordUse(db: Db, row: UserRow): UserRow {
  // Not awaited, because a failure is retried at the next request.
  if (row.fresh_ms < 0) touchSession(db, row.session_id).catch(() => undefined)
  return row
}

/** Returns the example user of a kind of viewer; null before the first use. @throws 403 for another team than theirs */
export async function findExampleUser(db: Db, viewer: keyof typeof exampleUsers, teamId: string | undefined): Promise<User | null> {
  const row = await findUserById(db, exampleUsers[viewer], teamId)
  if (row && teamId !== undefined && row.team_id === null) fail(commonErrors.not_in_team)
  return row ? userOf(row) : null
}

/** Maximum cached users: more than are active within {@link rememberedMs}. */
const maxRememberedTokens = 10_000
/** Users are read again after this time, which updates their session's last use. So users who left don't stay in memory. */
const rememberedMs = 300_000

/** False also if the clock was set back. */
const isRemembered = ({ untilMs }: { untilMs: number }) => {
  const leftMs = untilMs - Date.now()
  return leftMs > 0 && leftMs <= rememberedMs
}

const keyOf = (accessHash: Buffer) => accessHash.toString('latin1')

/**
 * Finds users by access token. Cached users are used while their version in the database is the same. Concurrent requests, such as all
 * reads of a page, share the statement that reads the versions.
 * @param poolDb a database that outlives the request
 * @param writeDb records that a session is used
 */
export function createUserFinder(poolDb: Db, writeDb: Db) {
  const readVersions = createBatches(
    async (accessHashes: readonly Buffer[]) =>
      new Map((await listUserVersions(poolDb, accessHashes)).map((row) => [keyOf(row.access_hash), row.user_version])),
  )
  const remembered = new Map<string, { user: User; version: string; untilMs: number }>()

  /** Returns the user of an access token; null if invalid. @throws 403 for a team the user isn't a member of */
  return async (db: Db, token: string, teamId: string | undefined): Promise<User | null> => {
    if (!isToken(token)) return null
    const accessHash = hashToken(token)
    const hashKey = keyOf(accessHash)
    const key = `${hashKey} ${teamId ?? ''}`
    const cached = remembered.get(key)
    if (cached && isRemembered(cached) && (await readVersions(db, '', accessHash)).get(hashKey) === cached.version) return cached.user

    remembered.delete(key)
    const row = await findUserByAccessHash(db, accessHash, teamId)
    if (!row) return null
    if (teamId !== undefined && row.team_id === null) fail(commonErrors.not_in_team)
    const user = userOf(recordUse(writeDb, row))
    // Drops expired entries, and the oldest ones above the maximum. A Map iterates from the oldest entry.
    for (const [oldest, entry] of remembered) {
      if (remembered.size < maxRememberedTokens && isRemembered(entry)) break
      remembered.delete(oldest)
    }
    remembered.set(key, { user, version: row.user_version, untilMs: Date.now() + (row.fresh_ms > 0 ? row.fresh_ms : rememberedMs) })
    return user
  }
}

/**
 * Returns the user of a session cookie; null without a cookie. Only for GET of `/media/…` and `/api/events`, which browsers request without
 * a bearer token.
 */
export async function findCookieUser(db: Db, cookies: string | undefined): Promise<User | null> {
  const token = readMediaCookie(cookies)
  const row = token === undefined ? undefined : await findUserByCookieHash(db, hashToken(token))
  return row ? userOf(recordUse(db, row)) : null
}
