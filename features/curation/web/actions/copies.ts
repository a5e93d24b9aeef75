import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { edit } from '#kit/web/use.ts'
import { curationContract, type Group, type Playlist, type Series, type Video } from '../../contract.ts'
import { limits, status, type StatusId } from '../../rules.ts'
import { type BarPlace, withoutChannels, withoutGroup } from '../bar-edits.ts'
import { editOpenChannel, editSeriesOf } from '../cache-edits.ts'
import { withoutSeries, withVideosIn } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'
import type { SeriesPlace } from './move-videos.ts'

/** What is copied out of a channel; `video`: as it looks, when that is known. */
interface Copied {
  id: string
  video?: Video | undefined
}

/**
 * Makes copies one after the other, all or none: when one is refused, those before it are taken away.
 * @param make makes the copy of the item at this place
 * @param remove takes copies away
 */
function copyAll<T>(
  count: number,
  label: string,
  make: (at: number) => Promise<T>,
  remove: (made: readonly T[]) => Promise<unknown>,
): UndoableStep {
  let made: T[] = []
  const removeAll = async () => {
    const all = made
    made = []
    if (all.length > 0) await remove(all)
  }
  const makeAll = async () => {
    try {
      for (let at = 0; at < count; at++) made.push(await make(at))
    } catch (error) {
      // Why the copies are not there counts, and not that one of them is still left.
      await removeAll().catch(() => {})
      throw error
    }
  }
  let making = makeAll()
  return {
    label,
    pending: making,
    async undo() {
      // What is still being copied can't be taken away.
      await making.catch(() => {})
      await removeAll()
    },
    redo: () => (making = makeAll()),
  }
}

/** What stands for a copy until it is there. */
const standIn = (video: Video): Video => ({
  ...video,
  id: `copy-of-${video.id}`,
  copied_video_id: video.id,
  likes: 0,
  liked: false,
  is_home: false,
})

/** Copies videos side by side to a place. @param from the id of their channel: what lies behind a private link opens by it */
export function copyVideos(videos: readonly Copied[], from: string, to: SeriesPlace, label: string, { change }: ActionTools): UndoableStep {
  const first = to.index ?? limits.videos
  const indexOf = (at: number) => first + (to.index === undefined ? 0 : at)
  const standIns = videos.flatMap(({ video }) => (video ? [standIn(video)] : []))
  const isShown = standIns.length === videos.length
  const showAll = () => [editOpenChannel(to.channelId, (now) => withVideosIn(now, standIns, to.series.id, first))]
  return copyAll<Video>(
    videos.length,
    label,
    (at) =>
      change(
        curationContract.copyVideo,
        { body: { video_id: videos[at]!.id, source_playlist_id: from, series_id: to.series.id, index: indexOf(at) } },
        {
          optimistic: () => (isShown && at === 0 ? showAll() : []),
          confirmed: (copy) => [
            editOpenChannel(to.channelId, (now) =>
              withVideosIn(isShown ? withoutVideos(now, [standIns[at]!.id]) : now, [copy], to.series.id, indexOf(at)),
            ),
          ],
        },
      ),
    (made) => {
      const ids = made.map(({ id }) => id)
      const gone = [...ids, ...standIns.map(({ id }) => id)]
      return change(
        curationContract.removeVideos,
        { params: { id: to.series.id }, body: { videos: ids } },
        { optimistic: () => [editOpenChannel(to.channelId, (now) => withoutVideos(now, gone))] },
      )
    },
  )
}

/** Copies series to a position of a channel, each with all that one sees in it. */
export function copySeries(
  ids: readonly string[],
  from: string,
  to: { channelId: string; position?: number | undefined },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  return copyAll<Series>(
    ids.length,
    label,
    (at) =>
      change(
        curationContract.copySeries,
        {
          body: {
            series_id: ids[at]!,
            source_playlist_id: from,
            playlist_id: to.channelId,
            ...(to.position !== undefined && { index: to.position + at }),
          },
        },
        // What it is called the server says.
        { confirmed: (copy) => [editSeriesOf(copy)] },
      ),
    async (made) => {
      for (const { id } of made)
        await change(
          curationContract.deleteSeries,
          { params: { id } },
          { optimistic: () => [editOpenChannel(to.channelId, (now) => withoutSeries(now, id))] },
        )
    },
  )
}

const onMine = (update: Parameters<typeof edit<typeof curationContract.listMyPlaylists>>[2]) => ({
  optimistic: () => [edit(curationContract.listMyPlaylists, {}, update)],
})

/** Copies channels to a place of the bar, or into a group. Beside what is public they are public; else only their owner sees them. */
export function copyChannels(
  ids: readonly string[],
  to: { at: BarPlace; index?: number | undefined },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const inGroup = typeof to.at === 'object' ? to.at : undefined
  const status_id: StatusId = to.at === 'public' ? status.public : status.private
  return copyAll<Playlist>(
    ids.length,
    label,
    async (at) => {
      const order = to.index === undefined ? undefined : to.index + at
      const copy = await change(curationContract.copyPlaylist, {
        body: { playlist_id: ids[at]!, status_id, is_left: to.at === 'left', ...(!inGroup && order !== undefined && { order }) },
      })
      if (inGroup)
        await change(curationContract.movePlaylists, {
          body: { playlists: [copy.id], group_id: inGroup.groupId, ...(order !== undefined && { order }) },
        })
      return copy
    },
    async (made) => {
      for (const { id } of made)
        await change(
          curationContract.deletePlaylist,
          { params: { id } },
          onMine((now) => withoutChannels(now, [id])),
        )
    },
  )
}

/** Copies a group with its channels to a place among the groups of the bar. */
export function copyGroup(id: string, position: number | undefined, label: string, { change }: ActionTools): UndoableStep {
  return copyAll<Group>(
    1,
    label,
    () => change(curationContract.copyGroup, { params: { id }, body: position === undefined ? {} : { position } }),
    async (made) => {
      for (const group of made) {
        for (const channel of group.playlists) await change(curationContract.deletePlaylist, { params: { id: channel.id } })
        await change(
          curationContract.deleteGroup,
          { params: { id: group.id } },
          onMine((now) => withoutGroup(now, group.id)),
        )
      }
    },
  )
}
