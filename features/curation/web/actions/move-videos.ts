import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { commitSteps } from '#shell/undo-history.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import type { Edit } from '#kit/web/pending-edits.ts'
import { curationContract, type Playlist, type Series, type UndoVideoMove, type Video } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { editOpenChannel, editSeriesOf } from '../cache-edits.ts'
import { withHome, withVideosIn } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'
import { t } from '../texts.ts'
import { removeEmptySeries } from './made.ts'

/** A video with the whole channel that it is in. */
export interface VideoPlace {
  channel: Playlist
  series: Series
  video: Video
}

export interface SeriesPlace {
  channelId: string
  series: Pick<Series, 'id' | 'name'>
  /** Counted without what is moved; beyond the end, or left out: the end. */
  index?: number | undefined
}

/** How many of these stand before a place of a series: an index that counts them becomes one that does not. */
export const countBefore = (places: readonly VideoPlace[], series: Series, index: number): number =>
  series.videos.slice(0, index).filter(({ id }) => places.some(({ video }) => video.id === id)).length

/** Each of the videos at the place in its series that it had, and that which was its home. */
const withPutBack = (channel: Playlist, { series_id, indexes, home_video_id }: UndoVideoMove, videos: readonly Video[]): Playlist => {
  const placed = videos.reduce((now, video, at) => withVideosIn(now, [{ ...video, is_home: false }], series_id, indexes[at]!), channel)
  return home_video_id === undefined ? placed : withHome(placed, home_video_id)
}

/**
 * Puts videos of any series and channels side by side to a place, in one call. Taken back, each is where it was, and home where it was home.
 * @param to without a series: at the end of the first of that channel that is no banner; the server makes one where there is none
 */
export async function moveVideos(
  places: readonly VideoPlace[],
  to: SeriesPlace | { channelId: string; series?: undefined },
  label: string,
  tools: ActionTools,
): Promise<UndoableStep> {
  const { change } = tools
  const videos = places.map(({ video }) => video)
  const ids = videos.map(({ id }) => id)
  const move = (body: InputOf<typeof curationContract.moveVideos>['body'], optimistic: () => Edit[]) =>
    change(curationContract.moveVideos, { body }, { optimistic, confirmed: (series) => [editSeriesOf(series)] })
  const formerChannels = [...new Set(places.map(({ channel }) => channel.id))].filter((id) => id !== to.channelId || !to.series)
  const leave = () => formerChannels.map((id) => editOpenChannel(id, (now) => withoutVideos(now, ids)))
  const moveAll = () => {
    if (!to.series) return move({ videos: ids, playlist_id: to.channelId }, leave)
    const { id: series_id } = to.series
    const index = to.index ?? limits.videos
    return move({ videos: ids, series_id, index }, () => [
      editOpenChannel(to.channelId, (now) => withVideosIn(now, videos, series_id, index)),
      ...leave(),
    ])
  }
  const putBack = (body: UndoVideoMove) => {
    const back = body.videos.flatMap((id) => videos.find((video) => video.id === id) ?? [])
    const from = places.find(({ series }) => series.id === body.series_id)?.channel.id
    return move(body, () => [
      ...(from === to.channelId ? [] : [editOpenChannel(to.channelId, (now) => withoutVideos(now, body.videos))]),
      ...(from === undefined ? [] : [editOpenChannel(from, (now) => withPutBack(now, body, back))]),
    ])
  }
  // Places are counted without what is hidden.
  await commitSteps()
  let moved = moveAll()
  return {
    label,
    pending: moved,
    async undo() {
      const { id, is_new, undo } = await moved
      for (const body of undo) await putBack(body)
      if (is_new) await removeEmptySeries(to.channelId, id, tools)
    },
    async redo() {
      moved = moveAll()
      await moved
    },
  }
}

/** What was moved, as a sentence: one by its title, several by their number. */
export const movedVideosLabel = (places: readonly VideoPlace[], to: string): string =>
  places.length === 1
    ? t('video.moved_to', { title: places[0]!.video.title, series: to })
    : t('many.videos_moved', { count: places.length, to })
