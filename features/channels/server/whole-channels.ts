/** Creates channels with all their content in one call, as for an import. */
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { detectPlayback } from '#features/media/rules.ts'
import { sectionFor, type StatusId } from '../rules.ts'
import { sectionContainer } from './containers.ts'
import { readEndTime } from './drafts.ts'
import { findNewPositions, withContainerLocks } from './move.ts'
import { positionsBetween } from './positions.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'
import { insertSeries, type SeriesRow } from './queries/series.ts'
import { insertVideos, type VideoRow } from './queries/videos.ts'

export interface NewChannelVideo {
  src: string
  title: string
  description: string
  duration: number | null
  /** Seconds. */
  start_at?: number
  end_at?: number
  adult?: boolean
  /** The caller's own reference to the picture. Not used here: the caller sets the picture later. */
  picture?: string
}
export interface NewChannel {
  name: string
  description: string
  tags: string[]
  adult: boolean
  series: { name: string; videos: NewChannelVideo[] }[]
}

/**
 * Creates channels at the end of their section, all or none. The pages of their videos are fetched later.
 * @param find called within the transaction: returns the channels to create, or the ids of an earlier run
 * @param onCreated called within the transaction, with the ids of the channels in order, and of each video
 * @returns their ids
 * @throws 422 above the limit
 */
export function createChannels(
  db: Db,
  { user }: Reader<User>,
  statusId: StatusId,
  {
    find,
    onCreated,
  }: {
    find: (tx: Db) => Promise<{ channels: NewChannel[]; createdIds: string[] | null }>
    onCreated: (tx: Db, ids: readonly string[], idOf: ReadonlyMap<NewChannelVideo, string>) => Promise<void>
  },
): Promise<string[]> {
  const section = sectionContainer(user.id, sectionFor({ is_archived: false, is_left: false, status_id: statusId }))
  return withContainerLocks(db, [section], async (locked) => {
    const { channels, createdIds } = await find(locked.db)
    if (createdIds) return createdIds
    const places = await findNewPositions(locked, section, undefined, channels.length)
    const ids = channels.map(() => newId())
    await insertPlaylists(
      locked.db,
      channels.map(({ name, description, tags, adult }, index) => ({
        id: ids[index]!,
        user_id: user.id,
        name,
        description,
        tags,
        adult,
        status_id: statusId,
        position: places[index]!,
      })),
    )
    const idOf = new Map<NewChannelVideo, string>()
    // Inserts one channel at a time, so that other requests can run in between.
    for (const [index, { series }] of channels.entries()) {
      const rows = rowsOf(series, ids[index]!, user.id, idOf)
      await insertSeries(locked.db, rows.series)
      await insertVideos(locked.db, rows.videos)
    }
    await onCreated(locked.db, ids, idOf)
    return ids
  })
}

/** @param idOf receives the id of each video */
function rowsOf(series: NewChannel['series'], playlistId: string, userId: string, idOf: Map<NewChannelVideo, string>) {
  const places = positionsBetween(undefined, undefined, series.length)!
  const seriesRows = series.map(({ name }, index): SeriesRow & { id: string } => ({
    id: newId(),
    playlist_id: playlistId,
    name,
    position: places[index]!,
  }))
  const now = new Date()
  const videos = series.flatMap(({ videos }, index) => {
    const positions = positionsBetween(undefined, undefined, videos.length)!
    return videos.flatMap((video, place): VideoRow[] => {
      const playback = detectPlayback({ src: video.src })
      if (!playback) return []
      const { picture: _, ...row } = video
      const id = newId()
      idOf.set(video, id)
      return [
        {
          ...(row.start_at === undefined && readEndTime(row.src, row)),
          ...row,
          id,
          series_id: seriesRows[index]!.id,
          position: positions[place]!,
          kind: playback.kind,
          site: playback.provider,
          pending_user_id: userId,
          pending_since: now,
        },
      ]
    })
  })
  return { series: seriesRows, videos }
}
