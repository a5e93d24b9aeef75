import { isSignedIn, storage } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { LoginReason } from './LoginNeededDialog.tsx'
import { paths } from './paths.ts'

/** Returns to this page after login. */
export const returnHereAfterLogin = (): void => storage.set('redirected_from', location.pathname + location.search)

/** Continues with creating a channel after login. */
export const returnToCreateChannel = (): void => storage.set('redirected_from', paths.myPlaylists({ make: 'channel' }))

/**
 * Asks a guest to log in, and leads there and back.
 * @param afterwards the action after the login
 */
export async function promptLogin(reason: LoginReason = 'feature', afterwards?: string): Promise<void> {
  returnHereAfterLogin()
  const isGoing = await openDialog(() => import('./LoginNeededDialog.tsx').then((module) => module.LoginNeededDialog), {
    reason,
    afterwards,
  })
  // Clears the target when dismissed: a later login must not lead here.
  if (!isGoing) storage.remove('redirected_from')
}

/** Returns whether a user is logged in; otherwise asks. Start actions that need an account with `if (!mayAct()) return`. */
export function ensureLoggedIn(reason?: LoginReason): boolean {
  if (isSignedIn()) return true
  void promptLogin(reason)
  return false
}

let pendingPrompt: Promise<void> | undefined

/** Asks the user to log in again, once for all waiting calls. Resolves after a login, or when dismissed. */
export function promptLoginAgain(): Promise<void> {
  pendingPrompt ??= openDialog(() => import('./SessionEndedDialog.tsx').then((module) => module.SessionEndedDialog), {}).finally(
    () => (pendingPrompt = undefined),
  )
  return pendingPrompt
}
