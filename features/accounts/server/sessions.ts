import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { newId } from '#kit/server/ids.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { TokenPair } from '../shapes.ts'
import {
  deleteSession,
  findRotation,
  findTokenLifetime,
  findSessionOfRefreshToken,
  insertSession,
  rotateToken,
} from './queries/sessions.ts'
import { hashTokens, hashToken, isToken, generateToken, type SessionTokens, deriveNextTokens } from './tokens.ts'

type TokenResponse = z.output<typeof TokenPair>
const toTokenResponse = (accountId: string, pair: SessionTokens, expiresIn: number): TokenResponse => ({
  user_id: accountId,
  access_token: pair.access,
  refresh_token: pair.refresh,
  token_type: 'Bearer',
  expires_in: expiresIn,
})
const accessSeconds = 60 * 60
/** Rate limit of renewals per session. Each renewal stores a row for 30 days, and clients need one an hour. */
const refreshLimit = { max: 60, windowSeconds: 60 * 60 }

export interface Session extends TokenResponse {
  /** Token of the cookie for pictures, videos and events. */
  cookie: string
  sessionId: string
}
/** Starts a session. @param userAgent shown in the list of sessions */
export async function issueSession(db: Db, accountId: string, userAgent = ''): Promise<Session> {
  return (await beginSession(db, { accountId, userAgent })) ?? fail(commonErrors.not_found)
}

/** Starts a session after a login with this password hash; undefined if the password has changed since, or the user is suspended. */
export async function beginSession(
  db: Db,
  { accountId, userAgent, passwordHash }: { accountId: string; userAgent: string; passwordHash?: string },
): Promise<Session | undefined> {
  const pair = { access: generateToken(), refresh: generateToken() }
  const cookie = generateToken()
  const sessionId = newId()
  const isInserted = await insertSession(db, {
    id: sessionId,
    accountId,
    passwordHash,
    cookieHash: hashToken(cookie),
    userAgent: userAgent.slice(0, 300),
    ...hashTokens(pair),
  })
  return isInserted ? { ...toTokenResponse(accountId, pair, accessSeconds), cookie, sessionId } : undefined
}

/**
 * Rotates a refresh token. Within 30 seconds the same token returns the same pair, for two tabs or a lost response. Later, the token counts
 * as stolen, and the session ends.
 * @throws 401; 429 after 60 in an hour
 */
export async function refreshSession(db: Db, limits: Pick<Limits, 'count'>, refreshToken: string): Promise<TokenResponse> {
  if (!isToken(refreshToken)) return fail(commonErrors.token_invalid)
  const presented = hashToken(refreshToken)
  const { sessionId, accountId } = (await findSessionOfRefreshToken(db, presented)) ?? fail(commonErrors.token_invalid)
  assertAllowed(limits.count(`refreshes:${sessionId}`, refreshLimit))
  const nonce = randomBytes(32)
  const successor = deriveNextTokens(refreshToken, nonce)
  if (await rotateToken(db, presented, nonce, hashTokens(successor))) return toTokenResponse(accountId, successor, accessSeconds)

  const rotation = await findRotation(db, presented)
  if (!rotation) return fail(commonErrors.token_invalid)
  if (!rotation.nonce) {
    await deleteSession(db, rotation.session_id)
    return fail(commonErrors.token_invalid)
  }
  const sameTokens = deriveNextTokens(refreshToken, rotation.nonce)
  const seconds = await findTokenLifetime(db, hashToken(sameTokens.access))
  return seconds === undefined ? fail(commonErrors.token_invalid) : toTokenResponse(accountId, sameTokens, seconds)
}
