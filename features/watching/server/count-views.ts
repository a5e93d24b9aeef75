import type { Db } from '#kit/server/db/db.ts'
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
