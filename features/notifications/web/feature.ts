import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users get notifications on every page. */
export const notifications: WebFeature = {
  slots: [
    forUsers('screen.bell', 'app', () => import('./Bell.tsx'), 'Bell'),
    forUsers('app.bar', 'app', () => import('./LiveUpdates.tsx'), 'LiveUpdates'),
    forUsers('app.bar', 'app', () => import('./NotificationsPanel.tsx'), 'NotificationsPanel'),
    forUsers('settings.account', 'app', () => import('./SettingsRow.tsx'), 'SettingsRow'),
  ],
}
