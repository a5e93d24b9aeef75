import { forEveryone, forUsers, type WebFeature } from '#shell/feature.ts'

/** Adds queues, and resumes videos of logged-in users. */
export const watching: WebFeature = {
  actions: [
    {
      audience: 'users',
      types: ['video', 'serie', 'playlist', 'app'],
      load: () => import('./actions.ts').then((module) => module.watchingActions),
    },
  ],
  slots: [
    forUsers('screen.explanation', 'view', () => import('./ContinueRow.tsx'), 'ContinueRow'),
    forUsers('card.over', 'video', () => import('./CardProgress.tsx'), 'CardProgress'),
    forUsers('app.bar', 'app', () => import('./PositionsLoader.tsx'), 'PositionsLoader'),
    forEveryone('player.session', 'video', () => import('./PlayerSession.tsx'), 'PlayerSession'),
  ],
}
