import { curationRegistration } from '#features/curation/web/registration.ts'
import { mediaRegistration } from '#features/media/web/registration.ts'
import { pagesRegistration } from '#features/pages/web/registration.ts'
import { shellRegistration } from '#shell/registration.ts'
import { preloadActions, readerNow, type Registration, register, setUserActions } from '#shell/registry.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import { loadCode } from '#ui/lazily.ts'

/** The places of the navigation can be gone to from the palette. */
const places: Registration = {
  actions: [{ types: ['app'], forGuests: true, load: () => import('./place-actions.ts').then((module) => module.placeActions) }],
}

/** What features add to each other's screens for everybody, in the order of the features. To be called once, before the first render. */
export function registerFeatures(): void {
  const registrations = [places, shellRegistration, mediaRegistration, curationRegistration, pagesRegistration]
  registrations.forEach(register)
  setUserActions(registerUserFeatures, ['playlist', 'serie', 'video', 'channel', 'epg'])
}

let registering: Promise<void> | undefined

async function loadUserFeatures(): Promise<void> {
  const { userRegistrations, checkTeamMode } = await loadCode(() => import('./user-registrations.ts'))
  userRegistrations.forEach(register)
  onViewerChange(checkTeamMode)
  checkTeamMode()
}

async function registerUserFeatures(): Promise<void> {
  try {
    await (registering ??= loadUserFeatures())
  } catch (error) {
    registering = undefined
    throw error
  }
}

/**
 * The same for users, and their actions: with the code of the first screen, or once somebody has logged in. Guests fetch none of it.
 * What did not come is asked for again the next time; until then there are no menus, and all else works.
 */
export async function registerForUsers(): Promise<void> {
  if (!readerNow().signedIn) return
  try {
    await registerUserFeatures()
    await preloadActions()
  } catch {
    // Asked for again the next time.
  }
}
