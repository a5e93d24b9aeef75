import { paths } from '#shell/paths.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { programmeAddress } from '#features/guide/web/addresses.ts'
import type { SearchResults } from '../contract.ts'

type ResultOf<C extends keyof SearchResults> = SearchResults[C] extends readonly (infer T)[] ? T : never

export const seriesLink = ({ id, playlist_id: playlist }: ResultOf<'series'>): string => channelAddress('globe', { playlist, serie: id })

/**
 * Returns the link to a video in its channel: for the owner, among the user's own channels. For a programme, returns the link to its TV
 * channel.
 */
export function videoLink(
  { id, type, channel_id: channel, playlist_id: playlist, series_id: serie, owner }: ResultOf<'videos'>,
  me?: string,
) {
  if (type === 'epg') return channel === null ? undefined : programmeAddress(channel, id)
  if (playlist === null) return undefined
  return channelAddress(owner !== null && owner === me ? 'heart' : 'globe', { playlist, serie: serie ?? undefined, video: id })
}

/** Returns the link to a user's Direct Share channel, or else to their profile. */
export const userLink = ({ id, directPublishId: playlist }: ResultOf<'users'>): string =>
  playlist === null ? paths.settings({ user: id }) : channelAddress('globe', { playlist })

export const packageLink = ({ id }: ResultOf<'packages'>): string => paths.tiers({ tier: id })
