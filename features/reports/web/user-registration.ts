import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users can report, and see their removals. */
export const reportsUserRegistration: Registration = {
  actions: [{ types: ['playlist', 'serie', 'video', 'person'], load: () => import('./actions.ts').then((module) => module.reportActions) }],
  slots: [
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./RemovalsFollower.tsx').then((module) => module.RemovalsFollower)),
    ),
    slotPart(
      'stop.mark',
      'playlist',
      lazily(() => import('./RemovalMark.tsx').then((module) => module.StopRemoval)),
    ),
    slotPart(
      'screen.aside',
      'playlist',
      lazily(() => import('./RemovalMark.tsx').then((module) => module.ChannelRemoval)),
    ),
    slotPart(
      'row.lead',
      'serie',
      lazily(() => import('./RemovalMark.tsx').then((module) => module.RowRemoval)),
    ),
    slotPart(
      'card.below',
      'video',
      lazily(() => import('./RemovalMark.tsx').then((module) => module.CardRemoval)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./SettingsRows.tsx').then((module) => module.SettingsRows)),
    ),
  ],
}
