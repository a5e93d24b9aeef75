import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import { channelsErrors } from '../contract.ts'
import { type Actor, recordNewSeries, recordRemoval } from './acts/record.ts'
import type { SeriesPlace, VideoDestination } from './access.ts'
import { containerKinds, seriesContainer, videosContainer } from './containers.ts'
import type { VideoDraft } from './drafts.ts'
import { withContainerLocks, rowMutex, type LockedTransaction } from './move.ts'
import { appendSeries, deleteEmptySeries, deleteSeries, findFirstSeries, hasVideos } from './queries/series.ts'
import { deleteVideos } from './queries/videos.ts'
import { placeVideos } from './videos.ts'

type NewSeries = Omit<Parameters<typeof appendSeries>[1], 'id' | 'actorId'>

/**
 * Adds a series at the end of a channel, which may be locked already.
 * @param actor for the team's activity; undefined if another act includes the new series
 * @returns its id and index
 * @throws 404, 422
 */
export async function addSeries(db: Db, series: NewSeries, actor: Actor | undefined): Promise<{ id: string; index: number }> {
  const id = newId()
  const { count, problem, field } = containerKinds.series.limit
  try {
    const appended = await appendSeries(db, { ...series, id, actorId: actor?.id }, count)
    return appended ? { id, ...appended } : fail(problem, { field, values: { count } })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'series_one_header') fail(channelsErrors.header_taken, { field: 'type' })
    if (constraint === 'series_playlist_id_fkey') fail(commonErrors.not_found)
    // Retries, as a concurrent call took the position.
    if (constraint === 'series_place') return addSeries(db, series, actor)
    throw error
  }
}

/** Creates a series with its videos, all or none. @returns its id and index @throws 404, 422 */
export const createSeries = (
  writer: TransactionRunner,
  series: NewSeries,
  drafts: readonly VideoDraft[],
  actor: Actor,
): Promise<{ id: string; index: number }> =>
  drafts.length === 0 && !('storingDb' in writer)
    ? rowMutex(writer, [series.playlistId], () => addSeries(writer, series, actor))
    : withContainerLocks(writer, [seriesContainer(series.playlistId)], async (locked) => {
        const { playlistId } = series
        const added = await addSeries(locked.db, series, undefined)
        await placeVideos(locked, { id: added.id, playlistId }, drafts, undefined)
        await recordNewSeries(locked, actor, { id: added.id, playlistId })
        return added
      })

/** `isNew`: whether this call created the series. */
type FoundDestination = SeriesPlace & { isNew: boolean }

/** Returns the first series of a locked channel that is not the banner, or creates one. */
async function findOrCreateFirstSeries({ db }: LockedTransaction, playlistId: string, name: string): Promise<FoundDestination> {
  const first = await findFirstSeries(db, playlistId)
  const { id } = first ?? (await addSeries(db, { playlistId, name, description: '', type: null }, undefined))
  return { id, playlistId, isNew: first === undefined }
}

/** Returns the container to lock for a destination. */
export const destinationContainer = (to: VideoDestination) => ('id' in to ? videosContainer(to) : seriesContainer(to.playlistId))
/** Finds or creates the series of a destination, under its lock. */
export const destinationSeries = async (locked: LockedTransaction, to: VideoDestination): Promise<FoundDestination> =>
  'id' in to ? { ...to, isNew: false } : findOrCreateFirstSeries(locked, to.playlistId, to.name)

/** Adds videos to the first series of a channel that is not the banner, or to a new one with this name. @returns the id of the series */
export const addToFirstSeries = (
  writer: TransactionRunner,
  { playlistId, name, drafts }: { playlistId: string; name: string; drafts: readonly VideoDraft[] },
  actor: Actor,
): Promise<string> =>
  withContainerLocks(writer, [seriesContainer(playlistId)], async (locked) => {
    const series = await findOrCreateFirstSeries(locked, playlistId, name)
    await placeVideos(locked, series, drafts, actor)
    return series.id
  })

/** @param onlyEmpty doesn't delete a series that has videos */
export const removeSeries = (db: Db, series: SeriesPlace, onlyEmpty: boolean, actor: Actor): Promise<void> =>
  withContainerLocks(db, [videosContainer(series)], async (locked) => {
    if (onlyEmpty && locked.teams.size && (await hasVideos(locked.db, series.id))) {
      locked.isUnchanged = true
      return
    }
    await recordRemoval(locked, actor, series.playlistId, { series: series.id })
    await (onlyEmpty ? deleteEmptySeries : deleteSeries)(locked.db, series.id)
  })

/** Deletes all of these videos or none. @throws 422 when one is not in the series */
export const removeVideos = (db: Db, series: SeriesPlace, ids: readonly string[], actor: Actor): Promise<void> =>
  withContainerLocks(db, [videosContainer(series)], async (locked) => {
    await recordRemoval(locked, actor, series.playlistId, { videos: ids })
    if ((await deleteVideos(locked.db, series.id, ids)) !== ids.length) fail(channelsErrors.not_in_series, { field: 'videos' })
  })
