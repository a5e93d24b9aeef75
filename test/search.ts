import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { indexChanges } from '#features/search/server/index-changes.ts'

/** Writes the search index, and waits for a job that is writing it too. */
export async function updateSearchIndex(db: Db): Promise<void> {
  for (let isDone = false; !isDone;) {
    await indexChanges(db)
    isDone = (await sql`select from search_change where due_at <= now() limit 1`.execute(db)).rows.length === 0
  }
}
