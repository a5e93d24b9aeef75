import { openDialog } from '#ui/dialogs.ts'

/**
 * Opens the dialog that adds balance. Resolves when the dialog closes, which it never does if the payment provider's page replaces this
 * one.
 */
export const openAddBalance = (): Promise<void> =>
  openDialog(() => import('./AddBalanceDialog.tsx').then((module) => module.AddBalanceDialog), {})
