import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

const refreshMs = 3000

/**
 * Shows a payment's state until it is final. The server gets the state from the provider, because anybody can open the address of this
 * page.
 */
export function PaymentNotice({ id }: { id: string }) {
  const payment = useRead(walletContract.getPayment, { params: { id } }, { isProvisional: ({ status }) => status === 'open', refreshMs })
  const { data, error } = payment
  if (!data) return error ? <Alert>{error.message}</Alert> : <Alert kind="note">{t('confirming.open')}</Alert>
  const text = t(`confirming.${data.status}`, { amount: formatMoney(data.amount) })
  return (
    <>
      <Alert kind={data.status === 'open' || data.status === 'paid' ? 'note' : 'warning'}>{text}</Alert>
      {data.status === 'paid' && <Slot name="wallet.paid" subject={appSubject} />}
      {(data.status === 'failed' || data.status === 'expired') && <Slot name="wallet.unpaid" subject={appSubject} />}
    </>
  )
}
