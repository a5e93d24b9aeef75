import { storage } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'

let asking: Promise<boolean> | undefined

/**
 * Asks for what an account still lacks: its nickname. However many calls need it, it is asked for once.
 * @returns whether it is there now
 */
export function askRequiredFields(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<boolean> {
  const filled = await openDialog(() => import('./RequiredFieldsDialog.tsx').then((module) => module.RequiredFieldsDialog), {})
  if (!filled) storage.set('canceled_enter_fields_modal', true)
  return filled ?? false
}
