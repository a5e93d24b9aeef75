import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users resume videos and build queues. */
export const watchingUserRegistration: Registration = {
  actions: [{ types: ['video', 'serie', 'playlist', 'app'], load: () => import('./actions.ts').then((module) => module.watchingActions) }],
  slots: [
    slotPart(
      'screen.explanation',
      'view',
      lazily(() => import('./ContinueRow.tsx').then((module) => module.ContinueRow)),
    ),
    slotPart(
      'card.over',
      'video',
      lazily(() => import('./CardProgress.tsx').then((module) => module.CardProgress)),
    ),
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./PositionsFollower.tsx').then((module) => module.PositionsFollower)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./HistoryRow.tsx').then((module) => module.HistoryRow)),
    ),
  ],
}
