import type { ReactNode } from 'react'
import { openDialog } from './dialogs.ts'
import { t } from './texts.ts'

interface Question {
  title: string
  text?: ReactNode
  /** What is done when agreed to, in words: "Delete channel". */
  action: string
  /** The way out; "Cancel" unless told. */
  cancel?: string | undefined
}

/** Asks before what was changed, and not sent, is left. */
export const mayDiscard = (): Promise<boolean> => confirm({ title: t('form.leave'), action: t('form.discard'), cancel: t('form.stay') })

/** Asks before something that cannot be undone. */
export const confirm = async (question: Question): Promise<boolean> =>
  (await openDialog(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog), question)) ?? false
