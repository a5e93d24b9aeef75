import type { Db } from '#kit/server/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { keptYears } from '../rules.ts'

/** Rows of one statement. */
const batch = 5000

/** Deletes what was kept for as long as the privacy statement allows anything to be, in batches. */
export async function deleteExpired(db: Db, personalData: readonly PersonalData[], signal: AbortSignal): Promise<void> {
  for (const { expire } of personalData) while (expire && !signal.aborted && (await expire(db, keptYears, batch)) === batch);
}
