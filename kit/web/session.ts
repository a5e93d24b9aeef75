import { storage } from './storage.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
}

export function keepTokens({ access_token, refresh_token }: Tokens): void {
  storage.set('refresh_token', refresh_token)
  storage.set('access_token', access_token)
}

/** The person is a guest again, and in no team. */
export const forgetTokens = (): void => storage.remove('access_token', 'refresh_token', 'account_mode', 'team_id')

/** Refreshes under way in this tab, for browsers without Web Locks (an address that is neither https nor localhost). */
let underWay: Promise<boolean> | undefined

/**
 * Gets a new access token in place of `used`, once for all calls and tabs that need it at the same time.
 * @returns false when the session has ended; its tokens are then forgotten
 */
export function refreshTokens(used: string): Promise<boolean> {
  if (navigator.locks) return navigator.locks.request('choice-token', () => refreshUnlessDone(used))
  underWay ??= refreshUnlessDone(used).finally(() => (underWay = undefined))
  return underWay
}

async function refreshUnlessDone(used: string): Promise<boolean> {
  const now = storage.get('access_token')
  if (now !== used) return now !== undefined
  const refresh_token = storage.get('refresh_token')
  if (!refresh_token) {
    forgetTokens()
    return false
  }
  const answer = await fetch('/api/user/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token }),
  })
  if (answer.ok) {
    keepTokens((await answer.json()) as Tokens)
    return true
  }
  // A server in trouble says nothing about the session.
  if (answer.status < 500 && answer.status !== 429) forgetTokens()
  return false
}
