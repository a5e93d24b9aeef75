import { openDialog } from '#ui/dialogs.ts'
import type { Removal } from '../contract.ts'

/** Says why something was removed, and takes the one answer. */
export const showRemoval = ({ removable_type: type, removable_id: id }: Removal): void =>
  void openDialog(() => import('./RemovalDialog.tsx').then((module) => module.RemovalDialog), { type, id })
