/** Moves videos and series within and between channels. The result says how to undo the move. */
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { channelsErrors, type UndoSeriesMove, type UndoVideoMove } from '../contract.ts'
import type { SeriesPlace, VideoDestination } from './access.ts'
import { type Container, seriesContainer, videosContainer } from './containers.ts'
import { type PreviousPlace, withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { setHomeVideo, clearHeader, type findEditableSeries, findHeaders, hasHeader, updateSeries } from './queries/series.ts'
import { findChosenHomeVideos, type findEditableVideos } from './queries/videos.ts'
import { destinationSeries } from './series.ts'

/** One index for all items, at adjacent positions; undefined: the end. Or one index per item, ascending. */
type Index = number | readonly number[] | undefined
type FoundVideo = Awaited<ReturnType<typeof findEditableVideos>>[number]
type FoundSeries = Awaited<ReturnType<typeof findEditableSeries>>[number]

interface VideosMove {
  to: VideoDestination
  index?: Index
  /** Id of the moved video that becomes the home video of the series. */
  homeVideoId?: string | undefined
}

/**
 * Moves videos of any series and channels into one series, all or none.
 * @returns the series, whether it is new, and the calls that undo the move
 * @throws 404 if any was moved or deleted concurrently, 422 when the channel is full
 */
export function moveVideos(
  db: Db,
  found: readonly FoundVideo[],
  { to, index, homeVideoId }: VideosMove,
): Promise<{ series: SeriesPlace; isNew: boolean; undo: UndoVideoMove[] }> {
  const from = new Map(found.map(({ id, series_id, playlist_id }) => [id, videosContainer({ id: series_id, playlistId: playlist_id })]))
  const locks = [...from.values(), seriesContainer(to.playlistId)].map(({ lock }) => ({ lock }))
  return withContainerLocks(db, locks, async (locked) => {
    const { db } = locked
    const series = await destinationSeries(locked, to)
    const leaving = found.flatMap(({ id, series_id }) => (series_id === series.id ? [] : [id]))
    // Leaving the series clears its home video.
    const homes = leaving.length ? await findChosenHomeVideos(db, leaving) : []
    const before = await moveThings(locked, { ids: [...from.keys()], from: (id) => from.get(id)! }, videosContainer(series), index)
    if (homeVideoId !== undefined && !(await setHomeVideo(db, series.id, homeVideoId)))
      fail(channelsErrors.not_in_series, { field: 'home_video_id' })
    const undo = undoCalls(before, series.id, homes).map(({ ids, containerId, indexes, marked }): UndoVideoMove => ({
      videos: ids,
      series_id: containerId,
      indexes,
      ...(marked !== undefined && { home_video_id: marked }),
    }))
    return { series, isNew: series.isNew, undo }
  })
}

interface SeriesMove {
  /** The target channel. */
  playlistId: string
  index?: Index
  /** Id of the moved series that becomes the banner if the channel has none. */
  headerId?: string | undefined
}

/**
 * Moves series of any channels, with their videos, into one channel, all or none.
 * @returns the calls that undo the move
 * @throws 404 if any was moved or deleted concurrently, 422 when the channel is full
 */
export const moveSeries = (db: Db, found: readonly FoundSeries[], move: SeriesMove): Promise<UndoSeriesMove[]> =>
  withContainerLocks(db, [seriesContainer(move.playlistId), ...found.map(({ playlist_id }) => seriesContainer(playlist_id))], (locked) =>
    placeSeries(locked, found, move),
  )

/** Like {@link moveSeries}, under the locks of all these channels. A moved banner becomes an ordinary series if the channel has one. */
export async function placeSeries(
  locked: LockedTransaction,
  found: readonly FoundSeries[],
  { playlistId, index, headerId }: SeriesMove,
): Promise<UndoSeriesMove[]> {
  const { db } = locked
  const from = new Map(found.map(({ id, playlist_id }) => [id, seriesContainer(playlist_id)]))
  const arriving = found.flatMap(({ id, playlist_id }) => (playlist_id === playlistId ? [] : [id]))
  const known = new Set(arriving.length ? await findHeaders(db, arriving) : [])
  const headers = arriving.filter((id) => known.has(id))
  if (headers.length) {
    // A channel has at most one banner. If it has none, the first moved banner stays one.
    const ordinary = (await hasHeader(db, playlistId)) ? headers : headers.slice(1)
    for (const id of ordinary) await updateSeries(db, id, { type: null })
  }
  const before = await moveThings(locked, { ids: [...from.keys()], from: (id) => from.get(id)! }, seriesContainer(playlistId), index)
  if (headerId !== undefined && !(await hasHeader(db, playlistId))) await updateSeries(db, headerId, { type: 'header' })
  return undoCalls(before, playlistId, headers).map(({ ids, containerId, indexes, marked }) => ({
    series: ids,
    playlist_id: containerId,
    indexes,
    ...(marked !== undefined && { header_id: marked }),
  }))
}

export interface SeriesChange {
  /** The series' channel after the change. */
  playlistId?: string | undefined
  position?: number | undefined
  name?: string | undefined
  description?: string | undefined
  /** Empty: an ordinary series. */
  type?: 'header' | '' | undefined
  home_video_id?: string | undefined
}
/**
 * Changes and moves a series. A moved banner becomes an ordinary series if the channel has one. A series that becomes the banner
 * replaces the former one.
 * @throws 404, 422 for a home video of another series, or when the channel is full
 */
export const changeSeries = (db: Db, series: SeriesPlace, change: SeriesChange): Promise<void> => {
  const { playlistId = series.playlistId, position, name, description, type, home_video_id } = change
  const [from, to] = [seriesContainer(series.playlistId), seriesContainer(playlistId)]
  const leaves = playlistId !== series.playlistId
  return withContainerLocks(db, [from, to, videosContainer(series)], async (locked) => {
    const { db } = locked
    if (leaves || position !== undefined)
      await placeSeries(locked, [{ id: series.id, playlist_id: series.playlistId }], { playlistId, index: position })
    if (type === 'header') await clearHeader(db, playlistId)
    const columns = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type: type || null }),
    }
    if (Object.keys(columns).length) await updateSeries(db, series.id, columns)
    if (home_video_id !== undefined && !(await setHomeVideo(db, series.id, home_video_id)))
      fail(channelsErrors.not_in_series, { field: 'home_video_id' })
  })
}

interface UndoCall {
  containerId: string
  ids: string[]
  indexes: number[]
  /** The container's former home video or banner. */
  marked?: string
}

const idOf = ({ id, lock }: Container) => id ?? lock.id

/** Returns one call for each former container. The current container comes last, after things from elsewhere have left it. */
function undoCalls(before: readonly PreviousPlace[], toId: string, marked: readonly string[]): UndoCall[] {
  const calls = new Map<string, UndoCall>()
  for (const { id, container, index } of before) {
    const containerId = idOf(container)
    const call = calls.get(containerId) ?? { containerId, ids: [], indexes: [] }
    call.ids.push(id)
    call.indexes.push(index)
    if (marked.includes(id)) call.marked = id
    calls.set(containerId, call)
  }
  return [...calls.values()].toSorted((one, other) => Number(one.containerId === toId) - Number(other.containerId === toId))
}
