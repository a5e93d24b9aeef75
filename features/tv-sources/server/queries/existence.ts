/** Checks that a row exists, before the rest of a call is validated. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Select } from '#kit/server/select.ts'
import type { Reader } from '#kit/server/reader.ts'

const prepareFindId = (table: 'tv_channel' | 'tv_source' | 'tv_import') =>
  prepare((db: Db, _: Reader, id: string) => db.selectFrom(table).select('id').where('id', '=', id))

export const findChannelId = prepareFindId('tv_channel')
export const findSourceId = prepareFindId('tv_source')
export const findImportId = prepareFindId('tv_import')

/** @throws 404 */
export async function assertExists(select: Select, find: typeof findChannelId, id: string): Promise<void> {
  if (!(await select(find, id)).length) fail(commonErrors.not_found)
}
