import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import { channelsErrors } from '../contract.ts'
import { type Actor, placesBeforeMove, recordAct, recordMove, recordRemoval, recordRename } from './acts/record.ts'
import type { SeriesPlace } from './access.ts'
import { videosContainer } from './containers.ts'
import type { VideoDraft } from './drafts.ts'
import { assertWithinLimit, findNewPositions, withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { setOpener, updateSeries } from './queries/series.ts'
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
  assertWithinLimit(db, { kind: 'videos', lock: { row: 'playlist', id: playlistId } }, count)

/**
 * Adds videos at adjacent positions, in a series whose channel is locked.
 * @param actor for the team's activity; undefined if another act includes the new videos
 * @returns their ids
 * @throws 422 if the channel is full
 */
export async function placeVideos(
  locked: LockedTransaction,
  series: Destination,
  drafts: readonly VideoDraft[],
  actor: Actor | undefined,
): Promise<string[]> {
  if (!drafts.length) return []
  const positions = await findNewPositions(locked, videosContainer(series), series.index, drafts.length)
  const rows = drafts.map((draft, index) => ({ ...draft, id: newId(), series_id: series.id, position: positions[index]! }))
  await insertVideos(locked.db, rows)
  const ids = rows.map(({ id }) => id)
  if (actor) await recordAct(locked, actor, { kind: 'added', type: 'video', ids, playlistId: series.playlistId })
  return ids
}

/** Adds all videos or none. @throws 404 if the series was deleted, 422 if the channel is full */
export const addVideos = (writer: TransactionRunner, to: Destination, drafts: readonly VideoDraft[], actor: Actor): Promise<string[]> =>
  withContainerLocks(writer, [videosContainer(to)], (locked) => placeVideos(locked, to, drafts, actor))

export interface VideoChange {
  columns: Partial<VideoDraft>
  isHome: boolean
  /** The series to whose end the video moves. */
  to?: SeriesPlace | undefined
  seriesName?: string | undefined
}
/** Changes a video, and the name and opener of its series. @throws 404, 422 */
export function changeVideo(
  db: Db,
  { id, series }: VideoPlace,
  { columns, isHome, to = series, seriesName }: VideoChange,
  actor: Actor,
): Promise<void> {
  const [from, into] = [videosContainer(series), videosContainer(to)]
  return withContainerLocks(db, [from, into], async (locked) => {
    const { db } = locked
    if (to.id !== series.id) await moveToEnd(locked, { id, series }, to, actor)
    if (columns.title !== undefined)
      await recordRename(locked, actor, { type: 'video', id, playlistId: to.playlistId, name: columns.title })
    if (Object.keys(columns).length && !(await updateVideo(db, id, to.id, columns).catch(refuseRange))) fail(commonErrors.not_found)
    if (isHome && !(await setOpener(db, to.id, id))) fail(commonErrors.not_found)
    if (seriesName !== undefined) {
      await recordRename(locked, actor, { type: 'serie', id: to.id, playlistId: to.playlistId, name: seriesName })
      await updateSeries(db, to.id, { name: seriesName })
    }
  })
}

async function moveToEnd(locked: LockedTransaction, { id, series }: VideoPlace, to: SeriesPlace, actor: Actor): Promise<void> {
  const previousPlaces = await placesBeforeMove(locked, 'video', new Map([[id, series.id]]))
  await moveThings(locked, { ids: [id], from: videosContainer(series), to: videosContainer(to) })
  if (!previousPlaces.length) return
  await recordMove(locked, actor, {
    type: 'video',
    to,
    previous: previousPlaces.map((place) => ({ ...place, playlistId: series.playlistId })),
    placed: await placesBeforeMove(locked, 'video', new Map([[id, to.id]])),
  })
}

/** Refuses the range, because a concurrent call changed its other end. @throws 422 */
function refuseRange(error: unknown): never {
  if (violatedConstraint(error) === 'video_range') fail(channelsErrors.range_invalid, { field: 'end_at' })
  throw error
}

/** @param actor undefined for jobs, which only remove videos of users' channels @throws 404 */
export const removeVideo = (db: Db, { id, series }: VideoPlace, actor: Actor | undefined): Promise<void> =>
  withContainerLocks(db, [videosContainer(series)], async (locked) => {
    const { db } = locked
    if (actor) await recordRemoval(locked, actor, series.playlistId, { videos: [id] })
    if ((await deleteVideos(db, series.id, [id])) === 0) fail(commonErrors.not_found)
  })
