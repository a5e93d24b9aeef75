import { openDialog } from '#ui/dialogs.ts'

/** Opens the list of uploads. */
export const showUploads = (): void => void openDialog(() => import('./UploadsDialog.tsx').then((module) => module.UploadsDialog), {})
