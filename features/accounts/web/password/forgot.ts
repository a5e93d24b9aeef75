import { openDialog } from '#ui/dialogs.ts'

/**
 * Helps a user who forgot the password, by emailed link or code.
 * @returns whether a new one was set
 */
export const openForgotPassword = async (method: 'link' | 'code', email: string): Promise<boolean> =>
  (await openDialog(() => import('./ForgotPasswordDialog.tsx').then((module) => module.ForgotPasswordDialog), { by: method, email })) ??
  false
