import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Users fill channels together as the members of a team. */
export const teams: WebFeature = {
  actions: [{ audience: 'users', types: ['team', 'app'], load: () => import('./actions.ts').then((module) => module.teamActions) }],
  slots: [forUsers('settings.account', 'app', () => import('./SettingsRow.tsx'), 'SettingsRow')],
}
