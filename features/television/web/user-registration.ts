import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Whoever is signed in has favourites among TV channels, and sees on their homes what is on there. */
export const televisionUserRegistration: Registration = {
  actions: [{ types: ['app', 'channel', 'epg'], load: () => import('./actions.ts').then((module) => module.televisionActions) }],
  slots: [
    slotPart(
      'screen.explanation',
      'view',
      lazily(() => import('./OnNowRow.tsx').then((module) => module.OnNowRow)),
    ),
  ],
  shortcuts: () => import('./shortcut-list.ts').then((module) => module.guideShortcuts),
}
