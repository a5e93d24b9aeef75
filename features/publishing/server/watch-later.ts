/** Adds things first in the Watch Later channel, and moves or removes watched videos. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { type Container, seriesContainer, videosContainer } from '#features/channels/server/containers.ts'
import { withContainerLocks, type LockedTransaction, moveThings } from '#features/channels/server/move.ts'
import { destinationSeries } from '#features/channels/server/series.ts'
import { type Destination, removeVideo } from '#features/channels/server/videos.ts'
import { findWatchLaterItem, listWatchedVideos, type WatchedVideo } from './queries/watch-later.ts'

export interface WatchLaterResult {
  id: string
  isNew: boolean
  /** Whether the video's page has not been fetched yet. */
  isPending: boolean
}

/**
 * Puts a thing first in a Watch Later channel.
 * @param to the channel, and the name of a new series if there is none
 * @param place writes or moves the thing to a destination
 * @throws 404, 422
 */
export const addToWatchLater = (
  writer: TransactionRunner,
  to: { playlistId: string; name: string },
  item: Parameters<typeof findWatchLaterItem>[2],
  place: (locked: LockedTransaction, to: Destination) => Promise<Omit<WatchLaterResult, 'isNew'>>,
): Promise<WatchLaterResult> =>
  withContainerLocks(writer, [seriesContainer(to.playlistId)], async (locked) => {
    const existing = await findWatchLaterItem(locked.db, to.playlistId, item)
    const series = await destinationSeries(locked, to)
    if (!existing) return { ...(await place(locked, { ...series, index: 0 })), isNew: true }
    const from = videosContainer({ id: existing.series_id, playlistId: to.playlistId })
    await moveThings(locked, { ids: [existing.id], from, to: videosContainer(series), index: 0 })
    return { id: existing.id, isNew: false, isPending: false }
  })

/** Videos that were watched longer ago than this, in seconds, stay where they are. */
const watchedWithinSeconds = 24 * 60 * 60
/** Maximum videos per run. The next run continues. */
const maxVideosPerRun = 500

/** Moves or removes watched videos, as their owners chose. */
export async function clearWatchedVideos(db: Db, signal: AbortSignal): Promise<void> {
  for (const video of await listWatchedVideos(db, watchedWithinSeconds, maxVideosPerRun)) {
    if (signal.aborted) return
    await clearVideo(db, video)
  }
}

const moveToEnd = (db: Db, id: string, series: Container) =>
  withContainerLocks(db, [series], (locked) => moveThings(locked, { ids: [id], from: series, to: series }))

async function clearVideo(db: Db, { id, series_id, playlist_id: playlistId, goes }: WatchedVideo): Promise<void> {
  const series = { id: series_id, playlistId }
  try {
    if (goes === 'out') await removeVideo(db, { id, series }, undefined)
    else await moveToEnd(db, id, videosContainer(series))
  } catch (error) {
    // Ignores videos that their owner has moved or deleted since.
    if (!(error instanceof ProblemError && error.problem === commonErrors.not_found)) throw error
  }
}
