import type { Insertable } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import type { DB } from '#kit/server/schema.gen.ts'

export type GroupRow = Insertable<DB['playlist_group']>
/** Many at once; positions are the caller's to give. */
export const insertGroups = (db: Db, rows: readonly GroupRow[]) => db.insertInto('playlist_group').values(rows).execute()
