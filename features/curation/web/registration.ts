import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** What can be begun anywhere; what can be done with things of this feature is for users (`user-registration.ts`). */
export const curationRegistration: Registration = {
  slots: [
    slotPart(
      'player.buttons',
      'video',
      lazily(() => import('./player/PlayerParts.tsx').then((module) => module.PlayerButtons)),
      { forGuests: true },
    ),
    slotPart(
      'player.beside',
      'video',
      lazily(() => import('./player/PlayerParts.tsx').then((module) => module.PlayerBeside)),
      { forGuests: true },
    ),
  ],
  shortcuts: () => import('./shortcut-lists.ts').then((module) => module.browsingShortcuts),
  actions: [{ types: ['app'], forGuests: true, load: () => import('./actions/anywhere.ts').then((module) => module.anywhereActions) }],
}
