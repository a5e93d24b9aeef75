import { useState } from 'react'
import { formatDay } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { type Removal, reportsContract } from '../contract.ts'
import { maxMessageLength } from '../rules.ts'
import css from './RemovalDialog.module.css'
import { useRemoval } from './removals.ts'
import { t } from './texts.ts'

interface RemovalDialogProps extends CloseProps {
  type: Removal['removable_type']
  id: string
}

/** Shows why a thing of the reader was removed, with a form for an answer, which can be sent once. */
export function RemovalDialog({ type, id, close }: RemovalDialogProps) {
  const current = useRemoval(type, id)
  // Keeps the content until the dialog closes, even if the thing is restored in the meantime.
  const [first] = useState(current)
  const removal = current ?? first
  const change = useChange(reportsContract.answerRemoval)
  const { message, fields } = formErrors(change.error, ['message'])
  if (!removal) return null

  const title = t('removed.title', { name: removal.name })
  const details = (
    <div className={css.facts}>
      <p>{t(type === 'user' ? 'removed.person_text' : 'removed.text')}</p>
      <p>
        {t('removed.reason', { reason: removal.reason })} {t('removed.since', { day: formatDay(removal.removed_at) })}
      </p>
    </div>
  )
  if (removal.answer !== null)
    return (
      <Dialog title={title}>
        {details}
        <p className={css.said}>{t('removed.answered')}</p>
        <blockquote className={css.words}>{removal.answer}</blockquote>
        <DialogActions>
          <Button kind="accent" onClick={() => close()}>
            {t('removed.close')}
          </Button>
        </DialogActions>
      </Dialog>
    )

  const send = (form: FormData) =>
    change.mutate(
      { body: { removable_type: type, removable_id: id, message: formText(form, 'message') } },
      {
        onSuccess: () => {
          close()
          toast(t('removed.sent'))
        },
      },
    )
  return (
    <FormDialog title={title} submit={t('removed.send')} onSubmit={send} busy={change.isPending} error={message}>
      {details}
      <Field label={t('removed.answer')} help={t('removed.answer_help')} error={fields['message']} limit={maxMessageLength}>
        <TextArea name="message" required />
      </Field>
    </FormDialog>
  )
}
