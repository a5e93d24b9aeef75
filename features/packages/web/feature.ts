import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Packages of TV channels and playlists. */
export const packages: WebFeature = {
  slots: [forUsers('wallet.tiers', 'app', () => import('./OwnPackages.tsx'), 'OwnPackages')],
}
