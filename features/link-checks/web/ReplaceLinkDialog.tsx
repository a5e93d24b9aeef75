import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { completeLink } from '#features/channels/web/links.ts'
import type { LinkedVideo } from './linked-video.ts'
import { t } from './texts.ts'

/** Replaces a video's link. The video keeps its title, position and likes. */
export function ReplaceLinkDialog({ video, close }: CloseProps & { video: LinkedVideo }) {
  const change = useChange(channelsContract.updateVideo)
  const { message, fields } = formErrors(change.error, ['src'])
  const save = (form: FormData) =>
    change.mutate(
      { params: { id: video.id }, body: { src: completeLink(formText(form, 'src')) } },
      {
        onSuccess: () => {
          close()
          toast(t('replace.done'))
        },
      },
    )
  return (
    <FormDialog
      title={t('replace.title')}
      text={t('replace.text', { title: video.title })}
      submit={t('replace.submit')}
      onSubmit={save}
      busy={change.isPending}
      error={message}
    >
      <Field label={t('replace.link')} error={fields['src']}>
        <TextInput name="src" icon={linkSimple} inputMode="url" autoCapitalize="none" autoComplete="off" spellCheck={false} required />
      </Field>
    </FormDialog>
  )
}
