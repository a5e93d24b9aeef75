import { useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '#kit/contract/client.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { sendOnce } from '#kit/web/fetch.ts'
import { language } from '#kit/web/i18n.ts'
import { refetchTopics } from '#kit/web/refetch.ts'
import { clearTokens, storeTokens } from '#kit/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { inLanguage, paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { accountsContract } from '../contract.ts'
import { parseSameSitePath } from './same-site.ts'

/** Delay in ms before the profile is read again, so that it contains the effects of the login. */
const profileRefreshMs = 800

let refreshTimer: ReturnType<typeof setTimeout> | undefined

/** Ends the session here immediately, and on the server. */
export function logOut(): void {
  if (!storage.get('access_token')) return
  // The call reads the token before it is cleared. If the server can't be reached, the session stays until it expires.
  void callEndpoint(accountsContract.logout, {}, sendOnce).catch(() => {})
  clearTokens()
  storage.remove('canceled_enter_fields_modal')
}

/** Whether a destination is stored for after the login. */
export const hasReturnTarget = (): boolean => parseSameSitePath(storage.get('redirected_from')) !== undefined

/** Navigates to the stored destination and forgets it; without a stored destination, to `start`. */
export function useContinueAfterLogin(start = paths.home()): () => void {
  const go = useGo()
  return () => {
    const destination = parseSameSitePath(storage.get('redirected_from'))
    storage.remove('redirected_from')
    go(destination ? inLanguage(language, destination) : start, { replace: true })
  }
}

/** Completes a login: stores the tokens, reloads the profile soon, and navigates to the destination. */
export function useCompleteLogin(start?: string): (tokens: OutputOf<typeof accountsContract.createToken>) => void {
  const client = useQueryClient()
  const continueAfterLogin = useContinueAfterLogin(start)
  return (tokens) => {
    storeTokens(tokens)
    clearTimeout(refreshTimer)
    refreshTimer = setTimeout(() => void refetchTopics(client, new Set(['profile'])), profileRefreshMs)
    continueAfterLogin()
  }
}
