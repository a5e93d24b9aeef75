import type { OutputOf } from '#kit/contract/endpoint.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { subscriptionsContract } from '../../contract.ts'
import { couponLimits } from '../../rules.ts'
import { t } from '../texts.ts'
import { couponFieldNames, CouponFields, collectGiven, readCouponFields } from './CouponFields.tsx'

/** Makes a batch of coupons. @returns the name and codes of the batch */
export function NewBatchDialog({ close }: CloseProps<OutputOf<typeof subscriptionsContract.createCoupons>>) {
  const create = useChange(subscriptionsContract.createCoupons)
  const problem = formErrors(create.error, ['count', 'batch', 'prefix', ...couponFieldNames])
  const send = (form: FormData) =>
    create.mutate({ body: { ...collectGiven(form, ['count', 'batch', 'prefix']), ...readCouponFields(form) } }, { onSuccess: close })
  return (
    <FormDialog
      title={t('coupons.add_batch')}
      width="s"
      submit={t('coupons.create')}
      busy={create.isPending}
      error={problem.message}
      cancel={t('buy.cancel')}
      onSubmit={send}
    >
      <Field label={t('coupons.count')} help={t('coupons.count_help', { max: couponLimits.batch })} error={problem.fields['count']}>
        <TextInput name="count" inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label={t('coupons.batch_name')} error={problem.fields['batch']}>
        <TextInput name="batch" maxLength={50} autoComplete="off" />
      </Field>
      <Field label={t('coupons.prefix')} help={t('coupons.prefix_help')} error={problem.fields['prefix']}>
        <TextInput name="prefix" maxLength={12} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <CouponFields errors={problem.fields} sent={create.variables?.body} />
    </FormDialog>
  )
}
