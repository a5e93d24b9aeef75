import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users share with followers and save things to Watch Later. */
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
