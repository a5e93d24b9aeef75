import type { Db } from '#kit/server/db/db.ts'
import { countWatchedTime, listTimed } from './queries/playbacks.ts'
import { countViews, listViewed } from './queries/views.ts'

/** Maximum things counted per pass; the next run continues. */
const thingsAPass = 5000
/** The second pass counts videos that were locked in the first. */
const passes = 2
/** Maximum views of a thing per transaction, which locks its channel. */
const viewsATime = 2000

/** Counts new views by hour and in the displayed totals. Resumable. */
export async function countAllViews(db: Db, signal: AbortSignal): Promise<void> {
  for (let pass = 0; pass < passes && !signal.aborted; pass++)
    for (const thing of await listViewed(db, thingsAPass)) {
      while (!signal.aborted && (await countViews(db, thing, viewsATime)) > 0);
    }
}

/** Counts how long videos were played. Resumable. */
export async function countAllTime(db: Db, signal: AbortSignal): Promise<void> {
  for (const { playlist_key: key } of await listTimed(db, thingsAPass))
    if (key !== null) while (!signal.aborted && (await countWatchedTime(db, key, viewsATime)));
}
