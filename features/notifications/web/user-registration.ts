import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users get notifications on every page. */
export const notificationsUserRegistration: Registration = {
  slots: [
    slotPart(
      'screen.bell',
      'app',
      lazily(() => import('./Bell.tsx').then((module) => module.Bell)),
    ),
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./LiveUpdates.tsx').then((module) => module.LiveUpdates)),
    ),
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./NotificationsPanel.tsx').then((module) => module.NotificationsPanel)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./SettingsRow.tsx').then((module) => module.SettingsRow)),
    ),
  ],
}
