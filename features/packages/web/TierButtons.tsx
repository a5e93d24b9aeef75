import { Button } from '#ui/Button.tsx'
import { actForUser } from '#shell/act-for-user.ts'
import type { Tier } from '../contract.ts'
import { hasFreeAccess } from './has-free-access.ts'
import { t } from './texts.ts'
import { subjectOfTier } from './tier-subject.ts'

/** Buttons that subscribe to a tier, cancel the subscription, or undo the cancellation. The subscriptions feature provides the actions. */
export function TierButtons({ tier }: { tier: Tier }) {
  const subject = subjectOfTier(tier)
  const { name, subscription, isOffered } = subject
  const act = (action: string) => () => void actForUser(action, subject)
  if (subscription?.renews)
    return (
      <Button aria-label={t('unsubscribe_from', { name })} onClick={act('tier.unsubscribe')}>
        {t('unsubscribe')}
      </Button>
    )
  if (!isOffered) return null
  return subscription ? (
    <Button kind="accent" aria-label={t('resume_named', { name })} onClick={act('tier.resume')}>
      {t('resume')}
    </Button>
  ) : (
    <Button kind={hasFreeAccess(tier) ? 'quiet' : 'accent'} aria-label={t('subscribe_to', { name })} onClick={act('tier.subscribe')}>
      {t('subscribe')}
    </Button>
  )
}
