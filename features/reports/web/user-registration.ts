import type { Registration } from '#shell/registry.ts'

/** Whoever is signed in reports what others show. */
export const reportsUserRegistration: Registration = {
  actions: [{ types: ['playlist', 'serie', 'video', 'person'], load: () => import('./actions.ts').then((module) => module.reportActions) }],
}
