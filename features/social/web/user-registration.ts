import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Whoever is signed in likes videos. */
export const socialUserRegistration: Registration = {
  actions: [{ types: ['video'], load: () => import('./actions.ts').then((module) => module.socialActions) }],
  slots: [
    slotPart(
      'card.corner',
      'video',
      lazily(() => import('./Heart.tsx').then((module) => module.CardHeart)),
    ),
    slotPart(
      'player.bar',
      'video',
      lazily(() => import('./Heart.tsx').then((module) => module.PlayerHeart)),
    ),
  ],
}
