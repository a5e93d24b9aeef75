import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract, type Group, type Playlist, type Series, type Video } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { status, type StatusId } from '#features/channels/rules.ts'
import { editOpenChannel, editSeriesOf, withVideosIn } from '#features/channels/web/channel/edits.ts'
import { withoutVideos } from '#features/channels/web/channel/without-videos.ts'
import {
  findOrCreateSeries,
  fetchChannel,
  removeAllSeries,
  removeChannels,
  removeEmptySeries,
  removeGroup,
  removeVideos,
  type StepWithContainer,
  withContainerUndo,
} from '#features/channels/web/create-containers.ts'
import type { BarTarget, Copies, Target } from './target.ts'

/** Copies things to adjacent positions of a target. */
export async function placeCopies(copies: Copies, target: Target, label: string, tools: ActionTools): Promise<UndoableStep | undefined> {
  const { copyOf, ids } = copies
  if (target.container === 'groups') return copyOf === 'group' ? copyGroup(ids[0]!, target.index, label, tools) : undefined
  if (target.container === 'bar') return copyOf === 'playlist' ? copyChannels(ids, target, label, tools) : undefined
  const { channel, index } = target
  if (copyOf === 'serie') return copySeries(copies, { channelId: channel.id, index }, label, tools)
  if (target.container === 'series') return copyVideos(copies, { channelId: channel.id, series: target.series, index }, label, tools)
  const copyInto = async (open: Playlist): Promise<StepWithContainer> => {
    const { series, isNew } = await findOrCreateSeries(open, tools)
    const step = copyVideos(copies, { channelId: open.id, series }, label, tools)
    return { step, ...(isNew && { remove: () => removeEmptySeries(open.id, series.id, tools) }) }
  }
  const first = await copyInto(target.open ?? (await fetchChannel(channel.id, tools)))
  return first.remove ? withContainerUndo(first, async () => copyInto(await fetchChannel(channel.id, tools))) : first.step
}

/**
 * Creates copies one after the other, all or none: if one is refused, deletes the earlier ones.
 * @param make copies the item at this index
 * @param remove deletes copies
 * @param finish moves all copies to the target, if they are created elsewhere
 */
function copyAll<T>(
  count: number,
  label: string,
  make: (index: number) => Promise<T>,
  remove: (copies: readonly T[]) => Promise<unknown>,
  finish?: (copies: readonly T[]) => Promise<unknown>,
): UndoableStep {
  let copies: T[] = []
  const removeAll = async () => {
    const createdCopies = copies
    copies = []
    if (createdCopies.length > 0) await remove(createdCopies)
  }
  const makeAll = async () => {
    try {
      for (let index = 0; index < count; index++) copies.push(await make(index))
      await finish?.(copies)
    } catch (error) {
      // Reports the first refusal instead of a failed deletion.
      await removeAll().catch(() => {})
      throw error
    }
  }
  let copying = makeAll()
  return {
    label,
    pending: copying,
    async undo() {
      // Waits for the copy in progress, because it can't be deleted until it exists.
      await copying.catch(() => {})
      await removeAll()
    },
    redo: () => (copying = makeAll()),
  }
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Creates a video to show until the copy exists. */
const createPlaceholder = (video: Video): Video => ({
  ...video,
  id: `copy-of-${video.id}`,
  copied_video_id: video.id,
  likes: 0,
  liked: false,
  is_home: false,
})

interface SeriesPlace {
  channelId: string
  series: Pick<Series, 'id'>
  index?: number | undefined
}

function copyVideos({ ids, from, loadedVideos = [] }: Copies, to: SeriesPlace, label: string, tools: ActionTools): UndoableStep {
  const { change } = tools
  const first = to.index ?? limits.videos
  const indexOf = (index: number) => first + (to.index === undefined ? 0 : index)
  const placeholders = ids.flatMap((id) => loadedVideos.flatMap((video) => (video.id === id ? createPlaceholder(video) : [])))
  const isShown = placeholders.length === ids.length
  const showAll = () => [editOpenChannel(to.channelId, (now) => withVideosIn(now, placeholders, to.series.id, first))]
  return copyAll<Video>(
    ids.length,
    label,
    (index) =>
      change(
        channelsContract.copyVideo,
        { body: { video_id: ids[index]!, source_playlist_id: from, series_id: to.series.id, index: indexOf(index) } },
        {
          optimistic: () => (isShown && index === 0 ? showAll() : []),
          confirmed: (copy) => [
            editOpenChannel(to.channelId, (now) =>
              withVideosIn(isShown ? withoutVideos(now, [placeholders[index]!.id]) : now, [copy], to.series.id, indexOf(index)),
            ),
          ],
        },
      ),
    (copies) => removeVideos(to.channelId, to.series.id, idsOf(copies), tools, idsOf(placeholders)),
  )
}

/** Copies series, each with everything in it that the user can see. */
function copySeries(
  { ids, from }: Copies,
  to: { channelId: string; index: number | undefined },
  label: string,
  tools: ActionTools,
): UndoableStep {
  return copyAll<Series>(
    ids.length,
    label,
    (index) =>
      tools.change(
        channelsContract.copySeries,
        {
          body: {
            series_id: ids[index]!,
            source_playlist_id: from,
            playlist_id: to.channelId,
            ...(to.index !== undefined && { index: to.index + index }),
          },
        },
        // Shows the copy only after the response, because the server chooses its name.
        { confirmed: (copy) => [editSeriesOf(copy)] },
      ),
    (copies) => removeAllSeries(to.channelId, idsOf(copies), tools),
  )
}

/**
 * Copies channels to a section or into a group. They are created in the bar first, and then moved together. Copies in the public section
 * are public, others private.
 */
function copyChannels(ids: readonly string[], { at, index }: BarTarget, label: string, tools: ActionTools): UndoableStep {
  const { change } = tools
  const inGroup = typeof at === 'object'
  const status_id: StatusId = at === 'public' ? status.public : status.private
  const order = (count: number) => (index === undefined ? {} : { order: index + count })
  const moveToGroup = (group_id: string, copies: readonly Playlist[]) =>
    change(channelsContract.movePlaylists, { body: { playlists: idsOf(copies), group_id, ...order(0) } })
  return copyAll<Playlist>(
    ids.length,
    label,
    (count) =>
      change(channelsContract.copyPlaylist, {
        body: { playlist_id: ids[count]!, status_id, is_left: at === 'left', ...(!inGroup && order(count)) },
      }),
    (copies) => removeChannels(idsOf(copies), tools),
    inGroup ? (copies) => moveToGroup(at.groupId, copies) : undefined,
  )
}

/** Copies a group with its channels to a place among the groups of the bar. */
function copyGroup(id: string, position: number | undefined, label: string, tools: ActionTools): UndoableStep {
  return copyAll<Group>(
    1,
    label,
    () => tools.change(channelsContract.copyGroup, { params: { id }, body: position === undefined ? {} : { position } }),
    async (copies) => {
      for (const group of copies) await removeGroup(group, tools)
    },
  )
}
