import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { placeholderId } from '#features/accounts/server/queries/deletion.ts'

/** A holder of channels without an owner: a team without members, or the account that keeps channels of deleted users. */
export interface OrphanName {
  id: string
  /** Empty: channels of deleted users. */
  name: string
}

/** Finds a team, or that account. */
export const findOrphan = prepare(
  (_: Db, __: Reader, id: string) =>
    sql<OrphanName>`select id, name from team where id = ${id} union all select ${placeholderId}, '' where ${id} = ${placeholderId}`,
)
