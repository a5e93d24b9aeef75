import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Members see the acts of others in their team, and undo them. */
export const activity: WebFeature = {
  actions: [{ audience: 'users', types: ['playlist'], load: () => import('./actions.ts').then((module) => module.activityActions) }],
  slots: [
    forUsers('teams.page', 'team', () => import('./ActivitySection.tsx'), 'ActivitySection'),
    forUsers('screen.aside', 'playlist', () => import('./SuggestionsMark.tsx'), 'SuggestionsMark'),
  ],
}
