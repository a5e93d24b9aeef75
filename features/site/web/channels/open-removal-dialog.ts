import { openDialog } from '#ui/dialogs.ts'
import type { RemovalSubject } from './RemovalDialog.tsx'

/** Opens the dialog that takes a name, address or picture away. */
export const openRemovalDialog = (subject: RemovalSubject) =>
  void openDialog(() => import('./RemovalDialog.tsx').then((module) => module.RemovalDialog), subject)
