/** Undoes acts on videos and series, under the locks of their channels. Each function returns the channels that it changed. */
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { findPreviousPlaces, restoreKeptSeries, restoreKeptVideos } from '#features/channels/server/acts/restore.ts'
import { recordRemoval, recordRename } from '#features/channels/server/acts/record.ts'
import { seriesContainer, videosContainer } from '#features/channels/server/containers.ts'
import { moveSeriesLocked, moveVideosLocked } from '#features/channels/server/move-content.ts'
import { updatePlaylist } from '#features/channels/server/queries/playlist-writes.ts'
import { listVideoIds } from '#features/channels/server/queries/acts.ts'
import {
  findKeptContent,
  lockUploads,
  type KeptContent,
  restoreCaptionsAndComments,
} from '#features/channels/server/queries/removed-things.ts'
import { deleteSeries, updateSeries } from '#features/channels/server/queries/series.ts'
import { deleteVideos, updateVideo } from '#features/channels/server/queries/videos.ts'
import { activityErrors } from '../contract.ts'
import { type LockedAct, createActMover } from './locked-act.ts'
import { findLockedChannel, findLockedItems } from './locked-items.ts'
import { findChannels, findItems, type ItemType } from './queries/things.ts'

const itemTypeOf = ({ act }: Pick<LockedAct, 'act'>): ItemType => (act.type === 'serie' ? 'serie' : 'video')
const itemsOf = ({ locked, act }: Pick<LockedAct, 'locked' | 'act'>) => findLockedItems(locked, itemTypeOf({ act }), act.ids, act.name)

/** Moves things back to their former containers, each to the place after its former neighbour. */
export async function moveItemsBack(lockedAct: LockedAct): Promise<readonly string[]> {
  const { locked, act } = lockedAct
  const { from = [], to } = act.details
  const isVideo = act.type === 'video'
  const result = await itemsOf(lockedAct)
  if (!result.every((item) => item.container === to)) fail(activityErrors.changed, { values: { thing: act.name ?? '' } })
  const items = new Map(result.map((item) => [item.id, item]))
  const touched = new Set(result.map((item) => item.playlist_id))
  for (const containerId of new Set(from.map((place) => place.in))) {
    const playlistId = isVideo ? await findLockedChannel(locked, containerId) : containerId
    touched.add(playlistId)
    const container = isVideo ? videosContainer({ id: containerId, playlistId }) : seriesContainer(playlistId)
    const places = from.filter((place) => place.in === containerId)
    const { ids, indexes } = await findPreviousPlaces(locked, container, places)
    const moving = ids.map((id) => items.get(id)!)
    if (isVideo) await moveVideosLocked(locked, createActMover(lockedAct), moving, { to: { id: containerId, playlistId }, indexes })
    else await moveSeriesLocked(locked, createActMover(lockedAct), moving, { playlistId, indexes })
  }
  // Pages can apply only one effect per revision. After several moves, they have to refetch the changed channels.
  return new Set(from.map((place) => place.in)).size > 1 ? [...touched] : []
}

/** Gives a thing its former name. */
export async function renameItemBack({ locked, act, actor, undoing }: LockedAct): Promise<readonly string[]> {
  const { db } = locked
  const { before = '', name } = act.details
  const id = act.ids[0]!
  const details = { values: { thing: name ?? '' } }
  if (act.type === 'playlist') {
    const [channel] = await findChannels(db, undoing.teamId, [id])
    if (!channel) return fail(activityErrors.left_team)
    if (channel.name !== name) fail(activityErrors.changed, details)
    await recordRename(locked, actor, { type: 'playlist', id, playlistId: id, name: before }, undoing.teamId)
    await updatePlaylist(db, id, { name: before })
    return [id]
  }
  const [item] = await itemsOf({ locked, act })
  if (item!.name !== name) fail(activityErrors.changed, details)
  await recordRename(locked, actor, { type: itemTypeOf({ act }), id, playlistId: item!.playlist_id, name: before })
  if (act.type === 'video') await updateVideo(db, id, item!.series_id, { title: before })
  else await updateSeries(db, id, { name: before })
  return [item!.playlist_id]
}

/** Removes added things. They can be restored. */
export async function removeAddedItems(lockedAct: LockedAct): Promise<readonly string[]> {
  const { locked, act, actor } = lockedAct
  const items = await itemsOf(lockedAct)
  const [{ playlist_id: playlistId } = fail(activityErrors.gone)] = items
  if (act.type === 'serie') {
    const [series] = items
    const recordedIds = new Set(act.details.videos)
    if (!(await listVideoIds(locked.db, series!.id)).every((id) => recordedIds.has(id)))
      fail(activityErrors.series_grown, { values: { thing: series!.name } })
    await recordRemoval(locked, actor, playlistId, { series: series!.id })
    await deleteSeries(locked.db, series!.id)
    return [playlistId]
  }
  await recordRemoval(locked, actor, playlistId, { videos: act.ids })
  for (const seriesId of new Set(items.map((video) => video.series_id))) await deleteVideos(locked.db, seriesId, act.ids)
  return [playlistId]
}

/** Divides videos into those whose uploaded files still exist and those whose files don't. */
async function splitByExistingUpload(db: Db, restorable: KeptContent): Promise<{ restorable: KeptContent; lost: string[] }> {
  const uploadOf = ({ row }: KeptContent['videos'][number]) => row['upload_id'] as string | null
  const uploads = [...new Set(restorable.videos.flatMap((video) => uploadOf(video) ?? []))]
  const existingUploads = new Set<string | null>([null, ...(uploads.length ? await lockUploads(db, uploads) : [])])
  return {
    restorable: { ...restorable, videos: restorable.videos.filter((video) => existingUploads.has(uploadOf(video))) },
    lost: restorable.videos.flatMap((video) => (existingUploads.has(uploadOf(video)) ? [] : String(video.row['title']))),
  }
}

/** Restores removed things to their former places. Leaves out videos whose files were deleted. */
export async function restoreRemovedItems({ locked, act, actor, lost }: LockedAct): Promise<readonly string[]> {
  const { db, lockIds } = locked
  const keptContent = (await findKeptContent(db, act.id)) ?? fail(activityErrors.not_undoable)
  // A removal stores no reported things, so there may be nothing to restore.
  if (!keptContent.series && !keptContent.videos.length) fail(activityErrors.not_undoable)
  const { restorable, lost: without } = await splitByExistingUpload(db, keptContent)
  if (!restorable.series && !restorable.videos.length) fail(activityErrors.file_gone, { values: { thing: without[0] ?? '' } })
  lost.push(...without)
  const [playlistId] = [...lockIds]
  const details = { values: { thing: act.name ?? '' } }
  if ((await findItems(db, 'video', act.ids)).length || (await findItems(db, 'serie', act.ids)).length)
    fail(activityErrors.changed, details)
  if (restorable.series) await restoreKeptSeries(locked, actor, playlistId!, restorable)
  else {
    const ids = [...new Set(restorable.videos.map(({ row }) => String(row['series_id'])))]
    const series = await findItems(db, 'serie', ids)
    if (series.length < ids.length || !series.every((foundSeries) => lockIds.has(foundSeries.playlist_id))) fail(activityErrors.place_gone)
    for (const { id, playlist_id } of series)
      await restoreKeptVideos(
        locked,
        actor,
        { id, playlistId: playlist_id },
        { ...restorable, videos: restorable.videos.filter(({ row }) => row['series_id'] === id) },
      )
  }
  await restoreCaptionsAndComments(db, restorable.act_id)
  return [playlistId!]
}
