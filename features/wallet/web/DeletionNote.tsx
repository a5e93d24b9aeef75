import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

/** Shown in the dialog that deletes the account: what happens to the balance and to a debt. */
export function DeletionNote() {
  const { data: wallet } = useRead(walletContract.getWallet, {})
  if (!wallet) return null
  return (
    <>
      {wallet.balance !== '0.00' && <Alert>{t('deletion.balance', { amount: formatMoney(wallet.balance) })}</Alert>}
      {wallet.debt !== '0.00' && <Alert kind="note">{t('deletion.debt', { amount: formatMoney(wallet.debt) })}</Alert>}
    </>
  )
}
