import type { Registration } from '#shell/registry.ts'

/** What can be done with channels, series and videos; guests have none of it. */
export const curationRegistration: Registration = {
  actions: [
    { types: ['playlist', 'serie', 'video'], load: () => import('./actions/actions.ts').then((module) => module.curationActions) },
    { types: ['app'], forGuests: true, load: () => import('./actions/anywhere.ts').then((module) => module.anywhereActions) },
  ],
}
