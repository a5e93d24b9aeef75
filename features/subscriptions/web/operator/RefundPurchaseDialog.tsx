import { formatMoney } from '#kit/web/format-money.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Checkbox } from '#ui/toggles.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { subscriptionsContract } from '../../contract.ts'
import { t } from '../texts.ts'

/** Refunds a whole purchase to the user's wallet. */
export function RefundPurchaseDialog({ purchase, close }: CloseProps & { purchase: SubjectOf<'purchase'> }) {
  const { id, name } = purchase
  const amount = formatMoney(purchase.amount)
  const refund = useChange(subscriptionsContract.refundPurchase)
  const { message, fields } = formErrors(refund.error, ['note'])
  const onSuccess = () => {
    toast(t('refund.done', { amount }))
    close()
  }
  return (
    <FormDialog
      title={t('refund.title', { name })}
      text={t('refund.text', { amount })}
      width="s"
      submit={t('refund.submit', { amount })}
      busy={refund.isPending}
      error={message}
      cancel={t('buy.cancel')}
      onSubmit={(form) =>
        refund.mutate(
          { params: { id }, body: { note: (form.get('note') ?? '') as string, end_now: form.has('end_now') } },
          { onSuccess: onSuccess },
        )
      }
    >
      <Field label={t('refund.note')} error={fields['note']} limit={500}>
        <TextArea name="note" required />
      </Field>
      <Checkbox name="end_now" defaultChecked>
        {t('refund.end_now')}
      </Checkbox>
    </FormDialog>
  )
}
