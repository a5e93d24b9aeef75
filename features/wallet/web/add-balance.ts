import { openDialog } from '#ui/dialogs.ts'

/** Opens the dialog that adds balance. */
export const openAddBalance = (): void =>
  void openDialog(() => import('./AddBalanceDialog.tsx').then((module) => module.AddBalanceDialog), {})
