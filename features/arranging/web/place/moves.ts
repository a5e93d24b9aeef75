/** Requests that move things, with their optimistic edits and undo. */
import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { editResponse } from '#kit/web/change.ts'
import { newIdempotencyKey } from '#kit/web/idempotency-key.ts'
import type { Edit } from '#kit/web/pending-edits.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { commitDeferredSteps } from '#shell/undo-history.ts'
import {
  channelsContract,
  type MoveResult,
  type Playlist,
  type Series,
  type UndoMove,
  type UndoSeriesMove,
  type UndoVideoMove,
  type Video,
} from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { type InsertionPoint, insertionPointAt } from '#features/channels/insertion-point.ts'
import { statuses, type StatusId } from '#features/channels/rules.ts'
import { type BarPlace, placeFields, withChannelsAt, withGroupAt } from '#features/channels/web/bar-edits.ts'
import { receiveMoves } from '#features/channels/web/channel/receive-moves.ts'
import {
  editOpenChannel,
  editSeriesOf,
  patchPlaylist,
  withAllSeries,
  withOpener,
  withOpenerFromResponse,
  withoutSeries,
  withSeriesInserted,
  withVideosInserted,
  withVideosIn,
} from '#features/channels/web/channel/edits.ts'
import { withoutVideos } from '#features/channels/web/channel/without-videos.ts'
import { removeEmptySeries } from '#features/channels/web/create-containers.ts'
import type { VideoPlace } from '#features/channels/web/subjects.ts'
import type { ChannelPlace } from './target.ts'

/** Identifies a move, so that the server makes it once even if the request is repeated. */
const createOpIdField = () => ({ op_id: newIdempotencyKey() })
/** Options of a move that waits for a connection. The effects of the move replace its optimistic edits. */
const createIntent = (label: string) => ({
  repeatedAs: label,
  accepted: ({ effects }: MoveResult, client: QueryClient, callId: number) => void receiveMoves(client, effects, callId),
})
/** Converts an index in a list to an insertion point. The moved items are neither counted nor used as neighbours. */
const insertionPointIn = (list: readonly { id: string }[], movedIds: readonly string[], index: number): InsertionPoint =>
  insertionPointAt(
    list.flatMap(({ id }) => (movedIds.includes(id) ? [] : [id])),
    index,
  )

/** Returns videos to their former positions, and restores the opener. */
const withVideosRestored = (
  channel: Playlist,
  { series_id, indexes, home_video_id }: UndoVideoMove,
  videos: readonly Video[],
): Playlist => {
  const movedVideos = videos.reduce((now, video, at) => withVideosIn(now, [{ ...video, is_home: false }], series_id, indexes[at]!), channel)
  return home_video_id === undefined ? movedVideos : withOpener(movedVideos, home_video_id)
}

/**
 * Moves videos of any series and channels. Undo restores positions and openers.
 * @param to without a series: the end of the channel's first series other than the banner; the server creates one if needed
 */
export async function moveVideos(
  places: readonly VideoPlace[],
  to: ChannelPlace,
  label: string,
  tools: ActionTools,
): Promise<UndoableStep> {
  // Commits pending deletions first, because indexes don't count hidden videos.
  await commitDeferredSteps()
  const [first, ...others] = places as readonly [VideoPlace, ...VideoPlace[]]
  return to.series && others.length === 0 && first.channel.id === to.channel.id
    ? moveInChannel(first, to.series.id, to.index ?? limits.videos, label, tools)
    : moveAcross(places, to, label, tools)
}

