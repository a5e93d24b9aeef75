import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/contract/client.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { sendOnce } from '#kit/web/fetch.ts'
import { language } from '#kit/web/i18n.ts'
import { refetchTopics } from '#kit/web/refetch.ts'
import { forgetTokens, keepTokens } from '#kit/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { inLanguage, paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { accountsContract } from '../contract.ts'
import { sameSitePath } from './same-site.ts'

/** After so long the profile is read again: what a login sets in motion on the server is in it by then. */
const profileRefreshMs = 800

let refresh: ReturnType<typeof setTimeout> | undefined

/** Ends the session, here at once and on the server as soon as it hears of it. */
export function logOut(): void {
  if (!storage.get('access_token')) return
  // The call takes the token along before it is forgotten. A server that cannot be reached lets the session lapse.
  void call(accountsContract.logout, {}, sendOnce).catch(() => {})
  forgetTokens()
  storage.remove('canceled_enter_fields_modal')
}

/** Was somebody on the way to something when an account turned out to be needed? */
export const isHeadedSomewhere = (): boolean => sameSitePath(storage.get('redirected_from')) !== undefined

/** Goes where one was headed before the login, once; else to where one starts: home, unless told. */
export function useGoOn(start = paths.home()): () => void {
  const go = useGo()
  return () => {
    const headed = sameSitePath(storage.get('redirected_from'))
    storage.remove('redirected_from')
    go(headed ? inLanguage(language, headed) : start, { replace: true })
  }
}

/** What follows a login: the tokens are kept, the profile is read again soon, and one goes where one was headed, or where one starts. */
export function useEntering(start?: string): (tokens: OutputOf<typeof accountsContract.createToken>) => void {
  const client = useQueryClient()
  const goOn = useGoOn(start)
  return (tokens) => {
    keepTokens(tokens)
    clearTimeout(refresh)
    refresh = setTimeout(() => void refetchTopics(client, new Set(['profile'])), profileRefreshMs)
    goOn()
  }
}
