/** Moves videos and series within and between channels. The result says how to undo the move. */
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { curationErrors, type UndoSeriesMove, type UndoVideoMove } from '../contract.ts'
import type { SeriesPlace, VideoDestination } from './access.ts'
import { type Container, seriesOf, videosOf } from './containers.ts'
import { type FormerPlace, inContainers, type Locked, moveTo } from './move.ts'
import { chooseHome, endHeader, type findEditableSeries, findHeaders, hasHeader, updateSeries } from './queries/series.ts'
import { findChosenHomes, type findEditableVideos } from './queries/videos.ts'
import { destinationSeries } from './series.ts'

/** Where they go side by side; undefined: to the end. Or of each where it goes, rising. */
type Index = number | readonly number[] | undefined
type FoundVideo = Awaited<ReturnType<typeof findEditableVideos>>[number]
type FoundSeries = Awaited<ReturnType<typeof findEditableSeries>>[number]

interface VideosMove {
  to: VideoDestination
  index?: Index
  /** One of them, which becomes the home of the series. */
  homeVideoId?: string | undefined
}

/**
 * Moves videos, of any series and channels, into one series: all or none.
 * @returns the series, whether it was made for them, and the calls that undo the move
 * @throws 404 when one is no longer where it was found, 422 when the channel has no room for those of others
 */
export function moveVideos(
  db: Db,
  found: readonly FoundVideo[],
  { to, index, homeVideoId }: VideosMove,
): Promise<{ series: SeriesPlace; isNew: boolean; undo: UndoVideoMove[] }> {
  const from = new Map(found.map(({ id, series_id, playlist_id }) => [id, videosOf({ id: series_id, playlistId: playlist_id })]))
  const locks = [...from.values(), seriesOf(to.playlistId)].map(({ lock }) => ({ lock }))
  return inContainers(db, locks, async (locked) => {
    const { db } = locked
    const series = await destinationSeries(locked, to)
    const leaving = found.flatMap(({ id, series_id }) => (series_id === series.id ? [] : [id]))
    // A home video that leaves its series is home no longer.
    const homes = leaving.length ? await findChosenHomes(db, leaving) : []
    const before = await moveTo(locked, { ids: [...from.keys()], from: (id) => from.get(id)! }, videosOf(series), index)
    if (homeVideoId !== undefined && !(await chooseHome(db, series.id, homeVideoId)))
      fail(curationErrors.not_in_series, { field: 'home_video_id' })
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
  /** The channel that they go to. */
  playlistId: string
  index?: Index
  /** One of them, which becomes the banner of the channel where that has none. */
  headerId?: string | undefined
}

/**
 * Moves series with their videos, of any channels, into one channel: all or none.
 * @returns the calls that undo the move
 * @throws 404 when one is no longer where it was found, 422 when the channel has no room for those of others or for their videos
 */
export const moveSeries = (db: Db, found: readonly FoundSeries[], move: SeriesMove): Promise<UndoSeriesMove[]> =>
  inContainers(db, [seriesOf(move.playlistId), ...found.map(({ playlist_id }) => seriesOf(playlist_id))], (locked) =>
    placeSeries(locked, found, move),
  )

/** The same within the locks of all these channels. A banner that comes to a channel which has one becomes an ordinary series. */
export async function placeSeries(
  locked: Locked,
  found: readonly FoundSeries[],
  { playlistId, index, headerId }: SeriesMove,
): Promise<UndoSeriesMove[]> {
  const { db } = locked
  const from = new Map(found.map(({ id, playlist_id }) => [id, seriesOf(playlist_id)]))
  const arriving = found.flatMap(({ id, playlist_id }) => (playlist_id === playlistId ? [] : [id]))
  const known = new Set(arriving.length ? await findHeaders(db, arriving) : [])
  const headers = arriving.filter((id) => known.has(id))
  if (headers.length) {
    // One banner a channel: the first that comes where there is none.
    const ordinary = (await hasHeader(db, playlistId)) ? headers : headers.slice(1)
    for (const id of ordinary) await updateSeries(db, id, { type: null })
  }
  const before = await moveTo(locked, { ids: [...from.keys()], from: (id) => from.get(id)! }, seriesOf(playlistId), index)
  if (headerId !== undefined && !(await hasHeader(db, playlistId))) await updateSeries(db, headerId, { type: 'header' })
  return undoCalls(before, playlistId, headers).map(({ ids, containerId, indexes, marked }) => ({
    series: ids,
    playlist_id: containerId,
    indexes,
    ...(marked !== undefined && { header_id: marked }),
  }))
}

export interface SeriesChange {
  /** The channel that it is (then) in. */
  playlistId?: string | undefined
  position?: number | undefined
  name?: string | undefined
  description?: string | undefined
  /** Empty: an ordinary series. */
  type?: 'header' | '' | undefined
  home_video_id?: string | undefined
}
/**
 * Changes a series, and moves it: a header that comes to a channel which has one becomes an ordinary series. One that is made the
 * header takes the place of the one before it, which becomes an ordinary series.
 * @throws 404, 422 for a home video from elsewhere, and when the channel has no room for the series or its videos
 */
export const changeSeries = (db: Db, series: SeriesPlace, change: SeriesChange): Promise<void> => {
  const { playlistId = series.playlistId, position, name, description, type, home_video_id } = change
  const [from, to] = [seriesOf(series.playlistId), seriesOf(playlistId)]
  const leaves = playlistId !== series.playlistId
  return inContainers(db, [from, to, videosOf(series)], async (locked) => {
    const { db } = locked
    if (leaves || position !== undefined)
      await placeSeries(locked, [{ id: series.id, playlist_id: series.playlistId }], { playlistId, index: position })
    if (type === 'header') await endHeader(db, playlistId)
    const columns = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type: type || null }),
    }
    if (Object.keys(columns).length) await updateSeries(db, series.id, columns)
    if (home_video_id !== undefined && !(await chooseHome(db, series.id, home_video_id)))
      fail(curationErrors.not_in_series, { field: 'home_video_id' })
  })
}

interface UndoCall {
  containerId: string
  ids: string[]
  indexes: number[]
  /** The one that was its home video, or its banner. */
  marked?: string
}

const idOf = ({ id, lock }: Container) => id ?? lock.id

/** One call for each container that they came from; that which they are in now comes last, when no others are among its own any more. */
function undoCalls(before: readonly FormerPlace[], toId: string, marked: readonly string[]): UndoCall[] {
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
