import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

/** In the dialog that deletes the account: what happens to the balance and to a debt. */
export function DeletionNote() {
  const { data: own } = useRead(walletContract.getWallet, {})
  if (!own) return null
  return (
    <>
      {own.balance !== '0.00' && <Alert>{t('deletion.balance', { amount: formatMoney(own.balance) })}</Alert>}
      {own.debt !== '0.00' && <Alert kind="note">{t('deletion.debt', { amount: formatMoney(own.debt) })}</Alert>}
    </>
  )
}
