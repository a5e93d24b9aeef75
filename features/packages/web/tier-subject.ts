import type { SubjectOf } from '#shell/subjects.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import type { Tier } from '../contract.ts'

/** Returns the subject of a tier. A tier that is free, or that the reader has without a subscription, is not offered. */
export function subjectOfTier({ id, name, price, ...tier }: Tier): SubjectOf<'tier'> {
  const subscription = tier.active_to === null ? undefined : { activeTo: tier.active_to, renews: tier.renews === true }
  const hasOtherwise = tier.is_free || (tier.is_subscribed && !subscription)
  return tierSubject({ id, name, price }, subscription, !hasOtherwise && !tier.is_archived)
}
