/** Moves videos and series within and between channels. The result contains the calls that undo the move. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { channelsErrors, type MoveResult, type UndoSeriesMove, type UndoVideoMove } from '../contract.ts'
import type { InsertionPoint } from '../insertion-point.ts'
import type { SeriesPlace, VideoDestination } from './access.ts'
import { placesBeforeMove, recordRename } from './acts/record.ts'
import { type Container, seriesContainer, videosContainer } from './containers.ts'
import { publishMove, findIndexByNeighbours, type Mover, moveOnce, retryStaleMove, StaleMoveError } from './move-once.ts'
import { type PreviousPlace, withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { setOpener, clearBanner, findEditableSeries, findBanners, hasBanner, updateSeries } from './queries/series.ts'
import { findChosenOpeners, findEditableVideos } from './queries/videos.ts'
import { destinationSeries } from './series.ts'

type FoundVideo = Omit<Awaited<ReturnType<typeof findEditableVideos>>[number], 'only_suggests'>
type FoundSeries = Omit<Awaited<ReturnType<typeof findEditableSeries>>[number], 'only_suggests'>

interface VideosMove extends InsertionPoint {
  to: VideoDestination
  /** Instead of one insert position: an index per video, ascending. */
  indexes?: readonly number[] | undefined
  /** Id of the moved video that becomes the opener of the series. */
  homeVideoId?: string | undefined
}
interface MovedVideos {
  series: SeriesPlace
  isNew: boolean
  undo: UndoVideoMove[]
  result: MoveResult
}

/**
 * Moves videos of any series and channels into one series, all or none.
 * @param videos ids, or videos that the reader may edit
 * @returns the series, whether it is new, and the calls that undo the move
 * @throws 404 if any was moved or deleted concurrently, 422 if any may not be edited or the channel is full
 */
export const moveVideos = (db: Db, mover: Mover, videos: readonly (string | FoundVideo)[], move: VideosMove): Promise<MovedVideos> =>
  retryStaleMove(async (isFirst) => {
    const isFound = (video: string | FoundVideo): video is FoundVideo => typeof video !== 'string'
    const ids = videos.map((video) => (isFound(video) ? video.id : video))
    const result = isFirst && videos.every(isFound) ? videos : await findEditableVideoRows(db, mover, ids)
    const locks = [...result.map((video) => seriesContainer(video.playlist_id)), seriesContainer(move.to.playlistId)].map(({ lock }) => ({
      lock,
    }))
    const kind = mover.readResponse ? 'video' : 'videos'
    return withContainerLocks(db, locks, (locked) =>
      moveOnce(locked, mover, {
        kind,
        perform: () => moveVideosLocked(locked, mover, result, move),
        seriesOf: ({ series }) => series.id,
      }),
    )
  })

/** @throws 422 */
async function findEditableVideoRows(db: Db, { reader }: Mover, ids: readonly string[]): Promise<FoundVideo[]> {
  const rows = await findEditableVideos(db, reader, ids)
  if (rows.some((video) => video.only_suggests)) fail(commonErrors.only_suggests)
  const byId = new Map(rows.map((video) => [video.id, video]))
  return ids.map((id) => byId.get(id) ?? fail(channelsErrors.videos_unknown, { field: 'videos' }))
}

