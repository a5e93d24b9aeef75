import { formatDay } from '#kit/web/format-date.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { repeat } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { performAction } from '#shell/perform-action.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { type Subscription, subscriptionsContract } from '../contract.ts'
import { findBalanceEnd, yearsAhead } from './balance-duration.ts'
import css from './OwnSubscriptions.module.css'
import { t } from './texts.ts'

/** The wallet's tab with the user's subscriptions. It also shows how long the balance covers them. */
export function OwnSubscriptions() {
  const read = useRead(subscriptionsContract.getSubscriptions, {})
  return (
    <section aria-label={t('list.title')}>
      <LoadedContent read={read} failed={t('list.failed')} skeleton={<ListSkeleton />}>
        {(subscriptions) =>
          subscriptions.length === 0 ? (
            <StateMessage title={t('list.none')} text={t('list.none_text')} picture={<IconDisc icon={repeat} size={88} />}>
              <ButtonLink kind="accent" href={paths.tiers()}>
                {t('list.packages')}
              </ButtonLink>
            </StateMessage>
          ) : (
            <>
              <BalanceLastsNote subscriptions={subscriptions} />
              <ul>
                {subscriptions.map((subscription) => (
                  <SubscriptionLine key={subscription.id} subscription={subscription} />
                ))}
              </ul>
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}

function BalanceLastsNote({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { data: wallet } = useRead(walletContract.getWallet, {})
  const until = wallet && findBalanceEnd(wallet.balance, subscriptions)
  if (until === undefined) return null
  return <p>{until === 'long' ? t('list.lasts_long', { count: yearsAhead }) : t('list.lasts', { date: formatDay(until.toISOString()) })}</p>
}

function SubscriptionLine({ subscription }: { subscription: Subscription }) {
  const { tier_id: id, tier_name: name, active_to: activeTo, price, renews, is_lapsed: isLapsed, is_archived: isArchived } = subscription
  const act = (action: string) => () => void performAction(action, tierSubject({ id, name, price }, { activeTo, renews }))
  return (
    <li className={css.line}>
      <div className={css.words}>
        <a href={paths.tiers({ tier: id })}>{name}</a>
        <small>{subscriptionStateText(subscription)}</small>
      </div>
      {isArchived ? null : isLapsed ? (
        // A link to the package's page, which shows the current price.
        <ButtonLink size="s" aria-label={t('list.resume_named', { name })} href={paths.tiers({ tier: id })}>
          {t('list.resume')}
        </ButtonLink>
      ) : renews ? (
        <Button size="s" aria-label={t('list.unsubscribe_from', { name })} onClick={act('tier.unsubscribe')}>
          {t('unsubscribe')}
        </Button>
      ) : (
        <Button size="s" kind="accent" aria-label={t('list.resume_named', { name })} onClick={act('tier.resume')}>
          {t('list.resume')}
        </Button>
      )}
    </li>
  )
}

function subscriptionStateText({
  active_to: activeTo,
  next_charge_at: chargedAt,
  next_charge: amount,
  is_lapsed: isLapsed,
}: Subscription): string {
  const date = formatDay(activeTo)
  if (isLapsed) return t('list.lapsed', { date })
  return chargedAt !== null && amount !== null
    ? t('list.next', { amount: formatMoney(amount), date: formatDay(chargedAt) })
    : t('list.until', { date })
}

const ListSkeleton = () => (
  <Skeleton label={t('list.loading')}>
    <SkeletonBlock height={44} />
    <SkeletonBlock height={44} />
  </Skeleton>
)
