import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Packages of TV channels and playlists; operators manage them. */
export const packages: WebFeature = {
  slots: [
    forUsers('wallet.tiers', 'app', () => import('./OwnPackages.tsx'), 'OwnPackages'),
    forUsers('operator.section', 'app', () => import('./operator/OperatorSection.tsx'), 'OperatorSection'),
  ],
}
