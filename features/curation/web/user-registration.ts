import type { Registration } from '#shell/registry.ts'

/** What can be done with channels, series and videos. */
export const curationUserRegistration: Registration = {
  actions: [
    { types: ['playlist', 'group', 'serie', 'video'], load: () => import('./actions/actions.ts').then((module) => module.curationActions) },
  ],
}
