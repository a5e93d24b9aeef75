import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'

/** An owner of channels that has no members: a team, or the account that keeps channels of deleted users. */
export interface OrphanName {
  id: string
  /** Empty for channels of deleted users. */
  name: string
}

/** Finds a team, or the account of deleted users' channels. */
export const findOrphan = prepare(
  (_: Db, __: Reader, id: string) =>
    sql<OrphanName>`select id, name from team where id = ${id} union all select ${placeholderAccountId}, '' where ${id} = ${placeholderAccountId}`,
)
