import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Whoever is signed in has favourites among TV channels, and sees on their homes what is on there. */
export const televisionUserRegistration: Registration = {
  actions: [{ types: ['app', 'channel', 'epg'], load: () => import('./actions.ts').then((module) => module.televisionActions) }],
  slots: [
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./RemindersRow.tsx').then((module) => module.RemindersRow)),
    ),
    slotPart(
      'screen.explanation',
      'view',
      lazily(() => import('./HomeRows.tsx').then((module) => module.GlobeRows)),
    ),
    slotPart(
      'screen.foot',
      'view',
      lazily(() => import('./HomeRows.tsx').then((module) => module.HeartRows)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./operator/SettingsRow.tsx').then((module) => module.SettingsRow)),
    ),
  ],
  shortcuts: () => import('./shortcut-list.ts').then((module) => module.guideShortcuts),
}
