import type { Tier } from '../contract.ts'

/** Whether the reader may watch all items of a package without a subscription. False if the package has more items than are listed. */
export function hasFreeAccess(
  tier: Pick<Tier, 'channels' | 'playlists' | 'channels_count' | 'playlists_count' | 'is_subscribed' | 'is_free'>,
): boolean {
  const items = [...tier.channels, ...tier.playlists]
  return (
    !tier.is_subscribed &&
    !tier.is_free &&
    items.length > 0 &&
    items.length === tier.channels_count + tier.playlists_count &&
    items.every(({ is_locked: isLocked }) => !isLocked)
  )
}
