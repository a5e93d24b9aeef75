import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { SeriesPlace } from './access.ts'
import type { VideoDraft } from './drafts.ts'
import { inSeries } from './locked.ts'
import { demandRoom } from './place-videos.ts'
import { findPlaces, videosOf } from './queries/places.ts'
import { chooseHome, updateSeries } from './queries/series.ts'
import { deleteVideos, updateVideo } from './queries/videos.ts'

/** A video and where it was found; it may have gone since. */
export interface VideoPlace {
  id: string
  series: SeriesPlace
}
/** A place in a series; no index: the end. */
export type Destination = SeriesPlace & { index?: number | undefined }

/** Both channels are locked by the caller. @throws 404 when the video has gone, 422 when the other channel is full */
async function placeVideo(db: Db, { id, series: from }: VideoPlace, to: Destination): Promise<void> {
  if (from.playlistId !== to.playlistId) await demandRoom(db, to.playlistId, 1)
  const [position] = await findPlaces(db, videosOf(to.id), { index: to.index, except: id })
  if (!(await updateVideo(db, id, from.id, { series_id: to.id, position: position! }))) fail(common.not_found)
}

/** Moves a video within its series or to another, of the same channel or not. @throws 404, 422 */
export const moveVideo = (db: Db, video: VideoPlace, to: Destination): Promise<void> =>
  inSeries(db, [video.series, to], (db) => placeVideo(db, video, to))

export interface VideoChange {
  columns: Partial<VideoDraft>
  isHome: boolean
  /** Another series, at whose end it goes. */
  to?: SeriesPlace | undefined
  seriesName?: string | undefined
}
/** Changes a video and what it says of its series. @throws 404, 422 */
export const changeVideo = (db: Db, video: VideoPlace, { columns, isHome, to, seriesName }: VideoChange): Promise<void> =>
  inSeries(db, to ? [video.series, to] : [video.series], async (db) => {
    const { id: seriesId } = to ?? video.series
    if (to) await placeVideo(db, video, to)
    if (Object.keys(columns).length && !(await updateVideo(db, video.id, seriesId, columns))) fail(common.not_found)
    if (isHome && !(await chooseHome(db, seriesId, video.id))) fail(common.not_found)
    if (seriesName !== undefined) await updateSeries(db, seriesId, { name: seriesName })
  })

/** @throws 404 */
export const removeVideo = (db: Db, { id, series }: VideoPlace): Promise<void> =>
  inSeries(db, [series], async (db) => {
    if ((await deleteVideos(db, series.id, [id])) === 0) fail(common.not_found)
  })
