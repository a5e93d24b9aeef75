import { forEveryone, forUsers, type WebFeature } from '#shell/feature.ts'

/** Adds uploads to every page, for users who may upload. */
export const uploads: WebFeature = {
  actions: [{ audience: 'users', types: ['app', 'video'], load: () => import('./actions.ts').then((module) => module.uploadsActions) }],
  slots: [
    forUsers('app.bar', 'app', () => import('./UserUploads.tsx'), 'UserUploads'),
    forUsers('item.source', 'new-item', () => import('./FileField.tsx'), 'FileField'),
    forUsers('player.options', 'video', () => import('./CaptionsButton.tsx'), 'CaptionsButton'),
    forUsers('item.pictures', 'item-picture', () => import('./PosterChoices.tsx'), 'PosterChoices'),
    forUsers('row.coming', 'serie', () => import('./PendingUploadCards.tsx'), 'PendingUploadCards'),
    forUsers('settings.account', 'app', () => import('./StorageRow.tsx'), 'StorageRow'),
    forEveryone('player.session', 'video', () => import('./PlayerTracks.tsx'), 'PlayerTracks'),
  ],
}
