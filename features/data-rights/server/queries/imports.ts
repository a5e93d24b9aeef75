import { sql } from 'kysely'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { ImportedData } from '../import/imported.ts'

/** Maximum imports per user. A further import deletes the oldest ones without waiting pictures. */
export const maxPreviews = 5

const hasWaitingPictures = sql<boolean>`exists (select from import_picture where import_id = import_preview.id and state = 'waiting')`

type PreviewData = Pick<ImportedData, 'channels' | 'follows' | 'likes'>
/** {@link PreviewData}, with each field as JSON text. */
type PreviewJson = Record<keyof PreviewData, string>

/** Counts a user's imports with waiting pictures. */
export async function countWaitingImports(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_preview where account_id = ${accountId} and ${hasWaitingPictures}`.execute(db)
  return rows[0]!.count
}

/** Stores an import for an hour, and deletes older ones above the limit. @returns its id, and the ids of the deleted imports */
export async function insertPreview(
  db: Db,
  accountId: string,
  { channels, follows, likes }: PreviewJson,
): Promise<{ id: string; replaced: string[] }> {
  const room = maxPreviews - 1 - (await countWaitingImports(db, accountId))
  const { rows: replaced } = await sql<{ id: string }>`
    delete from import_preview where id in (
      select id from import_preview where account_id = ${accountId} and not ${hasWaitingPictures}
      order by created_at desc, id offset ${Math.max(room, 0)})
    returning id`.execute(db)
  const { id } = await db
    .insertInto('import_preview')
    .values({ account_id: accountId, channels, follows, likes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, replaced: replaced.map((row) => row.id) }
}

const isFreshPreview = sql<boolean>`created_at > now() - interval '1 hour'`

/** Returns an import of this reader, with the size of its file, and whether it has follows or likes. */
export const findPreview = prepare((db: Db, { user }: Reader, id: string) =>
  db
    .selectFrom('import_preview')
    .select([
      'id',
      sql<number>`pg_column_size(channels)`.as('bytes'),
      sql<boolean>`json_array_length(follows) + json_array_length(likes) > 0`.as('has_marks'),
    ])
    .where('id', '=', id)
    .where('account_id', '=', user?.id ?? '')
    .where(isFreshPreview),
)

/** Returns the number of channels in the file, and the created channels; locked until the transaction ends. */
export const lockPreview = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('import_preview')
    .select([sql<number>`json_array_length(channels)`.as('count'), 'made'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** Returns one row per channel, because the driver parses rows one at a time, so that other requests can run in between. */
export async function listPreviewChannels(
  db: Db,
  id: string,
  indexes: readonly number[],
): Promise<{ index: number; channel: PreviewData['channels'][number] }[]> {
  const { rows } = await sql<{ index: number; channel: PreviewData['channels'][number] }>`
    select (number - 1)::integer as index, channel from import_preview, json_array_elements(channels) with ordinality as one (channel, number)
    where id = ${id} and number - 1 = any(${[...indexes]}::integer[])`.execute(db)
  return rows
}

export const deletePreview = (db: Db, id: string) => db.deleteFrom('import_preview').where('id', '=', id).execute()

/** Returns the follows and likes in the file. */
export const findImportedFollowsAndLikes = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('import_preview')
    .select((eb) => [
      eb.ref('follows').$castTo<PreviewData['follows']>().as('follows'),
      eb.ref('likes').$castTo<PreviewData['likes']>().as('likes'),
    ])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const saveCreatedIds = (db: Db, id: string, createdIds: readonly string[]) =>
  sql`update import_preview set made = ${[...createdIds]}::text[] where id = ${id}`.execute(db)

/** Returns a user's number of channels. */
export async function countChannels(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from playlist where owner_id = ${ownerId} and kind = 'channel'`.execute(db)
  return rows[0]!.count
}

/** Deletes expired imports. Those with waiting pictures stay for a week, because freeing storage may take days. */
export const deleteOldPreviews = (db: Db) =>
  db
    .deleteFrom('import_preview')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`(created_at < now() - interval '7 days' or not ${hasWaitingPictures})`)
    .execute()

/** Returns the imports that still need their file, because their channels aren't created yet or their pictures wait. */
export const listNeededImports = (db: Db, ids: readonly string[]): Promise<string[]> =>
  queryIds(db, sql`select id from import_preview where id = any(${[...ids]}::text[]) and (made is null or ${hasWaitingPictures})`)

/** Returns imports whose pictures have waited unusually long. */
export const listWaitingImports = (db: Db): Promise<string[]> =>
  queryIds(
    db,
    sql`select id from import_preview where made is not null and created_at < now() - interval '1 hour' and ${hasWaitingPictures}`,
  )
