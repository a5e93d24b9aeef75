/** Restores removed videos and series. */
import { findInsertionIndex } from '../../insertion-point.ts'
import { type Container, seriesContainer, videosContainer } from '../containers.ts'
import { findNewPositions, type LockedTransaction, moveThings } from '../move.ts'
import { hasBanner, setOpener } from '../queries/series.ts'
import { listPlacedItems } from '../queries/places.ts'
import type { KeptContent, KeptVideo } from '../queries/removed-things.ts'
import { restoreSeries, restoreVideos } from '../queries/restore.ts'
import { type Actor, type ActPlace, recordAct, recordNewSeries } from './record.ts'

/**
 * Finds indexes after the former neighbours, or as close as possible.
 * @returns the things in their new order, with the index at which each is inserted, one after the other
 */
export async function findPreviousPlaces(
  { db }: Pick<LockedTransaction, 'db'>,
  container: Container,
  places: readonly Pick<ActPlace, 'id' | 'after' | 'index'>[],
): Promise<{ ids: string[]; indexes: number[] }> {
  const moving = new Set(places.map(({ id }) => id))
  const order = (await listPlacedItems(db, container)).flatMap(({ id }) => (moving.has(id) ? [] : [id]))
  for (const { id, after, index } of places) {
    const spot = after === null ? { index: 0 } : findInsertionIndex(order, { after, index })
    order.splice(spot.index, 0, id)
  }
  const ids = order.filter((id) => moving.has(id))
  return { ids, indexes: ids.map((id) => order.indexOf(id)) }
}

async function placeRestoredVideos(
  locked: LockedTransaction,
  to: { id: string; playlistId: string },
  videos: readonly KeptVideo[],
): Promise<void> {
  if (!videos.length) return
  const { db } = locked
  const container = videosContainer(to)
  const positions = await findNewPositions(locked, container, undefined, videos.length)
  await restoreVideos(db, to.id, videos, positions)
  const places = videos.map(({ row, after }) => ({ id: String(row['id']), after }))
  const { ids, indexes } = await findPreviousPlaces(locked, container, places)
  await moveThings(locked, { ids, from: container, to: container, index: indexes })
  const home = videos.find(({ is_home: isHome }) => isHome)
  if (home) await setOpener(db, to.id, String(home.row['id']))
}

/** Restores videos of one series. @throws 422 if the channel is full */
export async function restoreKeptVideos(
  locked: LockedTransaction,
  actor: Actor,
  to: { id: string; playlistId: string },
  { videos }: KeptContent,
): Promise<void> {
  await placeRestoredVideos(locked, to, videos)
  const ids = videos.map(({ row }) => String(row['id']))
  await recordAct(locked, actor, { kind: 'restored', type: 'video', ids, playlistId: to.playlistId })
}

/**
 * Restores a series with its videos. A restored banner becomes an ordinary series if the channel has another banner.
 * @throws 422 if the channel is full
 */
export async function restoreKeptSeries(locked: LockedTransaction, actor: Actor, playlistId: string, kept: KeptContent): Promise<void> {
  const series = kept.series!
  const id = String(series.row['id'])
  const container = seriesContainer(playlistId)
  const [position] = await findNewPositions(locked, container, undefined)
  const type = series.row['type'] === 'header' && !(await hasBanner(locked.db, playlistId)) ? 'header' : null
  await restoreSeries(locked.db, series, { playlist_id: playlistId, position: position!, type })
  const { ids, indexes } = await findPreviousPlaces(locked, container, [{ id, after: series.after }])
  await moveThings(locked, { ids, from: container, to: container, index: indexes })
  await placeRestoredVideos(locked, { id, playlistId }, kept.videos)
  await recordNewSeries(locked, actor, { id, playlistId }, 'restored')
}
