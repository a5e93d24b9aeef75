import { storage } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'

let pendingDialog: Promise<boolean> | undefined

/**
 * Asks for the missing username, once for all waiting calls.
 * @returns whether it is set now
 */
export function promptRequiredFields(): Promise<boolean> {
  pendingDialog ??= openRequiredFields().finally(() => (pendingDialog = undefined))
  return pendingDialog
}

async function openRequiredFields(): Promise<boolean> {
  const filled = await openDialog(() => import('./RequiredFieldsDialog.tsx').then((module) => module.RequiredFieldsDialog), {})
  if (!filled) storage.set('canceled_enter_fields_modal', true)
  return filled ?? false
}
