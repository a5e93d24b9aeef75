/** Adds shared things at the start of the Direct Share channel, so that the newest is first. */
import type { Db } from '#kit/server/db/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import { seriesContainer } from '#features/channels/server/containers.ts'
import { type CopyResult, notFoundIfDeleted, placeSeriesCopy } from '#features/channels/server/copies.ts'
import { withContainerLocks, type LockedTransaction, moveThings } from '#features/channels/server/move.ts'
import { addSeries } from '#features/channels/server/series.ts'
import type { Destination } from '#features/channels/server/videos.ts'
import { findSeriesOfSingles, insertShare, type ShareSource } from './queries/shares.ts'
import type { ShareNotice } from './follower-notices.ts'

/** Rate limit per user, because followers are notified of each share. */
export const maxSharesPerHour = { max: 120, windowSeconds: 3600 }

interface ShareContext {
  writer: TransactionRunner
  reader: Reader<User>
  limits: Pick<Limits, 'count'>
  /** The sharer's Direct Share channel. */
  playlistId: string
  from: ShareSource
  /** Notifies followers after the commit. */
  notifyUsers: (tx: Db, notice: ShareNotice) => Promise<unknown>
}

/** Finds or creates a channel's series for single videos, and moves it to the start of the channel. @param name of a new series */
async function findOrCreateSinglesSeries(
  locked: LockedTransaction,
  playlistId: string,
  name: string,
): Promise<{ id: string; playlistId: string }> {
  const series = await findSeriesOfSingles(locked.db, playlistId)
  const id = series ?? (await addSeries(locked.db, { playlistId, name, description: '', type: null }, undefined)).id
  const channel = seriesContainer(playlistId)
  await moveThings(locked, { ids: [id], from: channel, to: channel, index: 0 })
  return { id, playlistId }
}

/**
 * Puts a video first in the series for single videos.
 * @param seriesName name of that series, if it must be created
 * @param place copies the video to a destination
 * @throws 404, 422
 */
export function shareVideo(
  { writer, reader, playlistId, from, notifyUsers }: Pick<ShareContext, 'writer' | 'reader' | 'playlistId' | 'from' | 'notifyUsers'>,
  seriesName: string,
  place: (locked: LockedTransaction, to: Destination) => Promise<CopyResult>,
): Promise<CopyResult> {
  const shared = withContainerLocks(writer, [seriesContainer(playlistId)], async (locked) => {
    const series = await findOrCreateSinglesSeries(locked, playlistId, seriesName)
    const copied = await place(locked, { ...series, index: 0 })
    await insertShare(locked.db, { video_id: copied.id }, from)
    await notifyUsers(locked.db, { user_id: reader.user.id, thing: { video: copied.id } })
    return copied
  })
  return notFoundIfDeleted(shared)
}

/** @param sourcePlaylistId id of the source channel, as the caller gave it @throws 404, 422, 429 */
export function shareSeries(
  sharing: ShareContext,
  { id, name, sourcePlaylistId }: { id: string; name: string; sourcePlaylistId: string },
): Promise<CopyResult> {
  const { writer, reader, playlistId, from, notifyUsers } = sharing
  const shared = withContainerLocks(writer, [seriesContainer(playlistId)], async (locked) => {
    const copied = await placeSeriesCopy(locked, sharing, { id, playlistId: sourcePlaylistId }, { playlistId, index: 0, name })
    await insertShare(locked.db, { series_id: copied.id }, from)
    await notifyUsers(locked.db, { user_id: reader.user.id, thing: { series: copied.id } })
    return copied
  })
  return notFoundIfDeleted(shared)
}
