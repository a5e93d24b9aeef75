import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { keptYears } from '../rules.ts'

/** Rows per statement. */
const batch = 5000

/** Deletes data past its retention limit, in batches. */
export async function deleteExpired(db: Db, personalData: readonly PersonalData[], signal: AbortSignal): Promise<void> {
  for (const { expire } of personalData) while (expire && !signal.aborted && (await expire(db, keptYears, batch)) === batch);
}
