import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { useWideWindow } from '#shell/useWideWindow.ts'

/** Loads only in wide windows. */
export const SettingsRail = lazily(() => import('#features/accounts/web/settings/SettingsRail.tsx').then((module) => module.SettingsRail))

/** Returns true if the window has room for the list of settings beside an open setting. */
export function useSettingsRail(): boolean {
  const signedIn = useSignedIn()
  return useWideWindow() && signedIn
}
