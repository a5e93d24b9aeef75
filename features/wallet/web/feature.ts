import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users have a wallet; operators see the ledger. */
export const wallet: WebFeature = {
  slots: [
    forUsers('settings.account', 'app', () => import('./SettingsRows.tsx'), 'SettingsRows'),
    forUsers('deletion.note', 'app', () => import('./DeletionNote.tsx'), 'DeletionNote'),
    forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection'),
  ],
}
