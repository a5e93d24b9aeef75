import { formText } from '#kit/web/form.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { tvSourcesContract } from '../../contract.ts'
import type { Source } from '../../operator.ts'
import { limits } from '../../rules.ts'
import { t } from '../texts.ts'

export function RenameSource({ source: { id, name }, close }: CloseProps & { source: Source }) {
  const change = useChange(tvSourcesContract.updateTvSource)
  const { message, fields } = formErrors(change.error, ['name'])
  const save = (form: FormData) =>
    change.mutate(
      { params: { id }, body: { name: formText(form, 'name') } },
      {
        onSuccess: () => {
          close()
          toast(t('operator.saved'))
        },
      },
    )
  return (
    <FormDialog
      title={t('operator.sources.rename_title', { name })}
      submit={t('operator.save')}
      onSubmit={save}
      busy={change.isPending}
      error={message}
    >
      <Field label={t('operator.sources.name')} error={fields['name']} limit={limits.name}>
        <TextInput name="name" defaultValue={name} autoComplete="off" required />
      </Field>
    </FormDialog>
  )
}
