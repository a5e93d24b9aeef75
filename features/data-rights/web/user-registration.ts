import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users can export, import and delete their data. */
export const dataRightsUserRegistration: Registration = {
  actions: [{ types: ['app'], load: () => import('./actions.ts').then((module) => module.dataRightsActions) }],
  slots: [
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./DataRow.tsx').then((module) => module.DataRow)),
    ),
  ],
}
