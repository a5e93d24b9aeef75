import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Users who can edit a video see when the video's link fails, with actions on the link. */
export const linkChecks: WebFeature = {
  actions: [{ audience: 'users', types: ['video', 'app'], load: () => import('./actions.ts').then((module) => module.linkCheckActions) }],
  slots: [
    forUsers('card.below', 'video', () => import('./LinkMark.tsx'), 'CardLinkMark'),
    forUsers('detail.actions', 'video', () => import('./LinkMark.tsx'), 'DetailLinkMark'),
    forUsers('player.failure', 'video', () => import('./LinkMark.tsx'), 'FailureLinkButtons'),
    forUsers('screen.explanation', 'view', () => import('./DeadLinksNote.tsx'), 'DeadLinksNote'),
  ],
}
