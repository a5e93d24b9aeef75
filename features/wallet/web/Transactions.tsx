import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { usePages } from '#kit/web/read.ts'
import { cx } from '#ui/cx.ts'
import { ExportButton } from '#ui/ExportButton.tsx'
import { downloadSimple, envelopeSimple, wallet } from '#ui/icons.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { type Transaction, walletContract } from '../contract.ts'
import { downloadReceipt, runWithErrorToast } from './receipts.ts'
import { t } from './texts.ts'
import css from './WalletScreen.module.css'

const mailReceipt = (id: string) =>
  runWithErrorToast(async () => {
    await getActionTools().change(walletContract.mailReceipt, { params: { id } })
    toast(t('receipt.mailed'))
  })

/** The user's transactions, latest first. */
export function Transactions() {
  const pages = usePages(walletContract.listTransactions, {})
  const hasReceipts = pages.items?.some(({ is_paid: isPaid }) => isPaid) === true
  return (
    <section aria-labelledby="transactions" className={css.section}>
      <div className={css.head}>
        <h2 id="transactions" className={css.title}>
          {t('transactions.title')}
        </h2>
        {hasReceipts && (
          <ExportButton size="s" fileName="transactions.csv" load={() => callEndpoint(walletContract.exportTransactions, {}, fetchFile)}>
            {t('transactions.export')}
          </ExportButton>
        )}
      </div>
      {!pages.items && pages.error ? (
        <FailedRow message={t('transactions.failed')} onAgain={() => void pages.refetch()} />
      ) : (
        <LoadedContent read={{ ...pages, data: pages.items }} failed={t('transactions.failed')} skeleton={<ListSkeleton />}>
          {(items) =>
            items.length === 0 ? (
              <StateMessage
                title={t('transactions.none')}
                text={t('transactions.none_text')}
                picture={<IconDisc icon={wallet} size={88} />}
              />
            ) : (
              <>
                <ul className={css.list}>
                  {items.map((item) => (
                    <TransactionItem key={item.id} {...item} hasMenus={hasReceipts} />
                  ))}
                </ul>
                <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton />} />
              </>
            )
          }
        </LoadedContent>
      )}
    </section>
  )
}

function TransactionItem({ hasMenus, ...item }: Transaction & { hasMenus: boolean }) {
  const { id, type, tier_name: tier, date_at: date, amount, is_paid: isPaid, status, balance_after: after } = item
  const name = tier ?? t(`type.${status === null ? type : 'top_up'}`)
  return (
    <li className={cx(css.item, hasMenus && css.withMenu, !isPaid && css.unpaid)}>
      <span className={css.words}>
        {name}
        {tier !== null && <small className={css.quiet}>{t(`type.${type}`)}</small>}
        <small className={css.quiet}>
          <time dateTime={date}>{formatDay(date)}</time>
        </small>
      </span>
      <span className={css.sum}>
        {formatMoney(amount)}
        <small>
          {status === null
            ? after !== null && t('transactions.after', { balance: formatMoney(after) })
            : t(`transactions.status.${status}`)}
        </small>
      </span>
      {isPaid && (
        <MenuButton
          label={t('receipt.menu', { name })}
          menu={{
            label: name,
            rows: () => [
              {
                id: 'download',
                section: 'receipt',
                name: t('receipt.download'),
                icon: downloadSimple,
                perform: () => void downloadReceipt(id),
              },
              { id: 'mail', section: 'receipt', name: t('receipt.by_mail'), icon: envelopeSimple, perform: () => void mailReceipt(id) },
            ],
          }}
        />
      )}
    </li>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('transactions.loading')}>
    <div className={css.coming}>
      <SkeletonBlock height={48} />
      <SkeletonBlock height={48} />
      <SkeletonBlock height={48} />
    </div>
  </Skeleton>
)