/** Moves one video within its channel. This endpoint returns only the video; the endpoint for several returns the whole series. */
function moveInChannel(
  { channel, series, video }: VideoPlace,
  to: string,
  index: number,
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const { id } = video
  const move = (seriesId: string, destId: string, spot: InsertionPoint, isHome: boolean) =>
    change(
      channelsContract.moveVideo,
      {
        params: { videoId: id, seriesId, destId },
        body: { ...spot, index: spot.index!, ...createOpIdField(), ...(isHome && { is_home: true }) },
      },
      {
        ...createIntent(label),
        optimistic: () => [
          editOpenChannel(channel.id, (now) => {
            const moved = withVideosInserted(now, [{ ...video, is_home: false }], destId, spot)
            return isHome ? withOpener(moved, id) : moved
          }),
        ],
        confirmed: (response) => [editOpenChannel(channel.id, (now) => withOpenerFromResponse(now, response))],
      },
    )
  const listOf = (seriesId: string) => channel.series.find((item) => item.id === seriesId)?.videos ?? []
  const spot = insertionPointIn(listOf(to), [id], index)
  const back = insertionPointIn(
    series.videos,
    [id],
    series.videos.findIndex((video) => video.id === id),
  )
  // The video stops being the opener if it leaves its series. Undo then makes it the opener again.
  const wasHome = video.is_home && to !== series.id
  return {
    label,
    pending: move(series.id, to, spot, false),
    undo: () => move(to, series.id, back, wasHome),
    redo: () => move(series.id, to, spot, false),
  }
}

function moveAcross(
  places: readonly VideoPlace[],
  { channel, series, index = limits.videos }: ChannelPlace,
  label: string,
  tools: ActionTools,
): UndoableStep {
  const videos = places.map(({ video }) => video)
  const ids = videos.map(({ id }) => id)
  const move = (body: InputOf<typeof channelsContract.moveVideos>['body'], optimistic: () => Edit[]) =>
    tools.change(
      channelsContract.moveVideos,
      { body: { ...body, ...createOpIdField() } },
      { ...createIntent(label), optimistic, confirmed: (response) => [editSeriesOf(response)] },
    )
  const previousChannels = [...new Set(places.map((place) => place.channel.id))].filter((id) => id !== channel.id || !series)
  const leave = () => previousChannels.map((id) => editOpenChannel(id, (now) => withoutVideos(now, ids)))
  const list = places.find((place) => place.channel.id === channel.id)?.channel.series.find(({ id }) => id === series?.id)?.videos
  const spot = list ? insertionPointIn(list, ids, index) : { index }
  const moveAll = () =>
    series
      ? move({ videos: ids, series_id: series.id, ...spot }, () => [
          editOpenChannel(channel.id, (now) => withVideosInserted(now, videos, series.id, spot)),
          ...leave(),
        ])
      : move({ videos: ids, playlist_id: channel.id }, leave)
  const undoMove = (body: UndoVideoMove) => {
    const back = body.videos.flatMap((id) => videos.find((video) => video.id === id) ?? [])
    const from = places.find((place) => place.series.id === body.series_id)?.channel.id
    return move(body, () => [
      ...(from === channel.id ? [] : [editOpenChannel(channel.id, (now) => withoutVideos(now, body.videos))]),
      ...(from === undefined ? [] : [editOpenChannel(from, (now) => withVideosRestored(now, body, back))]),
    ])
  }
  return moveWithUndo(label, moveAll, async ({ id, is_new, undo }) => {
    for (const body of undo) await undoMove(body)
    if (is_new) await removeEmptySeries(channel.id, id, tools)
  })
}

/** Creates a step whose response contains the calls that undo it. */
function moveWithUndo<T>(label: string, move: () => Promise<T>, undoMove: (response: T) => Promise<unknown>): UndoableStep {
  let pendingMove = move()
  return {
    label,
    pending: pendingMove,
    undo: async () => void (await undoMove(await pendingMove)),
    redo: () => (pendingMove = move()),
  }
}

