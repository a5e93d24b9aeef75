import { type ReactNode, useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { formatMoney, formatMoneyInput } from '#kit/web/format-money.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { type LedgerTransaction, walletContract } from '../contract.ts'
import { t } from './texts.ts'

const shownFields = ['user_id', 'amount', 'note']

interface AmountDialogProps {
  title: string
  text: string
  submit: string
  error: ApiError | null
  busy: boolean
  amount?: string
  onSubmit: (values: { user_id: string; amount: string; note: string }) => void
  children?: ReactNode
}

/** A form with an amount and a note. */
function AmountDialog({ title, text, submit, error, busy, amount = '', onSubmit, children }: AmountDialogProps) {
  const problem = formErrors(error, shownFields)
  return (
    <FormDialog
      title={title}
      text={text}
      width="s"
      submit={submit}
      busy={busy}
      error={problem.message}
      cancel={t('cancel')}
      onSubmit={(form) => {
        const field = (name: string) => (form.get(name) ?? '') as string
        onSubmit({ user_id: field('user_id'), amount: field('amount'), note: field('note') })
      }}
    >
      {children}
      <Field label={t('add.own_amount')} error={problem.fields['amount'] ?? problem.fields['balance']}>
        <TextInput name="amount" inputMode="decimal" autoComplete="off" defaultValue={amount && formatMoneyInput(amount)} />
      </Field>
      <Field label={t('ledger.note')} error={problem.fields['note']} limit={500}>
        <TextArea name="note" />
      </Field>
    </FormDialog>
  )
}

interface RefundDialogProps extends CloseProps {
  paymentId: string
  /** Euros that the payment added to the balance. */
  amount: string
  /** The payer's name and the day of the payment. */
  user: string
  date: string
}

export function RefundDialog({ paymentId, amount, user, date, close }: RefundDialogProps) {
  const refund = useChange(walletContract.refundPayment)
  const onSuccess = () => {
    toast(t('ledger.refund_done'))
    close()
  }
  return (
    <AmountDialog
      title={t('ledger.refund_title', { user })}
      text={t('ledger.refund_text', { amount: formatMoney(amount), date })}
      submit={t('ledger.refund')}
      error={refund.error}
      busy={refund.isPending}
      amount={amount}
      onSubmit={({ amount: typedAmount, note }) =>
        refund.mutate({ params: { id: paymentId }, body: { amount: typedAmount, note } }, { onSuccess: onSuccess })
      }
    />
  )
}

export function AdjustDialog({ close }: CloseProps) {
  const adjust = useChange(walletContract.adjustBalance)
  const [direction, setDirection] = useState<'add' | 'take'>('add')
  const problem = formErrors(adjust.error, shownFields)
  const onSuccess = ({ user: foundUser }: LedgerTransaction) => {
    toast(t('ledger.adjust_done', { user: foundUser?.nickname ?? foundUser?.id ?? '' }))
    close()
  }
  return (
    <AmountDialog
      title={t('ledger.adjust')}
      text={t('ledger.adjust_text')}
      submit={t('ledger.adjust')}
      error={adjust.error}
      busy={adjust.isPending}
      onSubmit={(values) => adjust.mutate({ body: { direction, ...values } }, { onSuccess: onSuccess })}
    >
      <Field label={t('ledger.user')} error={problem.fields['user_id']}>
        <TextInput name="user_id" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <SegmentedControl
        label={t('ledger.direction')}
        options={(['add', 'take'] as const).map((value) => ({ value, name: t(`ledger.${value}`) }))}
        value={direction}
        onChange={setDirection}
      />
    </AmountDialog>
  )
}
