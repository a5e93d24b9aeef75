import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Whoever is signed in likes videos and channels. */
export const socialUserRegistration: Registration = {
  actions: [{ types: ['video', 'playlist'], load: () => import('./actions.ts').then((module) => module.socialActions) }],
  slots: [
    slotPart(
      'screen.aside',
      'playlist',
      lazily(() => import('./Heart.tsx').then((module) => module.ChannelHeart)),
    ),
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
