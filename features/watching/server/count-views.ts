import type { Db } from '#kit/server/db.ts'
import { addViews, countTvViews, countViews, listViewedChannels, listViewedTvChannels, listViewsToAdd } from './queries/views.ts'

/** Channels that are counted in one run, and things whose views are shown then: what is left, the next one does. */
const thingsARun = 5000
/** Views of one channel that one statement counts. */
const viewsATime = 10_000

/** Counts the views that came in, by the hour, and adds them to what is shown. Where it ends half-way, the next run goes on. */
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
