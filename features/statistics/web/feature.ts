import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Users open the statistics of their channels from the settings and from a channel's menu. */
export const statistics: WebFeature = {
  actions: [{ audience: 'users', types: ['playlist'], load: () => import('./actions.ts').then((module) => module.statisticsActions) }],
  slots: [forUsers('settings.account', 'app', () => import('./SettingsRow.tsx'), 'SettingsRow')],
}
