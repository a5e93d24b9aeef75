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

interface NamedCopies extends Copies {
  /** Label of the step. */
  label: string
}

/** Copies things to adjacent positions of a target. */
export async function placeCopies(copies: NamedCopies, target: Target, tools: ActionTools): Promise<UndoableStep | undefined> {
  const { copyOf } = copies
  if (target.container === 'groups') return copyOf === 'group' ? copyGroups(copies, target.index, tools) : undefined
  if (target.container === 'bar') return copyOf === 'playlist' ? copyChannels(copies, target, tools) : undefined
  const { channel, index } = target
  if (copyOf === 'serie') return copySeries(copies, { channelId: channel.id, index }, tools)
  if (target.container === 'series') return copyVideos(copies, { channelId: channel.id, series: target.series, index }, tools)
  const copyInto = async (open: Playlist): Promise<StepWithContainer> => {
    const { series, isNew } = await findOrCreateSeries(open, tools)
    const step = copyVideos(copies, { channelId: open.id, series }, tools)
    return { step, ...(isNew && { remove: () => removeEmptySeries(open.id, series.id, tools) }) }
  }
  const first = await copyInto(target.open ?? (await fetchChannel(channel.id, tools)))
  return first.remove ? withContainerUndo(first, async () => copyInto(await fetchChannel(channel.id, tools))) : first.step
}

/**
 * Creates copies one after the other, all or none: if one is refused, deletes the earlier ones.
 * @param finish moves all copies to the target, if they are created elsewhere
 */
function copyAll<T>(
  { ids, label }: NamedCopies,
  make: (id: string, index: number) => Promise<T>,
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
      for (const [index, id] of ids.entries()) copies.push(await make(id, index))
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

function copyVideos(videos: NamedCopies, to: SeriesPlace, tools: ActionTools): UndoableStep {
  const { ids, from, loadedVideos = [] } = videos
  const { change } = tools
  const first = to.index ?? limits.videos
  const indexOf = (index: number) => first + (to.index === undefined ? 0 : index)
  const placeholders = ids.flatMap((id) => loadedVideos.flatMap((video) => (video.id === id ? createPlaceholder(video) : [])))
  const isShown = placeholders.length === ids.length
  const showAll = () => [editOpenChannel(to.channelId, (now) => withVideosIn(now, placeholders, to.series.id, first))]
  return copyAll<Video>(
    videos,
    (id, index) =>
      change(
        channelsContract.copyVideo,
        { body: { video_id: id, source_playlist_id: from, series_id: to.series.id, index: indexOf(index) } },
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
const copySeries = (series: NamedCopies, to: { channelId: string; index: number | undefined }, tools: ActionTools): UndoableStep =>
  copyAll<Series>(
    series,
    (id, index) =>
      tools.change(
        channelsContract.copySeries,
        {
          body: {
            series_id: id,
            source_playlist_id: series.from,
            playlist_id: to.channelId,
            ...(to.index !== undefined && { index: to.index + index }),
          },
        },
        // Shows the copy only after the response, because the server chooses its name.
        { confirmed: (copy) => [editSeriesOf(copy)] },
      ),
    (copies) => removeAllSeries(to.channelId, idsOf(copies), tools),
  )

/**
 * Copies channels to a section or into a group. They are created in the bar first, and then moved together. Copies in the public section
 * are public, others private.
 */
function copyChannels(channels: NamedCopies, { at, index }: BarTarget, tools: ActionTools): UndoableStep {
  const { change } = tools
  const inGroup = typeof at === 'object'
  const status_id: StatusId = at === 'public' ? status.public : status.private
  const orderOf = (nth: number) => (index === undefined ? {} : { order: index + nth })
  const moveToGroup = (group_id: string, copies: readonly Playlist[]) =>
    change(channelsContract.movePlaylists, { body: { playlists: idsOf(copies), group_id, ...orderOf(0) } })
  return copyAll<Playlist>(
    channels,
    (id, nth) =>
      change(channelsContract.copyPlaylist, {
        body: { playlist_id: id, status_id, is_left: at === 'left', ...(!inGroup && orderOf(nth)) },
      }),
    (copies) => removeChannels(idsOf(copies), tools),
    inGroup ? (copies) => moveToGroup(at.groupId, copies) : undefined,
  )
}

/** Copies groups with their channels to a place among the groups of the bar. */
const copyGroups = (groups: NamedCopies, position: number | undefined, tools: ActionTools): UndoableStep =>
  copyAll<Group>(
    groups,
    (id) => tools.change(channelsContract.copyGroup, { params: { id }, body: position === undefined ? {} : { position } }),
    async (copies) => {
      for (const group of copies) await removeGroup(group, tools)
    },
  )
