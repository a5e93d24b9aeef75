import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users can export, import and delete their data. */
export const dataRights: WebFeature = {
  actions: [{ audience: 'users', types: ['app'], load: () => import('./actions.ts').then((module) => module.dataRightsActions) }],
  slots: [forUsers('settings.account', 'app', () => import('./DataRightsRow.tsx'), 'DataRightsRow')],
}
