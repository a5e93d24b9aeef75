/** Creates copies of TV content. A copy is a normal video with the restrictions of its TV channel. */
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import { detectPlayback } from '#features/media/rules.ts'
import type { CopyResult } from '#features/channels/server/copies.ts'
import type { VideoDraft } from '#features/channels/server/drafts.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import type { Actor } from '#features/channels/server/acts/record.ts'
import { type Destination, placeVideos } from '#features/channels/server/videos.ts'
import { liveAddress, findWatchOptions } from '#features/guide/catchup.ts'
import { tvWatchingErrors } from '../errors.ts'
import { nowSeconds } from '#features/guide/server/epg.ts'
import { type ChannelSource, findViewingRestrictions, type ProgrammeSource } from './queries/copies.ts'

/** A copy's data; null if its link would be too long. */
type DraftOrNull = VideoDraft | null

const contentTypes = { hls: 'application/vnd.apple.mpegurl', dash: 'application/dash+xml' } as const

function draftOf(src: string, { picture_id, stream_kind, name, channel_id }: ChannelSource, video: Partial<VideoDraft>): DraftOrNull {
  if (src.length > linkMaxLength) return null
  const content_type = stream_kind && contentTypes[stream_kind]
  const kind = detectPlayback({ src, embed_url: null, content_type })?.kind ?? 'page'
  return { src, title: name, description: '', picture_id, site: name, kind, content_type, tv_channel_id: channel_id, ...video }
}

/** Returns a copy's data for the live stream of a channel. */
export const createChannelDraft = (channel: ChannelSource): DraftOrNull =>
  draftOf(liveAddress(channel.source, nowSeconds()), channel, { is_live: true })

/** Returns a copy's data for a past programme, with its duration; undefined if it can't be watched. */
export function createPastProgrammeDraft(programme: ProgrammeSource): DraftOrNull | undefined {
  const { start, stop, title, description, source } = programme
  const { watch, url } = findWatchOptions(source, { start, stop }, source.catchup_days, nowSeconds())
  const published_at = new Date(start * 1000)
  return watch === 'catchup' && url !== null
    ? draftOf(url, programme, { title, description, duration: stop - start, published_at })
    : undefined
}

/** Returns a copy's data for a programme's recording if it can be watched now, or else for the live stream, under the programme's title. */
export const createProgrammeDraft = (programme: ProgrammeSource): DraftOrNull => {
  const past = createPastProgrammeDraft(programme)
  if (past !== undefined) return past
  const { title, description, source } = programme
  return draftOf(liveAddress(source, nowSeconds()), programme, { title, description, is_live: true })
}

/**
 * Adds drafts of one channel one after the other, with the channel's restrictions.
 * @param actor as in `placeVideos`
 * @returns their ids
 * @throws 404, 422
 */
export async function placeDrafts(
  locked: LockedTransaction,
  to: Destination,
  { channelId, drafts }: { channelId: string; drafts: readonly DraftOrNull[] },
  actor: Actor | undefined,
): Promise<string[]> {
  const usable = drafts.filter((draft) => draft !== null)
  if (!usable.length) fail(tvWatchingErrors.not_watchable)
  const bars = (await findViewingRestrictions(locked.db, channelId)) ?? fail(commonErrors.not_found)
  return placeVideos(
    locked,
    to,
    usable.map((draft) => ({ ...draft, ...bars })),
    actor,
  )
}

export const placeDraft = async (
  locked: LockedTransaction,
  to: Destination,
  { channelId, draft }: { channelId: string; draft: DraftOrNull },
  actor: Actor | undefined,
): Promise<CopyResult> => {
  const [id] = await placeDrafts(locked, to, { channelId, drafts: [draft] }, actor)
  return { id: id!, isPending: false }
}
