import { storage } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { LoginReason } from './LoginNeededDialog.tsx'
import { paths } from './paths.ts'

/** After logging in one comes back to where one is now. */
export const comeBackHere = (): void => storage.set('redirected_from', location.pathname + location.search)

/** After logging in one goes on with making a channel. */
export const comeBackToMakeChannel = (): void => storage.set('redirected_from', paths.myPlaylists({ make: 'channel' }))

/** Tells a guest that this needs an account, and leads there and back. */
export async function askToLogIn(reason: LoginReason = 'feature'): Promise<void> {
  comeBackHere()
  const isGoing = await openDialog(() => import('./LoginNeededDialog.tsx').then((module) => module.LoginNeededDialog), { reason })
  // Waved away, it leads nowhere: a later login would end up here.
  if (!isGoing) storage.remove('redirected_from')
}

/** Is there somebody to do this for? If not, says so. Begins whatever needs an account: `if (!mayAct()) return`. */
export function mayAct(reason?: LoginReason): boolean {
  if (storage.get('access_token')) return true
  void askToLogIn(reason)
  return false
}

let asking: Promise<void> | undefined

/** Asks whoever was logged in to do so again, once however many calls need it. Ends when somebody is logged in, or does not want to. */
export function askToLogInAgain(): Promise<void> {
  asking ??= openDialog(() => import('./SessionEndedDialog.tsx').then((module) => module.SessionEndedDialog), {}).finally(
    () => (asking = undefined),
  )
  return asking
}
