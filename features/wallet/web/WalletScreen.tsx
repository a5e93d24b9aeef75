import { useState } from 'react'
import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { fade } from '#ui/fade.ts'
import { plus, wallet as walletIcon } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { DelayedSkeleton, RevealInOrder } from '#ui/RevealInOrder.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { walletContract } from '../contract.ts'
import { openAddBalance } from './add-balance.ts'
import { PaymentNotice } from './PaymentNotice.tsx'
import { t } from './texts.ts'
import { Transactions } from './Transactions.tsx'
import css from './WalletScreen.module.css'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Notes above the balance. */
    'wallet.note': 'app'
    /** Shown after a payment that was paid. */
    'wallet.paid': 'app'
    /** Shown after a payment that failed or expired. */
    'wallet.unpaid': 'app'
    /** The tab with the user's packages. */
    'wallet.tiers': 'app'
    /** The tab with the user's subscriptions. */
    'wallet.subscriptions': 'app'
  }
}

const BalanceSkeleton = () => (
  <Skeleton label={t('wallet.loading')}>
    <SkeletonBlock height={160} shape="card" />
  </Skeleton>
)

/** The skeleton of the balance, because there is seldom a note. */
const noteSkeleton = (
  <DelayedSkeleton>
    <BalanceSkeleton />
  </DelayedSkeleton>
)

/** The user's balance, transactions, packages and subscriptions. @param payment id of the payment from which the user returns */
export const WalletScreen = ({ payment }: { payment: string | undefined }) => (
  <PersonalScreen title={t('wallet.title')} login={t('wallet.login')} icon={walletIcon} measure="wide">
    <RevealInOrder className={css.screen}>
      <div className={css.part}>
        <Slot name="wallet.note" subject={appSubject} coming={noteSkeleton} />
        {payment !== undefined && <PaymentNotice id={payment} />}
        <Balance isAfterPayment={payment !== undefined} />
      </div>
      <div className={css.part}>
        <Tabs />
      </div>
    </RevealInOrder>
  </PersonalScreen>
)

const tabs = ['transactions', 'tiers', 'subscriptions'] as const

function Tabs() {
  const [tab, setTab] = useState<(typeof tabs)[number]>('transactions')
  return (
    <>
      <SegmentedControl
        label={t('tabs.label')}
        options={tabs.map((value) => ({ value, name: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(next) => fade(() => setTab(next))}
      />
      {tab === 'transactions' ? <Transactions /> : <Slot name={`wallet.${tab}`} subject={appSubject} />}
    </>
  )
}

/** @param isAfterPayment if true, the button that continues a purchase is the main button */
function Balance({ isAfterPayment }: { isAfterPayment: boolean }) {
  const wallet = useRead(walletContract.getWallet, {})
  return (
    <LoadedContent read={wallet} failed={t('wallet.failed')} skeleton={<BalanceSkeleton />}>
      {({ balance, pending, debt, top_ups: topUps }) => (
        <section className={css.balance} aria-labelledby="balance">
          <div className={css.head}>
            <h2 id="balance" className={css.label}>
              {t('wallet.balance')}
            </h2>
            {topUps === 'test' && <p className={css.test}>{t('wallet.test')}</p>}
          </div>
          <p className={css.amount}>{formatMoney(balance)}</p>
          {pending !== '0.00' && <p className={css.quiet}>{t('wallet.pending', { amount: formatMoney(pending) })}</p>}
          {debt !== '0.00' && <Alert>{t('wallet.debt', { amount: formatMoney(debt) })}</Alert>}
          {topUps === 'off' ? (
            <p className={css.quiet}>{t('errors.top_ups_off')}</p>
          ) : (
            <Button kind={isAfterPayment ? 'quiet' : 'accent'} icon={plus} onClick={() => void openAddBalance()}>
              {t('add.open')}
            </Button>
          )}
        </section>
      )}
    </LoadedContent>
  )
}
