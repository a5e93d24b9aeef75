import { useState } from 'react'
import { formatMoney } from '#kit/web/format-money.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { ChipChoice } from '#ui/choices.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { walletContract } from '../contract.ts'
import { formatAmount, topUpLimits } from '../money.ts'
import { t } from './texts.ts'

const ownAmount = 'own'
const offeredAmounts = topUpLimits.offered.map(formatAmount)

/** Asks for an amount, and opens the payment provider's page. */
export function AddBalanceDialog() {
  const add = useChange(walletContract.addBalance)
  const [choice, setChoice] = useState(offeredAmounts[0]!)
  const [typed, setTyped] = useState('')
  const [isLeaving, setIsLeaving] = useState(false)
  const problem = formErrors(add.error, ['amount'])
  const limits = t('add.limits', { min: formatMoney('1.00'), max: formatMoney('500.00') })
  const amount = choice === ownAmount ? typed : choice
  return (
    <FormDialog
      title={t('add.title')}
      text={t('add.text')}
      width="s"
      submit={t('add.submit')}
      busy={add.isPending || isLeaving}
      disabled={amount.trim() === ''}
      error={problem.message ?? (choice === ownAmount ? undefined : problem.fields['amount'])}
      // An amount is quickly chosen again, and leaving for the provider must not ask.
      unsaved={false}
      cancel={t('cancel')}
      onSubmit={() =>
        add.mutate(
          { body: { amount } },
          {
            onSuccess({ url }) {
              setIsLeaving(true)
              location.assign(url)
            },
          },
        )
      }
    >
      <ChipChoice
        label={t('add.amount')}
        layout="lines"
        options={[...offeredAmounts.map((value) => ({ value, name: formatMoney(value) })), { value: ownAmount, name: t('add.own') }]}
        value={choice}
        onChange={setChoice}
      />
      {choice === ownAmount && (
        <Field label={t('add.own_amount')} help={limits} error={problem.fields['amount'] && [problem.fields['amount'], limits].join('. ')}>
          <TextInput inputMode="decimal" autoComplete="off" value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
