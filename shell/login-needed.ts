import { isSignedIn, storage } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { LoginReason } from './LoginNeededDialog.tsx'
import { paths } from './paths.ts'

/** Makes the login return to this page. */
export const returnHereAfterLogin = (): void => storage.set('redirected_from', location.pathname + location.search)

/** Makes the login continue with creating a channel. */
export const returnToCreateChannel = (): void => storage.set('redirected_from', paths.myPlaylists({ make: 'channel' }))

/** Asks a guest to log in, leads to the login, and afterwards back. @param afterwards text about the action that follows the login */
export async function promptLogin(reason: LoginReason = 'feature', afterwards?: string): Promise<void> {
  returnHereAfterLogin()
  const isLoggingIn = await openDialog(() => import('./LoginNeededDialog.tsx').then((module) => module.LoginNeededDialog), {
    reason,
    afterwards,
  })
  // If the user dismisses the dialog, a later login must not lead to this page.
  if (!isLoggingIn) storage.remove('redirected_from')
}

/**
 * Returns whether a user is logged in, and asks guests to log in. Start actions that need an account with `if (!ensureLoggedIn()) return`.
 */
export function ensureLoggedIn(reason?: LoginReason): boolean {
  if (isSignedIn()) return true
  void promptLogin(reason)
  return false
}

let pendingPrompt: Promise<true | undefined> | undefined

/**
 * Asks the user to log in again, once for all waiting calls. Resolves with true after a login as this user; with undefined when dismissed.
 * @param userId undefined if any user may log in
 */
export function promptLoginAgain(userId: string | undefined): Promise<true | undefined> {
  pendingPrompt ??= openDialog(() => import('./SessionEndedDialog.tsx').then((module) => module.SessionEndedDialog), { userId }).finally(
    () => (pendingPrompt = undefined),
  )
  return pendingPrompt
}
