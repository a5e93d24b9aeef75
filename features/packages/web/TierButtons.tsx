import { Button } from '#ui/Button.tsx'
import { actForUser } from '#shell/act-for-user.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import type { Tier } from '../contract.ts'
import { t } from './texts.ts'

/** Subscribes to a tier, ends the subscription, or takes the end back. The subscriptions feature provides the actions. */
export function TierButtons({ tier }: { tier: Tier }) {
  const { id, name, price, active_to: activeTo, renews } = tier
  const subscription = activeTo === null ? undefined : { activeTo, renews: renews === true }
  const act = (action: string) => () => void actForUser(action, tierSubject({ id, name, price }, subscription))
  if (!tier.is_subscribed)
    return tier.is_free || tier.is_archived ? null : (
      <Button kind="accent" aria-label={t('subscribe_to', { name })} onClick={act('tier.subscribe')}>
        {t('subscribe')}
      </Button>
    )
  if (!subscription) return null
  return subscription.renews ? (
    <Button aria-label={t('unsubscribe_from', { name })} onClick={act('tier.unsubscribe')}>
      {t('unsubscribe')}
    </Button>
  ) : tier.is_archived ? null : (
    <Button kind="accent" aria-label={t('resume_named', { name })} onClick={act('tier.resume')}>
      {t('resume')}
    </Button>
  )
}
