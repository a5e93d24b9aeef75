import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Members see what was done in their team, and undo it. */
export const activity: WebFeature = {
  actions: [{ audience: 'users', types: ['playlist'], load: () => import('./actions.ts').then((module) => module.activityActions) }],
  slots: [forUsers('teams.page', 'team', () => import('./ActivitySection.tsx'), 'ActivitySection')],
}
