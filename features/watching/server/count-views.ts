import type { Db } from '#kit/server/db.ts'
import { addViews, countTvViews, countViews, listViewedChannels, listViewedTvChannels, listViewsToAdd } from './queries/views.ts'

/** Maximum channels counted, and things updated, per run; the next run continues. */
const thingsARun = 5000
/** Maximum views of one channel per statement. */
const viewsATime = 10_000

/** Counts new views by hour and adds them to the displayed totals. Resumable. */
export async function countAllViews(db: Db, signal: AbortSignal): Promise<void> {
  for (const key of await listViewedChannels(db, thingsARun)) {
    while (!signal.aborted && (await countViews(db, key, viewsATime)) > 0);
  }
  for (const id of await listViewedTvChannels(db, thingsARun)) {
    while (!signal.aborted && (await countTvViews(db, id, viewsATime)) > 0);
  }
  for (const { video_id, playlist_key } of await listViewsToAdd(db, thingsARun)) {
    if (signal.aborted) return
    await addViews(db, video_id, playlist_key)
  }
}
