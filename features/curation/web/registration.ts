import type { Registration } from '#shell/registry.ts'

/** What can be begun anywhere; what can be done with things of this feature is for users (`user-registration.ts`). */
export const curationRegistration: Registration = {
  shortcuts: () => import('./shortcut-lists.ts').then((module) => module.browsingShortcuts),
  actions: [{ types: ['app'], forGuests: true, load: () => import('./actions/anywhere.ts').then((module) => module.anywhereActions) }],
}