export async function moveVideosLocked(
  locked: LockedTransaction,
  mover: Mover,
  initialVideos: readonly FoundVideo[],
  { to, indexes, homeVideoId, ...spot }: VideosMove,
): Promise<MovedVideos> {
  const { db } = locked
  const ids = initialVideos.map(({ id }) => id)
  // A concurrent call may have moved the videos while this call waited.
  const currentVideos = mover.opId === undefined ? initialVideos : await findEditableVideoRows(db, mover, ids)
  if (!currentVideos.every(({ playlist_id }) => locked.lockIds.has(playlist_id))) throw new StaleMoveError()
  const from = new Map(
    currentVideos.map(({ id, series_id, playlist_id }) => [id, videosContainer({ id: series_id, playlistId: playlist_id })]),
  )
  const series = await destinationSeries(locked, to)
  const container = videosContainer(series)
  const leaving = currentVideos.flatMap(({ id, series_id }) => (series_id === series.id ? [] : [id]))
  // Reads the chosen openers now, because a video that leaves its series is no longer the opener.
  const homes = leaving.length ? await findChosenOpeners(db, leaving) : []
  const { index, placed } = await findIndexByNeighbours(locked, container, ids, spot)
  const previousPlaces = await placesBeforeMove(locked, 'video', new Map(currentVideos.map(({ id, series_id }) => [id, series_id])))
  const before = await moveThings(locked, { ids, from: (id) => from.get(id)!, to: container, index: indexes ?? index })
  if (homeVideoId !== undefined && !(await setOpener(db, series.id, homeVideoId)))
    fail(channelsErrors.not_in_series, { field: 'home_video_id' })
  const undo = undoCalls(before, series.id, homes).map(({ ids, containerId, indexes, marked }): UndoVideoMove => ({
    videos: ids,
    series_id: containerId,
    indexes,
    ...(marked !== undefined && { home_video_id: marked }),
  }))
  const result = await publishMove(locked, mover, {
    type: 'video',
    to: container,
    ids,
    before,
    previous: previousPlaces,
    placed,
    isChanged: homeVideoId !== undefined,
    isPartial: series.isNew,
  })
  return { series: { id: series.id, playlistId: series.playlistId }, isNew: series.isNew, undo, result }
}

interface SeriesMove extends InsertionPoint {
  /** The target channel. */
  playlistId: string
  /** Instead of one insert position: an index per series, ascending. */
  indexes?: readonly number[] | undefined
  /** Id of the moved series that becomes the banner if the channel has none. */
  headerId?: string | undefined
}
interface MovedSeriesRows {
  undo: UndoSeriesMove[]
  result: MoveResult
}

/**
 * Moves series of any channels, with their videos, into one channel, all or none.
 * @returns the calls that undo the move
 * @throws 404 if any was moved or deleted concurrently, 422 if any may not be edited or the channel is full
 */
export const moveSeries = (db: Db, mover: Mover, ids: readonly string[], move: SeriesMove): Promise<MovedSeriesRows> =>
  retryStaleMove(async () => {
    const result = await findEditableSeriesRows(db, mover, ids)
    const containers = [move.playlistId, ...result.map(({ playlist_id }) => playlist_id)].map(seriesContainer)
    return withContainerLocks(db, containers, (locked) =>
      moveOnce(locked, mover, { kind: 'series', perform: () => moveSeriesLocked(locked, mover, result, move) }),
    )
  })

/** @throws 422 */
async function findEditableSeriesRows(db: Db, { reader }: Mover, ids: readonly string[]): Promise<FoundSeries[]> {
  const editableSeries = await findEditableSeries(db, reader, ids)
  if (editableSeries.some((series) => series.only_suggests)) fail(commonErrors.only_suggests)
  const byId = new Map(editableSeries.map((series) => [series.id, series]))
  return ids.map((id) => byId.get(id) ?? fail(channelsErrors.series_unknown, { field: 'series' }))
}

