import { curationRegistration } from '#features/curation/web/registration.ts'
import { pagesRegistration } from '#features/pages/web/registration.ts'
import { shellRegistration } from '#shell/registration.ts'
import { register } from '#shell/registry.ts'

/** What features add to each other's screens, in the order of the features. To be called once, before the first render. */
export function registerFeatures(): void {
  for (const registration of [shellRegistration, curationRegistration, pagesRegistration]) register(registration)
}
