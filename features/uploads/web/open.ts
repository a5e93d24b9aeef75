import { openDialog } from '#ui/dialogs.ts'

/** The list of one's uploads. */
export const showUploads = (): void => void openDialog(() => import('./UploadsDialog.tsx').then((module) => module.UploadsDialog), {})
