import { common } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import { channelsErrors } from '../contract.ts'
import type { SeriesPlace } from './access.ts'
import { videosContainer } from './containers.ts'
import type { VideoDraft } from './drafts.ts'
import { assertRoom, findRoom, withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { setHomeVideo, updateSeries } from './queries/series.ts'
import { deleteVideos, insertVideos, updateVideo } from './queries/videos.ts'

/** A video and its series. */
export interface VideoPlace {
  id: string
  series: SeriesPlace
}
/** A position in a series; without an index: the end. */
export type Destination = SeriesPlace & { index?: number | undefined }

/** Checks the limit before pages are fetched. @throws 422 if the channel has no room for `count` more videos */
export const assertRoomForVideos = (db: Db, playlistId: string, count: number): Promise<void> =>
  assertRoom(db, { kind: 'videos', lock: { row: 'playlist', id: playlistId } }, count)

/** Adds videos at adjacent positions, in a series whose channel is locked. @returns their ids @throws 422 if the channel is full */
export async function placeVideos(locked: LockedTransaction, series: Destination, drafts: readonly VideoDraft[]): Promise<string[]> {
  if (!drafts.length) return []
  const positions = await findRoom(locked, videosContainer(series), series.index, drafts.length)
  const rows = drafts.map((draft, at) => ({ ...draft, id: newId(), series_id: series.id, position: positions[at]! }))
  await insertVideos(locked.db, rows)
  return rows.map(({ id }) => id)
}

/** Adds all or none. @throws 404 when the series was deleted, 422 when the channel is full */
export const addVideos = (writer: TransactionRunner, to: Destination, drafts: readonly VideoDraft[]): Promise<string[]> =>
  withContainerLocks(writer, [videosContainer(to)], (locked) => placeVideos(locked, to, drafts))

export interface VideoChange {
  columns: Partial<VideoDraft>
  isHome: boolean
  /** Another series, to whose end the video moves. */
  to?: SeriesPlace | undefined
  seriesName?: string | undefined
}
/** Changes a video, and its series' name and home. @throws 404, 422 */
export function changeVideo(db: Db, { id, series }: VideoPlace, { columns, isHome, to = series, seriesName }: VideoChange): Promise<void> {
  const [from, into] = [videosContainer(series), videosContainer(to)]
  return withContainerLocks(db, [from, into], async (locked) => {
    const { db } = locked
    if (to.id !== series.id) await moveThings(locked, { ids: [id], from }, into, undefined)
    if (Object.keys(columns).length && !(await updateVideo(db, id, to.id, columns).catch(refuseRange))) fail(common.not_found)
    if (isHome && !(await setHomeVideo(db, to.id, id))) fail(common.not_found)
    if (seriesName !== undefined) await updateSeries(db, to.id, { name: seriesName })
  })
}

/** A concurrent call changed the other end of the range. @throws 422 */
function refuseRange(error: unknown): never {
  if (violatedConstraint(error) === 'video_range') fail(channelsErrors.range_invalid, { field: 'end_at' })
  throw error
}

/** @throws 404 */
export const removeVideo = (db: Db, { id, series }: VideoPlace): Promise<void> =>
  withContainerLocks(db, [videosContainer(series)], async ({ db }) => {
    if ((await deleteVideos(db, series.id, [id])) === 0) fail(common.not_found)
  })
