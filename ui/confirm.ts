import type { ReactNode } from 'react'
import { openDialog } from './dialogs.ts'
import { t } from './texts.ts'

interface Question {
  title: string
  text?: ReactNode
  /** Label of the button that confirms: "Delete channel". */
  action: string
  /** Label of the button that cancels. Default: "Cancel". */
  cancel?: string | undefined
  /** Closes the question when aborted. */
  until?: AbortSignal | undefined
}

/** Asks before discarding unsaved changes. @param until closes the question when aborted */
export const confirmDiscard = (until?: AbortSignal): Promise<boolean> =>
  confirm({ title: t('form.leave'), action: t('form.discard'), cancel: t('form.stay'), until })

/** Asks before something that can't be undone. */
export const confirm = async (question: Question): Promise<boolean> =>
  (await openDialog(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog), question)) ?? false
