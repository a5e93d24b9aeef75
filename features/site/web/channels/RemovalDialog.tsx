import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { siteContract } from '../../contract.ts'
import { limits, type RemovableName } from '../../rules.ts'
import { t } from '../texts.ts'

export interface RemovalSubject {
  thing: RemovableName
  /** Id of the user or channel. */
  id: string
  name: string
}

/** Takes a name, address or picture away, with a reason that its owner reads. */
export function RemovalDialog({ thing, id, name, close }: CloseProps & RemovalSubject) {
  const take = useChange(siteContract.takeAway)
  const { message, fields } = formErrors(take.error, ['reason'])
  const isName = thing === 'nickname' || thing === 'slug'
  return (
    <FormDialog
      title={t(`take.ask.${thing}`, { name })}
      text={t(`take.effect.${thing}`)}
      width="s"
      submit={t('take.action')}
      busy={take.isPending}
      error={message}
      onSubmit={(form) =>
        take.mutate(
          { body: { thing, id, reason: formText(form, 'reason').trim(), block: form.has('block') } },
          {
            onSuccess() {
              toast(t('take.done'))
              close()
            },
          },
        )
      }
    >
      <Field label={t('take.reason')} help={t('take.reason_help')} error={fields['reason']} limit={limits.reason}>
        <TextArea name="reason" />
      </Field>
      {isName && <Checkbox name="block">{t('take.block')}</Checkbox>}
    </FormDialog>
  )
}
