import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Imported } from '../import/imported.ts'

/** Of one person: an older one gives way, unless its pictures still wait. */
export const keptPreviews = 5

const hasWaitingPictures = sql<boolean>`exists (select from import_picture where import_id = import_preview.id and state = 'waiting')`

type Kept = Pick<Imported, 'channels' | 'follows' | 'likes'>
/** As JSON. */
type KeptJson = Record<keyof Kept, string>

/** Imports of somebody whose pictures still wait. */
export async function countWaitingImports(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_preview where account_id = ${accountId} and ${hasWaitingPictures}`.execute(db)
  return rows[0]!.count
}

/** Keeps what was read for an hour. @returns its id, and those that gave way to it */
export async function insertPreview(
  db: Db,
  accountId: string,
  { channels, follows, likes }: KeptJson,
): Promise<{ id: string; replaced: string[] }> {
  const room = keptPreviews - 1 - (await countWaitingImports(db, accountId))
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

const isFresh = sql<boolean>`created_at > now() - interval '1 hour'`

/** Something that this reader may make channels of, how large that is as it is kept, and whether there are follows or likes in it. */
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
    .where(isFresh),
)

/** How many channels were read, and those that were made of them; locked until the transaction ends. */
export const lockPreview = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('import_preview')
    .select([sql<number>`json_array_length(channels)`.as('count'), 'made'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** Channels that were read, a row each: the driver parses one at a time, so that others' requests come in between. */
export async function listPreviewed(
  db: Db,
  id: string,
  indexes: readonly number[],
): Promise<{ index: number; channel: Kept['channels'][number] }[]> {
  const { rows } = await sql<{ index: number; channel: Kept['channels'][number] }>`
    select (number - 1)::integer as index, channel from import_preview, json_array_elements(channels) with ordinality as one (channel, number)
    where id = ${id} and number - 1 = any(${[...indexes]}::integer[])`.execute(db)
  return rows
}

export const deletePreview = (db: Db, id: string) => db.deleteFrom('import_preview').where('id', '=', id).execute()

/** What its owner followed and liked. */
export const findMarks = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('import_preview')
    .select((eb) => [eb.ref('follows').$castTo<Kept['follows']>().as('follows'), eb.ref('likes').$castTo<Kept['likes']>().as('likes')])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const setMade = (db: Db, id: string, made: readonly string[]) =>
  db
    .updateTable('import_preview')
    .set({ made: [...made] })
    .where('id', '=', id)
    .execute()

/** How many channels somebody has. */
export const countChannels = async (db: Db, ownerId: string): Promise<number> =>
  (
    await db
      .selectFrom('playlist')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'channel')
      .executeTakeFirstOrThrow()
  ).count

/** What pictures are still put to stays for a week: who has to make room may be away for a while. */
export const deleteOldPreviews = (db: Db) =>
  db
    .deleteFrom('import_preview')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`(created_at < now() - interval '7 days' or not ${hasWaitingPictures})`)
    .execute()

/** Those of these that there is a row of, and whose file is still needed: nothing was made of them yet, or pictures wait. */
export async function listNeededImports(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from import_preview where id = any(${[...ids]}::text[])
      and (made is null or ${hasWaitingPictures})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those whose pictures have waited for longer than it takes to put them in place. */
export async function listWaitingImports(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from import_preview where made is not null and created_at < now() - interval '1 hour' and ${hasWaitingPictures}`.execute(db)
  return rows.map(({ id }) => id)
}
