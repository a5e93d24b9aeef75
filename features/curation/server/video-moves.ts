/** Moves of videos within a series, between series and between channels; how they are put back. */
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { curationErrors, type UndoVideoMove } from '../contract.ts'
import type { SeriesPlace } from './access.ts'
import { videosOf } from './containers.ts'
import { assertRoom, gather, inContainers, placeEach, placeTogether } from './move.ts'
import { chooseHome } from './queries/series.ts'
import { type findEditableVideos, findVideoPlaces, type FormerVideoPlace } from './queries/videos.ts'
import { containerFor, destinationSeries, type VideoDestination } from './series.ts'
import type { Destination, VideoPlace } from './videos.ts'

const lockOf = (playlistId: string) => ({ lock: { row: 'playlist', id: playlistId } }) as const

/**
 * Moves a video to a place in a series, its own or another one, and can make it the home of that.
 * @throws 404 when it is no longer where it was found, 422 when it comes to another channel that has no room for it
 */
export function moveVideo(db: Db, { id, series: from }: VideoPlace, to: Destination & { isHome: boolean }): Promise<void> {
  return inContainers(db, [lockOf(from.playlistId), lockOf(to.playlistId)], async (locked) => {
    const into = videosOf(to)
    if (from.playlistId !== to.playlistId) await assertRoom(locked.db, into, 1)
    await placeTogether(locked, [id], into, to.index, { from: videosOf(from) })
    if (to.isHome) await chooseHome(locked.db, to.id, id)
  })
}

type FoundVideo = Awaited<ReturnType<typeof findEditableVideos>>[number]
interface VideosMove {
  to: VideoDestination
  /** Where they go side by side; undefined: to the end. Or of each where it goes, rising. */
  index: number | readonly number[] | undefined
  /** One of them, which becomes the home of the series. */
  homeVideoId: string | undefined
}

/**
 * Moves videos, of any series and channels, into one series: all of them or none.
 * @returns the series, whether it was made for them, and how they are put back
 * @throws 404 when one is no longer where it was found, 422 when the channel has no room for those of others
 */
export function moveVideos(
  db: Db,
  found: readonly FoundVideo[],
  { to, index, homeVideoId }: VideosMove,
): Promise<{ series: SeriesPlace; isNew: boolean; undo: UndoVideoMove[] }> {
  const ids = found.map(({ id }) => id)
  return inContainers(db, [containerFor(to), ...found.map(({ playlist_id }) => lockOf(playlist_id))], async (locked) => {
    const { db } = locked
    const series = await destinationSeries(locked, to)
    const into = videosOf(series)
    const isWithin = found.every(({ series_id }) => series_id === series.id)
    let undo: UndoVideoMove[]
    if (isWithin && typeof index !== 'object') {
      const before = await gather(locked, ids, into, index)
      undo = [{ videos: before.map(({ id }) => id), series_id: series.id, indexes: before.map((place) => place.index) }]
    } else {
      const before = await findVideoPlaces(db, ids, [...new Set(found.map(({ series_id }) => series_id))])
      assertStill(found, before)
      const arriving = before.filter(({ playlist_id }) => playlist_id !== series.playlistId).length
      if (arriving) await assertRoom(db, into, arriving)
      if (typeof index === 'object') await placeEach(locked, ids, into, index)
      else await placeTogether(locked, ids, into, index)
      undo = undoMoves(before, series.id)
    }
    if (homeVideoId !== undefined && !(await chooseHome(db, series.id, homeVideoId)))
      fail(curationErrors.not_in_series, { field: 'home_video_id' })
    return { series, isNew: series.isNew, undo }
  })
}

/** @throws 404 unless they are where they were found */
function assertStill(found: readonly FoundVideo[], now: readonly FormerVideoPlace[]): void {
  const places = new Map(now.map((place) => [place.id, place]))
  for (const { id, series_id, playlist_id } of found) {
    const place = places.get(id)
    if (place?.series_id !== series_id || place.playlist_id !== playlist_id) fail(common.not_found)
  }
}

/**
 * One call for each series that they came from; that which they are in now comes last, when no others are among its own any more. A video
 * that was chosen to be the home of its series was so no longer when it left.
 */
function undoMoves(places: readonly FormerVideoPlace[], toSeriesId: string): UndoVideoMove[] {
  const moves = new Map<string, UndoVideoMove>()
  for (const { id, series_id, index, is_chosen_home } of places) {
    const move: UndoVideoMove = moves.get(series_id) ?? { videos: [], series_id, indexes: [] }
    move.videos.push(id)
    move.indexes.push(index)
    if (is_chosen_home && series_id !== toSeriesId) move.home_video_id = id
    moves.set(series_id, move)
  }
  return [...moves.values()].toSorted((a, b) => Number(a.series_id === toSeriesId) - Number(b.series_id === toSeriesId))
}
