/** Restrictions that refuse to show a channel. */
export const refusals = ['adult_only', 'geo_blocked'] as const
export type ChannelRefusal = (typeof refusals)[number]
