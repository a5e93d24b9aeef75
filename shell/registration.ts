import type { Registration } from './registry.ts'

export const shellRegistration: Registration = {
  actions: [{ types: ['app'], forGuests: true, load: () => import('./app-actions.ts').then((module) => module.appActions) }],
}
