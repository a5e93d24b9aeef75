import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { newId } from '#kit/server/ids.ts'
import { curationErrors } from '../contract.ts'
import { limits } from '../rules.ts'
import type { SeriesPlace } from './access.ts'
import type { VideoDraft } from './drafts.ts'
import { findPlaces, videosOf } from './queries/places.ts'
import { countVideos, insertVideos } from './queries/videos.ts'

/** Asked twice: before anything is fetched for them, and under the channel's lock. @throws 422 when a channel has no room for `count` more videos */
export async function demandRoom(db: Db, playlistId: string, count: number): Promise<void> {
  if ((await countVideos(db, playlistId)) + count > limits.videos)
    fail(curationErrors.video_limit, { field: 'videos', values: { count: limits.videos } })
}

/**
 * Adds videos side by side, at a place in their series or at its end. The caller has locked the channel.
 * @throws 422 when it has no room for them
 */
export async function placeVideos(
  db: Db,
  { series, index }: { series: SeriesPlace; index?: number | undefined },
  drafts: readonly VideoDraft[],
): Promise<void> {
  if (!drafts.length) return
  await demandRoom(db, series.playlistId, drafts.length)
  const places = await findPlaces(db, videosOf(series.id), { index, count: drafts.length })
  await insertVideos(
    db,
    drafts.map((draft, at) => ({ ...draft, id: newId(), series_id: series.id, position: places[at]! })),
  )
}
