import { registerShareDialog } from '#features/curation/web/share.ts'

/** Whoever is signed in shares channels, series and videos. */
export const registerSharing = (): void => registerShareDialog(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog))
