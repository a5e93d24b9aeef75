/** Makes a suggested change, under the locks of its channels. */
import { fail } from '#kit/server/http/fail.ts'
import { type Actor, recordNewSeries, recordRemoval, recordRename } from '#features/channels/server/acts/record.ts'
import type { VideoDraft } from '#features/channels/server/drafts.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import { moveSeriesLocked, moveVideosLocked } from '#features/channels/server/move-content.ts'
import { listVideoIds } from '#features/channels/server/queries/acts.ts'
import { updatePlaylist } from '#features/channels/server/queries/playlist-writes.ts'
import { deleteSeries, updateSeries } from '#features/channels/server/queries/series.ts'
import { deleteVideos, updateVideo } from '#features/channels/server/queries/videos.ts'
import { addSeries, destinationSeries } from '#features/channels/server/series.ts'
import { placeVideos } from '#features/channels/server/videos.ts'
import { activityErrors } from '../contract.ts'
import { type LockedAct, createActMover } from './locked-act.ts'
import { findLockedChannel, findLockedItems } from './locked-items.ts'
import type { FoundSuggestion } from './queries/suggestions.ts'
import { findChannels, findItems, type Item, type ItemType } from './queries/things.ts'

type ApplyContext = Pick<LockedAct, 'locked' | 'undoing'> & { actor: Actor }
interface ApprovedSuggestion extends Pick<FoundSuggestion, 'change' | 'name'> {
  playlistId: string
  drafts: readonly VideoDraft[]
}

/** @throws 409 if one of the things was deleted or has changed */
export async function applySuggestedChange(
  applying: ApplyContext,
  { change, name, playlistId, drafts }: ApprovedSuggestion,
): Promise<void> {
  const { locked, actor } = applying
  if (change.kind === 'renamed') return renameItem(applying, change, playlistId)
  if (change.kind === 'added' && change.type === 'serie') {
    const { name: newName, description } = change
    const { id } = await addSeries(locked.db, { playlistId, name: newName, description, type: null }, undefined)
    return recordNewSeries(locked, actor, { id, playlistId })
  }
  if (change.kind === 'added') {
    const to = await findPlaceIn(applying, change.to)
    await placeVideos(locked, { ...to, index: change.index ?? undefined }, drafts, actor)
    return
  }
  const items = await findLockedItems(locked, change.type, change.ids, name)
  const mover = createActMover(applying)
  if (change.kind === 'removed') {
    if (change.type === 'serie') await assertNotGrown(locked, items, change.videos)
    await removeItems(applying, change.type, items)
  } else if (change.type === 'video') {
    const to = await findPlaceIn(applying, change.to)
    await moveVideosLocked(locked, mover, items, { to, ...change.spot })
  } else await moveSeriesLocked(locked, mover, items, { playlistId, ...change.spot })
}

/** @throws 409 if the series was deleted */
async function findPlaceIn({ locked }: ApplyContext, to: Extract<FoundSuggestion['change'], { to: unknown }>['to']) {
  if ('id' in to) return { id: to.id, playlistId: await findLockedChannel(locked, to.id), isNew: false }
  const [playlistId] = [...locked.lockIds].filter((id) => id === to.playlistId)
  return playlistId === undefined ? fail(activityErrors.place_gone) : destinationSeries(locked, { playlistId, name: to.name })
}

/** @throws 409 if a series has other videos than when its removal was suggested */
async function assertNotGrown({ db }: Pick<LockedTransaction, 'db'>, series: readonly Item[], videos: readonly string[]): Promise<void> {
  const suggestedIds = new Set(videos)
  for (const { id, name } of series)
    if (!(await listVideoIds(db, id)).every((video) => suggestedIds.has(video)))
      fail(activityErrors.series_grown, { values: { thing: name } })
}

async function removeItems({ locked, actor }: ApplyContext, type: ItemType, items: readonly Item[]): Promise<void> {
  for (const playlistId of new Set(items.map((item) => item.playlist_id))) {
    const inChannel = items.filter((item) => item.playlist_id === playlistId)
    if (type === 'video') await recordRemoval(locked, actor, playlistId, { videos: inChannel.map(({ id }) => id) })
    for (const { id, series_id: seriesId } of inChannel)
      if (type === 'video') await deleteVideos(locked.db, seriesId, [id])
      else {
        await recordRemoval(locked, actor, playlistId, { series: id })
        await deleteSeries(locked.db, id)
      }
  }
}

type RenameChange = Extract<FoundSuggestion['change'], { kind: 'renamed' }>
async function renameItem(
  { locked, actor, undoing: { teamId } }: ApplyContext,
  { type, ids, before, name }: RenameChange,
  playlistId: string,
) {
  const { db } = locked
  const id = type === 'playlist' ? playlistId : ids[0]!
  const [result] = type === 'playlist' ? await findChannels(db, teamId, [id]) : await findItems(db, type, [id])
  if (!result) return fail(activityErrors.gone, { values: { thing: before } })
  if (result.name !== before) return fail(activityErrors.changed, { values: { thing: before } })
  const readChannelId = 'playlist_id' in result ? result.playlist_id : id
  await recordRename(locked, actor, { type, id, playlistId: readChannelId, name }, type === 'playlist' ? teamId : readChannelId)
  if (type === 'playlist') await updatePlaylist(db, id, { name })
  else if (type === 'serie') await updateSeries(db, id, { name })
  else await updateVideo(db, id, 'series_id' in result ? result.series_id : '', { title: name })
}
