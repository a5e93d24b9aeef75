import { forUsers, type WebFeature } from '#shell/feature.ts'

/** The operator's console: users and acts. In their settings, all users see the acts that concern them. */
export const operator: WebFeature = {
  slots: [
    forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection'),
    forUsers('settings.account', 'app', () => import('./ConsoleRows.tsx'), 'SettingsRows'),
  ],
}
