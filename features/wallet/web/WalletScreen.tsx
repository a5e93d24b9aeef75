import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { plus, wallet as walletIcon } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { walletContract } from '../contract.ts'
import { PaymentNotice } from './PaymentNotice.tsx'
import { t } from './texts.ts'
import { Transactions } from './Transactions.tsx'
import css from './WalletScreen.module.css'

/** The user's balance and transactions. @param payment the payment that the user returns from */
export const WalletScreen = ({ payment }: { payment: string | undefined }) => (
  <PersonalScreen title={t('wallet.title')} login={t('wallet.login')} icon={walletIcon}>
    {payment !== undefined && <PaymentNotice id={payment} />}
    <Balance />
    <Transactions />
  </PersonalScreen>
)

const addBalance = () => void openDialog(() => import('./AddBalanceDialog.tsx').then((module) => module.AddBalanceDialog), {})

function Balance() {
  const own = useRead(walletContract.getWallet, {})
  return (
    <Loaded read={own} failed={t('wallet.failed')} skeleton={<BalanceSkeleton />}>
      {({ balance, pending, debt, top_ups: topUps }) => (
        <section className={css.balance} aria-labelledby="balance">
          <h2 id="balance" className={css.label}>
            {t('wallet.balance')}
          </h2>
          <p className={css.amount}>{formatMoney(balance)}</p>
          {pending !== '0.00' && <p className={css.quiet}>{t('wallet.pending', { amount: formatMoney(pending) })}</p>}
          {debt !== '0.00' && <Alert>{t('wallet.debt', { amount: formatMoney(debt) })}</Alert>}
          {topUps === 'off' ? (
            <p className={css.quiet}>{t('errors.top_ups_off')}</p>
          ) : (
            <Button kind="accent" icon={plus} onClick={addBalance}>
              {t('add.open')}
            </Button>
          )}
          {topUps === 'test' && <p className={css.quiet}>{t('wallet.test')}</p>}
        </section>
      )}
    </Loaded>
  )
}

const BalanceSkeleton = () => (
  <Skeleton label={t('wallet.loading')}>
    <SkeletonBlock height={160} shape="card" />
  </Skeleton>
)
