import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/use.ts'
import { notebook, wallet } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

/** Rows in the account settings: the wallet with its balance, and the ledger for operators. */
export function SettingsRows() {
  const { data: own } = useRead(walletContract.getWallet, {})
  const profile = useRead(accountsContract.getProfile, {})
  return (
    <>
      <RowLink icon={wallet} name={t('wallet.title')} detail={own && formatMoney(own.balance)} href={paths.settings({ view: 'wallet' })} />
      {profile.data?.is_operator && <RowLink icon={notebook} name={t('ledger.title')} href={latePaths.operatorLedger()} />}
    </>
  )
}
