import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Adds statistics to the settings and to a channel's menu. */
export const statistics: WebFeature = {
  actions: [{ audience: 'users', types: ['playlist'], load: () => import('./actions.ts').then((module) => module.statisticsActions) }],
  slots: [forUsers('settings.account', 'app', () => import('./SettingsRow.tsx'), 'SettingsRow')],
}
