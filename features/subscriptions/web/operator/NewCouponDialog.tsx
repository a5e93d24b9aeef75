import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { subscriptionsContract } from '../../contract.ts'
import { couponLimits } from '../../rules.ts'
import { t } from '../texts.ts'
import { couponFieldNames, CouponFields, collectGiven, readCouponFields } from './CouponFields.tsx'

export function NewCouponDialog({ close }: CloseProps) {
  const create = useChange(subscriptionsContract.createCoupon)
  const problem = formErrors(create.error, ['code', ...couponFieldNames])
  const send = (form: FormData) =>
    create.mutate(
      { body: { ...collectGiven(form, ['code']), ...readCouponFields(form) } },
      {
        onSuccess: ({ code }) => {
          toast(t('coupons.added', { code }))
          close()
        },
      },
    )
  return (
    <FormDialog
      title={t('coupons.add')}
      width="s"
      submit={t('coupons.create')}
      busy={create.isPending}
      error={problem.message}
      cancel={t('buy.cancel')}
      onSubmit={send}
    >
      <Field label={t('coupons.code')} help={t('coupons.code_help')} error={problem.fields['code']}>
        <TextInput name="code" maxLength={couponLimits.codeLength.max} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <CouponFields errors={problem.fields} sent={create.variables?.body} />
    </FormDialog>
  )
}
