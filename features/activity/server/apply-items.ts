/** Inverses of acts on videos and series, under the locks of their channels. Each returns the channels that it changed. */
import { fail } from '#kit/server/http/fail.ts'
import { findFormerSpots, restoreKeptSeries, restoreKeptVideos } from '#features/channels/server/acts/restore.ts'
import { recordRemoval, recordRename } from '#features/channels/server/acts/record.ts'
import type { Mover } from '#features/channels/server/conclude-move.ts'
import { seriesContainer, videosContainer } from '#features/channels/server/containers.ts'
import { placeSeries, placeVideosMoved } from '#features/channels/server/place.ts'
import { updatePlaylist } from '#features/channels/server/queries/playlist-writes.ts'
import { findKept } from '#features/channels/server/queries/restore.ts'
import { deleteSeries, updateSeries } from '#features/channels/server/queries/series.ts'
import { deleteVideos, updateVideo } from '#features/channels/server/queries/videos.ts'
import { activityErrors } from '../contract.ts'
import { findChannels, findSeries, findVideos } from './queries/acts.ts'
import type { LockedAct } from './locked-act.ts'

const moverOf = ({ undoing, actor }: LockedAct): Mover => ({ reader: undoing.reader, actor, by: null, opId: undefined })

/** The videos or series of an act, as they are now. @throws 409 unless all are there */
async function itemsOf({ locked: { db, lockIds }, act }: LockedAct) {
  const found =
    act.type === 'video'
      ? (await findVideos(db, act.ids)).map((video) => ({ ...video, name: video.title, in: video.series_id, videos: [] }))
      : (await findSeries(db, [act.ids[0]!])).map((series) => ({ ...series, in: series.playlist_id }))
  if (found.length < (act.type === 'video' ? act.ids.length : 1)) fail(activityErrors.gone, { values: { thing: act.name ?? '' } })
  if (!found.every((item) => lockIds.has(item.playlist_id))) fail(activityErrors.changed, { values: { thing: act.name ?? '' } })
  return found
}

/** Moves things back behind their former neighbours. */
export async function moveBack(one: LockedAct): Promise<readonly string[]> {
  const { locked, act } = one
  const { from = [], to } = act.details
  const { db } = locked
  const isVideo = act.type === 'video'
  const found = isVideo
    ? (await findVideos(db, act.ids)).map((video) => ({ ...video, in: video.series_id }))
    : (await findSeries(db, act.ids)).map((series) => ({ ...series, in: series.playlist_id, series_id: '' }))
  const thing = { values: { thing: act.name ?? '' } }
  if (found.length < act.ids.length) fail(activityErrors.gone, thing)
  if (!found.every((item) => item.in === to)) fail(activityErrors.changed, thing)
  const items = new Map(found.map((item) => [item.id, item]))
  const touched = new Set(found.map((item) => item.playlist_id))
  for (const containerId of new Set(from.map((place) => place.in))) {
    const playlistId = isVideo ? await channelOfSeries(one, containerId) : containerId
    touched.add(playlistId)
    const container = isVideo ? videosContainer({ id: containerId, playlistId }) : seriesContainer(playlistId)
    const places = from.filter((place) => place.in === containerId)
    const { ids, indexes } = await findFormerSpots(locked, container, places)
    const moving = ids.map((id) => items.get(id)!)
    if (isVideo) await placeVideosMoved(locked, moverOf(one), moving, { to: { id: containerId, playlistId }, indexes })
    else await placeSeries(locked, moverOf(one), moving, { playlistId, indexes })
  }
  // Pages follow one effect of a revision; they read what several moves changed.
  return new Set(from.map((place) => place.in)).size > 1 ? [...touched] : []
}

/** @throws 409 if the series is gone */
async function channelOfSeries({ locked: { db, lockIds } }: LockedAct, id: string): Promise<string> {
  const [series] = await findSeries(db, [id])
  return series && lockIds.has(series.playlist_id) ? series.playlist_id : fail(activityErrors.place_gone)
}

/** Gives a thing its former name. */
export async function renameBack({ locked, act, actor, undoing }: LockedAct): Promise<readonly string[]> {
  const { db } = locked
  const { before = '', name } = act.details
  const id = act.ids[0]!
  const thing = { values: { thing: name ?? '' } }
  if (act.type === 'playlist') {
    const [channel] = await findChannels(db, undoing.teamId, [id])
    if (!channel) return fail(activityErrors.left_team)
    if (channel.name !== name) fail(activityErrors.changed, thing)
    await recordRename(locked, actor, { type: 'playlist', id, playlistId: id, name: before }, undoing.teamId)
    await updatePlaylist(db, id, { name: before })
    return [id]
  }
  const [item] = await itemsOf({ locked, act, actor, undoing })
  if (item!.name !== name) fail(activityErrors.changed, thing)
  await recordRename(locked, actor, { type: act.type === 'video' ? 'video' : 'serie', id, playlistId: item!.playlist_id, name: before })
  if (act.type === 'video') await updateVideo(db, id, item!.in, { title: before })
  else await updateSeries(db, id, { name: before })
  return [item!.playlist_id]
}

/** Removes added things. They can be restored. */
export async function removeAdded(one: LockedAct): Promise<readonly string[]> {
  const { locked, act, actor } = one
  const items = await itemsOf(one)
  const [{ playlist_id: playlistId } = fail(activityErrors.gone)] = items
  if (act.type === 'serie') {
    const [series] = items
    const known = new Set(act.details.videos)
    if (!series!.videos.every((id) => known.has(id))) fail(activityErrors.series_grown, { values: { thing: series!.name } })
    await recordRemoval(locked, actor, playlistId, { series: series!.id })
    await deleteSeries(locked.db, series!.id)
    return [playlistId]
  }
  await recordRemoval(locked, actor, playlistId, { videos: act.ids })
  for (const seriesId of new Set(items.map((video) => video.in))) await deleteVideos(locked.db, seriesId, act.ids)
  return [playlistId]
}

/** Restores removed things, behind their former neighbours. */
export async function restoreRemoved({ locked, act, actor }: LockedAct): Promise<readonly string[]> {
  const { db, lockIds } = locked
  const kept = (await findKept(db, act.id)) ?? fail(activityErrors.not_undoable)
  // It was reported.
  if (!kept.series && !kept.videos.length) fail(activityErrors.not_undoable)
  const [playlistId] = [...lockIds]
  const thing = { values: { thing: act.name ?? '' } }
  if ((await findVideos(db, act.ids)).length || (await findSeries(db, act.ids)).length) fail(activityErrors.changed, thing)
  if (kept.series) await restoreKeptSeries(locked, actor, playlistId!, kept)
  else {
    const ids = [...new Set(kept.videos.map(({ row }) => String(row['series_id'])))]
    const series = await findSeries(db, ids)
    if (series.length < ids.length || !series.every((found) => lockIds.has(found.playlist_id))) fail(activityErrors.place_gone)
    for (const { id, playlist_id } of series)
      await restoreKeptVideos(
        locked,
        actor,
        { id, playlistId: playlist_id },
        { series: null, videos: kept.videos.filter(({ row }) => row['series_id'] === id) },
      )
  }
  return [playlistId!]
}
