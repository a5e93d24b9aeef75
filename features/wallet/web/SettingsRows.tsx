import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { wallet } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

/** A row in the account settings: the wallet with its balance. */
export function SettingsRows() {
  const { data: ownWallet } = useRead(walletContract.getWallet, {})
  return (
    <RowLink
      icon={wallet}
      name={t('wallet.title')}
      detail={ownWallet ? formatMoney(ownWallet.balance) : '\u00A0'}
      href={paths.settings({ view: 'wallet' })}
    />
  )
}
