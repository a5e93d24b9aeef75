import { type Insertable, sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { DB } from '#kit/server/schema.gen.ts'
import { mayEditGroup } from './access.ts'

export type GroupRow = Insertable<DB['playlist_group']>
/** Many at once; positions are the caller's to give. */
export const insertGroups = (db: Db, rows: readonly GroupRow[]) => db.insertInto('playlist_group').values(rows).execute()

/** What decides over a group; undefined for everybody but its owner, to whom alone it shows. */
export const findGroupAccess = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('playlist_group')
    .select(['playlist_group.id as key', sql<boolean>`true`.as('may_edit'), sql<null>`null`.as('restriction')])
    .where('playlist_group.id', '=', id)
    .where(mayEditGroup(reader)),
)