/** Moves series of one channel. */
export function moveSeries(
  from: Playlist,
  rows: readonly Series[],
  { channel, index = limits.series }: ChannelPlace,
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const ids = rows.map(({ id }) => id)
  const isSameChannel = channel.id === from.id
  const spot = isSameChannel ? insertionPointIn(from.series, ids, index) : { index }
  const move = (body: InputOf<typeof channelsContract.moveSeries>['body'], optimistic: () => Edit[]) =>
    change(
      channelsContract.moveSeries,
      { body: { ...body, ...createOpIdField() } },
      {
        ...createIntent(label),
        optimistic,
        confirmed: ({ series }) => [editOpenChannel(body.playlist_id, (now) => withAllSeries(now, series))],
      },
    )
  const leave = (id: string) => (isSameChannel ? [] : [editOpenChannel(id, (now) => ids.reduce(withoutSeries, now))])
  const previousRows = ({ series, indexes }: UndoSeriesMove) =>
    series.flatMap((id, index) => rows.flatMap((row) => (row.id === id ? { ...row, position: indexes[index]! } : [])))
  return moveWithUndo(
    label,
    () =>
      move({ series: ids, playlist_id: channel.id, ...spot }, () => [
        ...leave(from.id),
        editOpenChannel(channel.id, (now) => withSeriesInserted(now, rows, spot)),
      ]),
    async ({ undo }) => {
      for (const body of undo)
        await move(body, () => [...leave(channel.id), editOpenChannel(from.id, (now) => withAllSeries(now, previousRows(body)))])
    },
  )
}

interface BarDestination {
  at: BarPlace
  index: number | undefined
  /** The channels' new status, if it changes. */
  status_id: StatusId | undefined
}

/** Moves channels of the bar. Undo restores place, group and status. */
export function moveChannels(
  channels: readonly { id: string }[],
  { at, index, status_id }: BarDestination,
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const call = (body: ChannelMove) => change(channelsContract.movePlaylists, { body }, { optimistic: () => channelEdits(body) })
  const place = typeof at === 'string' ? { section: at } : { group_id: at.groupId }
  const move = (ids: readonly string[]) =>
    call({ playlists: [...ids], ...place, ...(index !== undefined && { order: index }), ...(status_id && { status_id }) })
  let pendingMove = move(channels.map(({ id }) => id))
  return {
    label,
    pending: pendingMove,
    async undo() {
      for (const { status_id: before, ...body } of (await pendingMove).undo)
        await call({ ...body, ...(before !== undefined && { status_id: before as StatusId }) })
    },
    async redo() {
      // Ids may be new: a change from Public to Private link replaces the id.
      pendingMove = pendingMove.then(({ undo }) => move(undo.flatMap(({ playlists }) => playlists)))
      await pendingMove
    },
  }
}

type ChannelMove = Omit<UndoMove, 'order' | 'status_id'> & { order?: number; status_id?: StatusId }

function channelEdits({ playlists, section, group_id, order, status_id, is_left }: ChannelMove): Edit[] {
  const at: BarPlace = section ?? { groupId: group_id! }
  const status = statuses.find(({ id }) => id === status_id)
  const fields = {
    ...placeFields(at),
    ...(status && { status_id: status.id, status: status.name }),
    ...(is_left !== undefined && { is_left }),
  }
  return [
    editResponse(channelsContract.listMyPlaylists, {}, (now) => withChannelsAt(now, playlists, at, order, fields)),
    ...playlists.map((id) => patchPlaylist(id, fields)),
  ]
}

/** Moves a group among the groups of the bar, or of the archive. */
export function moveGroup(
  { group, index: before }: SubjectOf<'group'>,
  to: { is_archived: boolean; index: number | undefined },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const { id, is_archived } = group
  const move = ({ is_archived, index }: typeof to) =>
    change(
      channelsContract.updateGroup,
      { params: { id }, body: { is_archived, ...(index !== undefined && { order: index }) } },
      {
        optimistic: () => [
          editResponse(channelsContract.listMyPlaylists, {}, (now) =>
            withGroupAt(now, id, { is_archived, ...(index !== undefined && { index }) }),
          ),
        ],
      },
    )
  return {
    label,
    pending: move(to),
    undo: () => move({ is_archived, index: before }),
    redo: () => move(to),
  }
}
