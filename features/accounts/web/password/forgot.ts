import { openDialog } from '#ui/dialogs.ts'

/**
 * Helps somebody who forgot the password: with the link of a mail, or with a mailed code that is filled in here.
 * @returns whether a new one has been set
 */
export const openForgot = async (by: 'link' | 'code', email: string): Promise<boolean> =>
  (await openDialog(() => import('./ForgotDialog.tsx').then((module) => module.ForgotDialog), { by, email })) ?? false
