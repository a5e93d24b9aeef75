import { forUsers, type WebFeature } from '#shell/feature.ts'

export const tvSources: WebFeature = {
  slots: [forUsers('settings.account', 'app', () => import('./operator/SettingsRow.tsx'), 'SettingsRow')],
}
