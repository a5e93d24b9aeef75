import { registerShareDialog } from '#features/curation/web/share.ts'

/** Logged-in users share channels, series and videos. */
export const registerSharing = (): void => registerShareDialog(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog))
