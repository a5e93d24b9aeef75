import { openDialog } from '#ui/dialogs.ts'
import type { Removal } from '../contract.ts'

/** Shows why something was removed, with a form to answer. */
export const showRemoval = ({ removable_type: type, removable_id: id }: Removal): void =>
  void openDialog(() => import('./RemovalDialog.tsx').then((module) => module.RemovalDialog), { type, id })
