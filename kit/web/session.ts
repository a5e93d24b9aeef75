import { ApiError } from '#kit/contract/client.ts'
import { isProblem, offlineError, parseBody, unavailableError } from './failures.ts'
import { isRecord } from '#kit/contract/is-record.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'

export interface Tokens {
  /** Missing in responses of former versions. */
  user_id?: string
  access_token: string
  refresh_token: string
  /** Lifetime of the access token in seconds. */
  expires_in?: number
}

/** Renews tokens with less time left than this, in ms, as the call must arrive before the token expires. */
const marginMs = 30_000

/** Timeout of a renewal attempt, in ms. Two fit in the 30 s in which the server accepts a used refresh token again. */
const refreshTimeoutMs = 8_000
const maxRefreshes = 2
/** Maximum wait for the lock of another tab, in ms: the time that its renewal attempts take. */
const lockTimeoutMs = 20_000

export function storeTokens({ user_id, access_token, refresh_token, expires_in }: Tokens): void {
  if (user_id !== undefined) storage.set('user_id', user_id)
  storage.set('refresh_token', refresh_token)
  if (expires_in === undefined) storage.remove('access_token_expires_at')
  else storage.set('access_token_expires_at', Date.now() + expires_in * 1000)
  storage.set('access_token', access_token)
}

/** Clears the session, team, clipboard and waiting moves, because the next user must not see them. */
export const clearTokens = (): void =>
  storage.remove(
    'user_id',
    'access_token',
    'access_token_expires_at',
    'refresh_token',
    'account_mode',
    'team_id',
    'clipboard',
    'waiting_moves',
    'see_as',
  )

/**
 * Outcome of a renewal. `renewed`: there is a new token. `ended`: the server ended the session. `left`: the user logged out here during the
 * renewal.
 */
type RefreshOutcome = 'renewed' | 'ended' | 'left'

let isLeaving = false
addEventListener('pagehide', () => (isLeaving = true))
addEventListener('pageshow', () => (isLeaving = false))

/** Whether the access token has expired. A token of unknown age is tried. */
export const hasTokenExpired = (): boolean => {
  const expiresAt = storage.get('access_token_expires_at')
  return storage.get('access_token') !== undefined && expiresAt !== undefined && Date.now() > expiresAt - marginMs
}

/** The renewal in flight in this tab. */
let pendingRenewal: Promise<RefreshOutcome> | undefined

/**
 * Renews the access token `used`, once for all calls and tabs that need it.
 * @returns `ended` if the server has ended the session; its tokens are then cleared
 * @throws ApiError when the outcome is unknown, which keeps the session
 */
export function refreshTokens(used: string): Promise<RefreshOutcome> {
  // While the page unloads, the response would be lost. Using the old refresh token later would end the session.
  if (isLeaving) return Promise.reject(offlineError())
  pendingRenewal ??= refreshUnderLock(used).finally(() => (pendingRenewal = undefined))
  return pendingRenewal
}

/** Renews under a lock that all tabs share. Without Web Locks (neither https nor localhost), renewals are shared within one tab only. */
async function refreshUnderLock(used: string): Promise<RefreshOutcome> {
  if (!navigator.locks) return refreshUnlessDone(used)
  try {
    return await navigator.locks.request('choice-token', { signal: AbortSignal.timeout(lockTimeoutMs) }, () => refreshUnlessDone(used))
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A hanging tab doesn't release its lock. Renewing without the lock is safe, because the server gives two simultaneous renewals the
    // same tokens.
    return refreshUnlessDone(used)
  }
}

async function refreshUnlessDone(used: string): Promise<RefreshOutcome> {
  const now = storage.get('access_token')
  if (now !== used) return now === undefined ? 'left' : 'renewed'
  const refresh_token = storage.get('refresh_token')
  if (isLeaving) throw offlineError()
  if (!refresh_token) {
    clearTokens()
    return 'ended'
  }
  const { status, body } = await requestTokens(refresh_token)
  if (status < 400 && isTokens(body)) {
    storeTokens(body)
    return 'renewed'
  }
  // Errors of the server, proxies and portals don't mean that the session has ended.
  if (status < 400 || status >= 500 || status === 429 || !isProblem(body)) throw unavailableError(503)
  clearTokens()
  return 'ended'
}

/**
 * Sends a call that never prompts the user. Renews an expired token before the call, and a refused token after it.
 * @throws ApiError when the token couldn't be renewed
 */
export async function withValidToken<A extends { status: number }>(attempt: (token: string | undefined) => Promise<A>): Promise<A> {
  let token = storage.get('access_token')
  if (token && hasTokenExpired()) {
    await refreshTokens(token)
    token = storage.get('access_token')
  }
  const response = await attempt(token)
  if (response.status !== 401 || !token || (await refreshTokens(token)) !== 'renewed') return response
  return attempt(storage.get('access_token'))
}

const isTokens = (body: unknown): body is Record<string, unknown> & Tokens =>
  isRecord(body) && ['access_token', 'refresh_token'].every((name) => typeof body[name] === 'string')

/** Retries a lost response immediately: later, the server would treat the used refresh token as stolen. */
async function requestTokens(refresh_token: string, attempts = 1): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch('/api/user/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token }),
      signal: AbortSignal.timeout(refreshTimeoutMs),
    })
    return { status: response.status, body: parseBody(response.headers.get('content-type'), await response.text()) }
  } catch {
    if (attempts < maxRefreshes) return requestTokens(refresh_token, attempts + 1)
    shellHooks.unreachable()
    throw offlineError()
  }
}
