import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { activityContract } from '../contract.ts'
import { t } from './texts.ts'

interface RefuseDialogProps extends CloseProps {
  teamId: string
  id: string
  /** The suggestion in words. */
  text: string
  onRefused: () => void
}

/** Refuses a suggestion, with a reason for the suggester. */
export function RefuseDialog({ teamId, id, text, onRefused, close }: RefuseDialogProps) {
  const refuse = useChange(activityContract.refuseSuggestion)
  const { message, fields } = formErrors(refuse.error, ['reason'])
  const send = (form: FormData) =>
    refuse.mutate(
      { params: { id: teamId, suggestion_id: id }, body: { reason: formText(form, 'reason') } },
      {
        onSuccess: () => {
          close()
          toast(t('suggestions.refused'))
          onRefused()
        },
      },
    )
  return (
    <FormDialog
      title={t('suggestions.refuse_title')}
      text={text}
      submit={t('suggestions.refuse')}
      onSubmit={send}
      busy={refuse.isPending}
      error={message}
    >
      <Field label={t('suggestions.reason')} limit={500} error={fields['reason']}>
        <TextArea name="reason" />
      </Field>
    </FormDialog>
  )
}
