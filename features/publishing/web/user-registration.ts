import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Whoever is signed in shares with followers, and keeps things to watch later. */
export const publishingUserRegistration: Registration = {
  actions: [{ types: ['video', 'serie', 'app'], load: () => import('./actions.ts').then((module) => module.publishingActions) }],
  slots: [
    slotPart(
      'card.below',
      'video',
      lazily(() => import('./SharedLine.tsx').then((module) => module.SharedLine)),
    ),
    slotPart(
      'share.buttons',
      'shared',
      lazily(() => import('./DirectShareButton.tsx').then((module) => module.DirectShareButton)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./AccountRow.tsx').then((module) => module.AccountRow)),
    ),
  ],
}
