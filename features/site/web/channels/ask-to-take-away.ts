import { openDialog } from '#ui/dialogs.ts'
import type { Taking } from './TakeAwayDialog.tsx'

/** Opens the dialog that takes a name, address or picture away. */
export const askToTakeAway = (taking: Taking) =>
  void openDialog(() => import('./TakeAwayDialog.tsx').then((module) => module.TakeAwayDialog), taking)
