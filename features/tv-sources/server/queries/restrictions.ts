import { sql } from 'kysely'
import { isBlockedHere } from '#features/channels/server/queries/restrictions.ts'
import { isLockedTvChannel } from '#features/channels/server/queries/tiers.ts'
import type { RestrictionRules } from '#kit/server/restrictions.ts'

/** A TV channel that is disabled, or no longer in its list, counts as removed. */
export const tvChannelRestrictions = {
  tv_channel: {
    removed: () => sql<boolean>`(tv_channel.is_off or tv_channel.gone_at is not null)`,
    adult_only: ({ user }) => (user?.seesAdult ? undefined : sql<boolean>`tv_channel.adult`),
    geo_blocked: (reader) => isBlockedHere('tv_channel', reader),
    tier_required: isLockedTvChannel,
  },
} satisfies RestrictionRules
