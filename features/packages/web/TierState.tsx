import { formatDay } from '#kit/web/format-date.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import type { Tier } from '../contract.ts'
import css from './Packages.module.css'
import { hasFreeAccess } from './has-free-access.ts'
import { t } from './texts.ts'

/** The price of a tier, and the state of the reader's subscription. */
export function TierState({ tier }: { tier: Tier }) {
  const state = tierStateText(tier)
  return (
    <>
      <p className={css.price}>{tier.is_free ? t('free') : t('price', { price: formatMoney(tier.price) })}</p>
      {state && <p className={css.quiet}>{state}</p>}
    </>
  )
}

function tierStateText(tier: Tier): string | undefined {
  const { is_subscribed: isSubscribed, active_to: activeTo, renews, is_archived: isArchived } = tier
  if (!isSubscribed) return isArchived ? t('archived') : hasFreeAccess(tier) ? t('open_already') : undefined
  if (activeTo === null) return t('subscribed')
  const date = formatDay(activeTo)
  return renews ? t('renews', { date }) : t('until', { date })
}
