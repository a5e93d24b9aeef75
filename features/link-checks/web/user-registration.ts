import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Users who can edit a video see that its link fails, with actions. */
export const linkChecksUserRegistration: Registration = {
  actions: [{ types: ['video', 'app'], load: () => import('./actions.ts').then((module) => module.linkCheckActions) }],
  slots: [
    slotPart(
      'card.below',
      'video',
      lazily(() => import('./LinkMark.tsx').then((module) => module.CardLinkMark)),
    ),
    slotPart(
      'detail.actions',
      'video',
      lazily(() => import('./LinkMark.tsx').then((module) => module.DetailLinkMark)),
    ),
    slotPart(
      'player.failure',
      'video',
      lazily(() => import('./LinkMark.tsx').then((module) => module.FailureLinkButtons)),
    ),
    slotPart(
      'screen.explanation',
      'view',
      lazily(() => import('./HomeNote.tsx').then((module) => module.HomeNote)),
    ),
  ],
}
