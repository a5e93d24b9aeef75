/** Moves of series within a channel and between channels; how they are put back. */
import type { Db } from '#kit/server/db.ts'
import type { UndoSeriesMove } from '../contract.ts'
import { seriesOf } from './containers.ts'
import { type FormerPlace, inContainers, type Locked, moveTo } from './move.ts'
import { type findEditableSeries, findHeaders, hasHeader, updateSeries } from './queries/series.ts'

type FoundSeries = Awaited<ReturnType<typeof findEditableSeries>>[number]
interface SeriesMove {
  /** The channel that they go to. */
  playlistId: string
  /** Where they go side by side; undefined: to the end. Or of each where it goes, rising. */
  index: number | readonly number[] | undefined
  /** One of them, which becomes the banner of the channel where that has none. */
  headerId?: string | undefined
}

/**
 * Moves series with their videos, of any channels, into one channel: all of them or none.
 * @returns how they are put back
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
  const channelOf = new Map(found.map(({ id, playlist_id }) => [id, playlist_id]))
  const arriving = found.flatMap((series) => (series.playlist_id === playlistId ? [] : [series.id]))
  const known = new Set(arriving.length ? await findHeaders(db, arriving) : [])
  const headers = arriving.filter((id) => known.has(id))
  if (headers.length) {
    // One banner a channel: the first that comes where there is none.
    const ordinary = (await hasHeader(db, playlistId)) ? headers : headers.slice(1)
    for (const id of ordinary) await updateSeries(db, id, { type: null })
  }
  const ids = found.map(({ id }) => id)
  const before = await moveTo(locked, { ids, from: (id) => seriesOf(channelOf.get(id)!) }, seriesOf(playlistId), index)
  if (headerId !== undefined && !(await hasHeader(db, playlistId))) await updateSeries(db, headerId, { type: 'header' })
  return undoMoves(before, channelOf, new Set(headers), playlistId)
}

/** One call for each channel that they came from; that which they are in now comes last, when no others are among its own any more. */
function undoMoves(
  before: readonly FormerPlace[],
  channelOf: ReadonlyMap<string, string>,
  headers: ReadonlySet<string>,
  toPlaylistId: string,
): UndoSeriesMove[] {
  const moves = new Map<string, UndoSeriesMove>()
  for (const { id, index } of before) {
    const playlist_id = channelOf.get(id)!
    const move: UndoSeriesMove = moves.get(playlist_id) ?? { series: [], playlist_id, indexes: [] }
    move.series.push(id)
    move.indexes.push(index)
    if (headers.has(id)) move.header_id = id
    moves.set(playlist_id, move)
  }
  return [...moves.values()].toSorted((a, b) => Number(a.playlist_id === toPlaylistId) - Number(b.playlist_id === toPlaylistId))
}
