import { forUsers, type WebFeature } from '#shell/feature.ts'

/** The operator's console: users and acts. Everyone sees in their settings what operators did about them. */
export const operator: WebFeature = {
  slots: [
    forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection'),
    forUsers('settings.account', 'app', () => import('./ConsoleRows.tsx'), 'SettingsRows'),
  ],
}
