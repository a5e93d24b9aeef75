import { ApiError } from '#kit/contract/client.ts'
import { isProblem, noAnswer, parseBody, unavailable } from './failures.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
  /** Seconds that the access token still works. */
  expires_in?: number
}

/** A token with less time left is renewed before a call: the call has to arrive in time. */
const marginMs = 30_000

/** How long one try to renew the token may take. Two fit in the 30 s in which the server answers a used refresh token once more. */
const refreshTimeoutMs = 8_000
const maxRefreshes = 2
/** How long another tab may hold the lock: no longer than its tries take. */
const lockTimeoutMs = 20_000

export function keepTokens({ access_token, refresh_token, expires_in }: Tokens): void {
  storage.set('refresh_token', refresh_token)
  if (expires_in === undefined) storage.remove('access_token_expires_at')
  else storage.set('access_token_expires_at', Date.now() + expires_in * 1000)
  storage.set('access_token', access_token)
}

/** The person is a guest again, and in no team; whoever logs in next does not find what they copied. */
export const forgetTokens = (): void =>
  storage.remove('access_token', 'access_token_expires_at', 'refresh_token', 'account_mode', 'team_id', 'clipboard')

/** What came of it: a new token; none, as the server has ended the session; none, as the person logged out here meanwhile. */
type Refreshed = 'renewed' | 'ended' | 'left'

let isLeaving = false
addEventListener('pagehide', () => (isLeaving = true))
addEventListener('pageshow', () => (isLeaving = false))

/** The server would refuse this browser's access token. A token of unknown age is tried. */
export const hasTokenExpired = (): boolean => {
  const expiresAt = storage.get('access_token_expires_at')
  return storage.get('access_token') !== undefined && expiresAt !== undefined && Date.now() > expiresAt - marginMs
}

/** The refresh that is under way in this tab. */
let underWay: Promise<Refreshed> | undefined

/**
 * Gets a new access token in place of `used`, once for all calls and tabs that need it at the same time.
 * @returns `ended` when the server knows no such session any more; its tokens are then forgotten
 * @throws ApiError when nobody could say: the session is what it was
 */
export function refreshTokens(used: string): Promise<Refreshed> {
  // The answer would be lost with the page. Using the old refresh token again later would end the session.
  if (isLeaving) return Promise.reject(noAnswer())
  underWay ??= refreshUnderLock(used).finally(() => (underWay = undefined))
  return underWay
}

/** Browsers without Web Locks (an address that is neither https nor localhost) share a refresh within one tab only. */
async function refreshUnderLock(used: string): Promise<Refreshed> {
  if (!navigator.locks) return refreshUnlessDone(used)
  try {
    return await navigator.locks.request('choice-token', { signal: AbortSignal.timeout(lockTimeoutMs) }, () => refreshUnlessDone(used))
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A tab that hangs keeps the lock. The server gives two that come at once the same tokens.
    return refreshUnlessDone(used)
  }
}

async function refreshUnlessDone(used: string): Promise<Refreshed> {
  const now = storage.get('access_token')
  if (now !== used) return now === undefined ? 'left' : 'renewed'
  const refresh_token = storage.get('refresh_token')
  if (isLeaving) throw noAnswer()
  if (!refresh_token) {
    forgetTokens()
    return 'ended'
  }
  const { status, body } = await askForTokens(refresh_token)
  if (status < 400 && isTokens(body)) {
    keepTokens(body)
    return 'renewed'
  }
  // A server in trouble, a proxy or a portal says nothing about the session.
  if (status < 400 || status >= 500 || status === 429 || !isProblem(body)) throw unavailable(503)
  forgetTokens()
  return 'ended'
}

/**
 * For calls that ask the user nothing: sends with this browser's token, renewed beforehand when it has expired and afterwards when it is
 * refused.
 * @throws ApiError when the token could not be renewed
 */
export async function withValidToken<A extends { status: number }>(attempt: (token: string | undefined) => Promise<A>): Promise<A> {
  let token = storage.get('access_token')
  if (token && hasTokenExpired()) {
    await refreshTokens(token)
    token = storage.get('access_token')
  }
  const answer = await attempt(token)
  if (answer.status !== 401 || !token || (await refreshTokens(token)) !== 'renewed') return answer
  return attempt(storage.get('access_token'))
}

const isTokens = (body: unknown): body is Tokens =>
  typeof body === 'object' &&
  body !== null &&
  ['access_token', 'refresh_token'].every((name) => typeof (body as Record<string, unknown>)[name] === 'string')

/** An answer that got lost is asked for once more: later the server would take the used refresh token for a stolen one. */
async function askForTokens(refresh_token: string, tries = 1): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch('/api/user/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token }),
      signal: AbortSignal.timeout(refreshTimeoutMs),
    })
    return { status: answer.status, body: parseBody(answer.headers.get('content-type'), await answer.text()) }
  } catch {
    if (tries < maxRefreshes) return askForTokens(refresh_token, tries + 1)
    shellHooks.unreachable()
    throw noAnswer()
  }
}
