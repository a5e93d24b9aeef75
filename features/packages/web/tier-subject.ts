import type { SubjectOf } from '#shell/subjects.ts'
import { tierSubject } from '#features/channels/web/tiers.ts'
import type { Tier } from '../contract.ts'

/** Returns the subject of a tier. Doesn't offer a tier that is free, archived, or open to the reader without a subscription. */
export function subjectOfTier({ id, name, price, ...tier }: Tier): SubjectOf<'tier'> {
  const subscription = tier.active_to === null ? undefined : { activeTo: tier.active_to, renews: tier.renews === true }
  const hasOtherwise = tier.is_free || (tier.is_subscribed && !subscription)
  return tierSubject({ id, name, price }, subscription, !hasOtherwise && !tier.is_archived)
}
