import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isRealUser } from '#features/accounts/server/queries/operator-changes.ts'
import type { RemovableName } from '../../rules.ts'

/** Finds the user or channel of a name or picture to remove. */
export const findRemovable = prepare(
  (_: Db, __: Reader, thing: RemovableName, id: string) =>
    sql<{ id: string }>`
    select id from account where id = ${id} and ${isRealUser} and ${thing} in ('nickname', 'user_picture')
    union all select id from playlist where id = ${id} and ${thing} in ('slug', 'channel_picture')`,
)
