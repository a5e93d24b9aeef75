import { isolateDirection } from '#kit/contract/isolated.ts'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { ExportButton } from '#ui/ExportButton.tsx'
import { plus } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { Slot } from '#shell/Slot.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { useQueryFilters } from '#shell/useQueryFilters.ts'
import { OperatorPage, OperatorPageParts } from '#features/accounts/web/OperatorPage.tsx'
import { type CauseType, causeTypes, type LedgerTransaction, walletContract } from '../contract.ts'
import { refundablePurchase } from './purchases.ts'
import { t } from './texts.ts'
import css from './WalletScreen.module.css'

/** The ledger, for operators: totals of the accounts, transactions, refunds and adjustments. */
export const LedgerScreen = () => (
  <OperatorPage section={latePaths.operatorLedger()} title={t('ledger.title')}>
    <OperatorPageParts beside="aside">
      <TrialBalance />
      <Ledger />
    </OperatorPageParts>
  </OperatorPage>
)

function TrialBalance() {
  const trial = useRead(walletContract.getTrialBalance, {})
  return (
    <LoadedContent read={trial} failed={t('ledger.failed')} skeleton={<LedgerSkeleton />}>
      {({ accounts, problems, uncredited }) => (
        <section aria-labelledby="trial" className={css.section}>
          <h2 id="trial" className={css.title}>
            {t('ledger.trial')}
          </h2>
          {problems.length === 0 ? (
            <Alert kind="note">{t('ledger.fine')}</Alert>
          ) : (
            <Alert>
              {t('ledger.wrong')}
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Alert>
          )}
          {uncredited.length > 0 && (
            <Alert>
              {t('ledger.uncredited')}
              <ul>
                {uncredited.map(({ id, amount, problem }) => (
                  <li key={id}>{t(`ledger.problem.${problem}`, { id, amount: formatMoney(amount) })}</li>
                ))}
              </ul>
            </Alert>
          )}
          <table className={css.entries}>
            <thead>
              <tr>
                <th scope="col">{t('ledger.account')}</th>
                <th scope="col" className={css.number}>
                  {t('ledger.debit')}
                </th>
                <th scope="col" className={css.number}>
                  {t('ledger.credit')}
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ account, debit, credit }) => (
                <tr key={account}>
                  <th scope="row">{t(`ledger.accounts.${account}`)}</th>
                  <td className={css.number}>{formatMoney(debit)}</td>
                  <td className={css.number}>{formatMoney(credit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </LoadedContent>
  )
}

const openAdjustDialog = () => void openDialog(() => import('./LedgerDialogs.tsx').then((module) => module.AdjustDialog), {})
const openRefundDialog = (payment: { paymentId: string; amount: string; user: string; date: string }) =>
  void openDialog(() => import('./LedgerDialogs.tsx').then((module) => module.RefundDialog), payment)

type Filter = CauseType | 'all'

function Ledger() {
  const [filter, setFilter] = useState<Filter>('all')
  const [address, setAddress] = useQueryFilters()
  const user = address.get('user')
  const query = { ...(filter !== 'all' && { cause_type: filter }), ...(user !== null && { user_id: user }) }
  const isFiltered = Object.keys(query).length > 0
  const clear = () => {
    setFilter('all')
    if (user !== null) setAddress({ user: '' })
  }
  const pages = usePages(walletContract.listLedger, { query })
  return (
    <section aria-labelledby="ledger" className={css.section}>
      <div className={css.head}>
        <h2 id="ledger" className={css.title}>
          {t('transactions.title')}
        </h2>
        <div className={css.buttons}>
          <Button size="s" icon={plus} onClick={openAdjustDialog}>
            {t('ledger.adjust')}
          </Button>
          <ExportButton size="s" fileName="ledger.csv" load={() => callEndpoint(walletContract.exportLedger, { query }, fetchFile)}>
            {t('ledger.export')}
          </ExportButton>
        </div>
      </div>
      {user !== null && (
        <div className={css.head}>
          <p>{t('ledger.of_user')}</p>
          <Button size="s" onClick={() => setAddress({ user: '' })}>
            {t('ledger.every_user')}
          </Button>
        </div>
      )}
      <ChipChoice
        label={t('ledger.show')}
        options={[
          { value: 'all', name: t('ledger.all') },
          ...causeTypes.map((value) => ({ value: value as Filter, name: causeName(value) })),
        ]}
        value={filter}
        onChange={setFilter}
      />
      <LoadedContent read={{ ...pages, data: pages.items }} failed={t('ledger.failed')} skeleton={<LedgerSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            isFiltered ? (
              <StateMessage title={t('ledger.none_found')} text={t('ledger.none_found_text')} picture="none">
                <Button kind="accent" onClick={clear}>
                  {t('ledger.clear')}
                </Button>
              </StateMessage>
            ) : (
              <StateMessage title={t('ledger.none')} text={t('ledger.none_text')} />
            )
          ) : (
            <>
              <ul className={css.list}>
                {items.map((item) => (
                  <LedgerItem key={item.id} transaction={item} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<LedgerSkeleton />} />
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}

const causeName = (cause: CauseType) => t(`cause.${cause}`, { package: '' }).replace(/: $/, '')

function LedgerItem({ transaction }: { transaction: LedgerTransaction }) {
  const {
    cause_type: cause,
    payment_id: paymentId,
    user,
    tier_name: tier,
    is_refunded: isRefunded,
    note,
    date_at: date,
    entries,
  } = transaction
  const purchase = refundablePurchase(transaction)
  const name = user ? (user.nickname ?? user.id) : t('ledger.deleted')
  const credited = entries.find(({ account }) => account === 'wallet')?.amount
  return (
    <li className={css.entry}>
      <span className={css.words}>
        {tier === null ? causeName(cause) : t(`cause.${cause}`, { package: isolateDirection(tier) })}
        <small className={css.quiet}>
          <time dateTime={date}>{formatDay(date)}</time>
          {' · '}
          {joinWithDots([name, note, isRefunded && t('ledger.refunded')])}
        </small>
      </span>
      <ul className={css.sums}>
        {entries.map(({ account, amount }) => (
          <li key={account}>
            {t(`ledger.accounts.${account}`)} <span>{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      {cause === 'payment' && paymentId !== null && credited !== undefined && (
        <Button
          size="s"
          aria-label={t('ledger.refund_named', { amount: formatMoney(credited), user: name })}
          onClick={() => openRefundDialog({ paymentId, amount: credited, user: name, date: formatDay(date) })}
        >
          {t('ledger.refund')}
        </Button>
      )}
      {purchase && <Slot name="ledger.purchase" subject={purchase} />}
    </li>
  )
}

const LedgerSkeleton = () => (
  <Skeleton label={t('ledger.loading')}>
    <SkeletonBlock height={200} shape="card" />
  </Skeleton>
)
