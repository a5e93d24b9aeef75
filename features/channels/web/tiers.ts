import { actForUser } from '#shell/act-for-user.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { TierName } from '../contract/tiles.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /**
     * A package. `others`: further packages to choose from. `couponCode`: the code that was already typed. `subscription`: the reader's
     * subscription, if known. `isOffered`: whether the reader can subscribe or resume.
     */
    tier: {
      tier: TierName
      others?: readonly TierName[]
      couponCode?: string
      subscription?: { activeTo: string; renews: boolean }
      isOffered: boolean
    }
  }
}

export const tierSubject = (tier: TierName, subscription?: SubjectOf<'tier'>['subscription'], isOffered = true): SubjectOf<'tier'> => ({
  type: 'tier',
  id: tier.id,
  name: tier.name,
  tier,
  isOffered,
  ...(subscription && { subscription }),
})

/**
 * Opens the dialog that buys a package; guests log in first. The subscriptions feature provides the action.
 * @param others further packages to choose from in the dialog
 */
export const subscribeToTier = (tier: TierName, others: readonly TierName[] = []): Promise<void> =>
  actForUser('tier.subscribe', { ...tierSubject(tier), others })
