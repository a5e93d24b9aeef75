import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users share with followers and save things to Watch Later. */
export const publishing: WebFeature = {
  actions: [
    { audience: 'users', types: ['video', 'serie', 'app'], load: () => import('./actions.ts').then((module) => module.publishingActions) },
  ],
  slots: [
    forUsers('card.below', 'video', () => import('./SharedLine.tsx'), 'SharedLine'),
    forUsers('share.buttons', 'shared', () => import('./DirectShareButton.tsx'), 'DirectShareButton'),
    forUsers('settings.account', 'app', () => import('./WatchLaterRow.tsx'), 'WatchLaterRow'),
  ],
}
