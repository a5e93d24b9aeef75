import { openDialog } from '#ui/dialogs.ts'

/** Opens the dialog that adds balance. Resolves when it closes; it stays open while the payment provider's page loads. */
export const openAddBalance = (): Promise<void> =>
  openDialog(() => import('./AddBalanceDialog.tsx').then((module) => module.AddBalanceDialog), {})
