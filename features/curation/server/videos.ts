import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { SeriesPlace } from './access.ts'
import type { VideoDraft } from './drafts.ts'
import { demandRoom } from './place-videos.ts'
import { findPlaces, lockPlaylists, videosOf } from './queries/places.ts'
import { chooseHome, isSeriesOf, updateSeries } from './queries/series.ts'
import { updateVideo } from './queries/videos.ts'

/**
 * Moves a video to a place in a series (no index: the end), of the same channel or another. Both channels are locked, in the
 * order of their ids, so that two who swap don't wait for each other for ever.
 * @throws 404 when a series has gone meanwhile, 422 when the other channel is full
 */
export async function placeVideo(
  db: Db,
  videoId: string,
  from: SeriesPlace,
  to: SeriesPlace & { index?: number | undefined },
): Promise<void> {
  const playlists = [...new Set([from.playlistId, to.playlistId])]
  if ((await lockPlaylists(db, playlists)).length < playlists.length) fail(common.not_found)
  for (const series of [from, to]) if (!(await isSeriesOf(db, series.id, series.playlistId))) fail(common.not_found)
  if (from.playlistId !== to.playlistId) await demandRoom(db, to.playlistId, 1)
  const [position] = await findPlaces(db, videosOf(to.id), { index: to.index, except: videoId })
  await updateVideo(db, videoId, { series_id: to.id, position: position! })
}

export const moveVideo = (...[db, ...move]: Parameters<typeof placeVideo>): Promise<void> =>
  db.transaction().execute((db) => placeVideo(db, ...move))

export interface VideoChange {
  columns: Partial<VideoDraft>
  isHome: boolean
  /** Another series, of this or another channel, at whose end it goes. */
  to?: SeriesPlace | undefined
  seriesName?: string | undefined
}
/** Changes a video and what it says of its series, all or nothing. */
export const changeVideo = (db: Db, videoId: string, from: SeriesPlace, change: VideoChange): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { columns, isHome, to, seriesName } = change
    if (to) await placeVideo(db, videoId, from, to)
    if (Object.keys(columns).length) await updateVideo(db, videoId, columns)
    const seriesId = to?.id ?? from.id
    if (isHome) await chooseHome(db, seriesId, videoId)
    if (seriesName !== undefined) await updateSeries(db, seriesId, { name: seriesName })
  })
