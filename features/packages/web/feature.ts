import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Packages of TV channels and playlists; operators manage them. */
export const packages: WebFeature = {
  slots: [
    forUsers('wallet.tiers', 'app', () => import('./OwnPackages.tsx'), 'OwnPackages'),
    forUsers('settings.account', 'app', () => import('./operator/SettingsRow.tsx'), 'SettingsRow'),
  ],
}
