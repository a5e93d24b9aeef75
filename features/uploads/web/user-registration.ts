import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Uploads for users who may upload, on every page. */
export const uploadsUserRegistration: Registration = {
  actions: [{ types: ['app', 'video'], load: () => import('./actions.ts').then((module) => module.uploadsActions) }],
  slots: [
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./Tray.tsx').then((module) => module.Tray)),
    ),
    slotPart(
      'item.source',
      'new-item',
      lazily(() => import('./FileField.tsx').then((module) => module.FileField)),
    ),
    slotPart(
      'player.options',
      'video',
      lazily(() => import('./CaptionsButton.tsx').then((module) => module.CaptionsButton)),
    ),
    slotPart(
      'item.pictures',
      'item-picture',
      lazily(() => import('./PosterChoices.tsx').then((module) => module.PosterChoices)),
    ),
    slotPart(
      'row.coming',
      'serie',
      lazily(() => import('./ComingCards.tsx').then((module) => module.ComingCards)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./AccountRow.tsx').then((module) => module.AccountRow)),
    ),
  ],
}