/** Moves series within locked channels. A moved banner becomes an ordinary series if the channel has one. */
export async function moveSeriesLocked(
  locked: LockedTransaction,
  mover: Mover,
  initialSeries: readonly FoundSeries[],
  { playlistId, indexes, headerId, ...spot }: SeriesMove,
): Promise<MovedSeriesRows> {
  const { db } = locked
  const ids = initialSeries.map(({ id }) => id)
  const currentSeries = mover.opId === undefined ? initialSeries : await findEditableSeriesRows(db, mover, ids)
  if (!currentSeries.every(({ playlist_id }) => locked.lockIds.has(playlist_id))) throw new StaleMoveError()
  const from = new Map(currentSeries.map(({ id, playlist_id }) => [id, seriesContainer(playlist_id)]))
  const arriving = currentSeries.flatMap(({ id, playlist_id }) => (playlist_id === playlistId ? [] : [id]))
  const headerIds = new Set(arriving.length ? await findBanners(db, arriving) : [])
  const headers = arriving.filter((id) => headerIds.has(id))
  if (headers.length) {
    // A channel has at most one banner. If it has none, only the first moved banner stays a banner.
    const otherSeries = (await hasBanner(db, playlistId)) ? headers : headers.slice(1)
    for (const id of otherSeries) await updateSeries(db, id, { type: null })
  }
  const to = seriesContainer(playlistId)
  const { index, placed } = await findIndexByNeighbours(locked, to, ids, spot)
  const previousPlaces = await placesBeforeMove(locked, 'serie', new Map(currentSeries.map(({ id, playlist_id }) => [id, playlist_id])))
  const before = await moveThings(locked, { ids, from: (id) => from.get(id)!, to, index: indexes ?? index })
  const becomesHeader = headerId !== undefined && !(await hasBanner(db, playlistId))
  if (becomesHeader) await updateSeries(db, headerId, { type: 'header' })
  const undo = undoCalls(before, playlistId, headers).map(({ ids, containerId, indexes, marked }) => ({
    series: ids,
    playlist_id: containerId,
    indexes,
    ...(marked !== undefined && { header_id: marked }),
  }))
  const isPartial = headers.length > 0 || becomesHeader
  const result = await publishMove(locked, mover, {
    type: 'serie',
    to,
    ids,
    before,
    previous: previousPlaces,
    placed,
    isChanged: isPartial,
    isPartial,
  })
  return { undo, result }
}

export interface SeriesChange {
  /** The series' channel after the change. */
  playlistId?: string | undefined
  position?: number | undefined
  before?: string | undefined
  after?: string | undefined
  name?: string | undefined
  description?: string | undefined
  /** Empty: an ordinary series. */
  type?: 'header' | '' | undefined
  home_video_id?: string | undefined
}
/**
 * Changes and moves a series. A moved banner becomes an ordinary series if the channel has one. A series that becomes the banner
 * replaces the previous one.
 * @throws 404, 422 for an opener of another series, or when the channel is full
 */
export const changeSeries = (db: Db, mover: Mover, series: SeriesPlace, change: SeriesChange): Promise<{ result?: MoveResult }> =>
  retryStaleMove(() => {
    const { playlistId = series.playlistId, position, before, after } = change
    const containers = [seriesContainer(series.playlistId), seriesContainer(playlistId), videosContainer(series)]
    const isMove = playlistId !== series.playlistId || [position, before, after].some((value) => value !== undefined)
    return withContainerLocks(db, containers, (locked) =>
      moveOnce(locked, mover, {
        kind: 'change',
        async perform() {
          const results = [{ id: series.id, playlist_id: series.playlistId }]
          const result = isMove ? await moveSeriesLocked(locked, mover, results, { playlistId, index: position, before, after }) : undefined
          if (change.name !== undefined)
            await recordRename(locked, mover.actor, { type: 'serie', id: series.id, playlistId, name: change.name })
          const isChanged = await setColumns(locked.db, series.id, playlistId, change)
          if (isChanged) locked.isUnchanged = false
          return { ...(result && { result: result.result }) }
        },
        seriesOf: () => series.id,
      }),
    )
  })

/** @returns whether `change` sets any column @throws 422 */
async function setColumns(db: Db, id: string, playlistId: string, change: SeriesChange): Promise<boolean> {
  const { name, description, type, home_video_id } = change
  if (type === 'header') await clearBanner(db, playlistId)
  const columns = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type: type || null }),
  }
  const count = Object.keys(columns).length
  if (count) await updateSeries(db, id, columns)
  if (home_video_id !== undefined && !(await setOpener(db, id, home_video_id)))
    fail(channelsErrors.not_in_series, { field: 'home_video_id' })
  return count > 0 || home_video_id !== undefined
}

interface UndoCall {
  containerId: string
  ids: string[]
  indexes: number[]
  /** The former opener or banner of the container, if it was moved away. */
  marked?: string
}

const idOf = ({ id, lock }: Container) => id ?? lock.id

/** Returns one call for each former container. The call for the current container is last: by then, things from elsewhere have left it. */
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
  return [...calls.values()].toSorted((a, b) => Number(a.containerId === toId) - Number(b.containerId === toId))
}
