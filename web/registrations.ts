import { curationRegistration } from '#features/curation/web/registration.ts'
import { pagesRegistration } from '#features/pages/web/registration.ts'
import { socialRegistration } from '#features/social/web/registration.ts'
import { shellRegistration } from '#shell/registration.ts'
import { type Registration, register } from '#shell/registry.ts'

/** The places of the navigation can be gone to from the palette. */
const places: Registration = {
  actions: [{ types: ['app'], forGuests: true, load: () => import('./place-actions.ts').then((module) => module.placeActions) }],
}

/** What features add to each other's screens, in the order of the features. To be called once, before the first render. */
export function registerFeatures(): void {
  for (const registration of [places, shellRegistration, curationRegistration, socialRegistration, pagesRegistration])
    register(registration)
}
