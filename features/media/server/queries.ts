import { type RawBuilder, sql } from 'kysely'
import { violatedConstraint, type Db, isoTime } from '#kit/server/db/db.ts'
import { inList } from '#kit/server/db/prepare.ts'
import type { LinkMeta } from '../contract.ts'

/** SQL: the URL of the picture whose id is in a column, as `pictureUrl` makes it; null for null. */
export const pictureAddress = (column: string): RawBuilder<string | null> =>
  sql<string | null>`'/media/pictures/' || ${sql.ref(column)} || '/960.webp'`

/** Inserts a picture. Does nothing if it exists, because the content of an id never changes. */
export const insertPicture = (db: Db, picture: { id: string; bytes: number }) =>
  db
    .insertInto('picture')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether the picture exists. */
export const hasPicture = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('picture').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Returns all columns that reference pictures, read from the database catalogue so that new tables are included. */
const findPictureReferences = async (db: Db) =>
  (
    await sql<{ table: string; column: string }>`
      select reference.conrelid::regclass::text as table, attribute.attname as column
      from pg_constraint reference
      join pg_attribute attribute on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
      where reference.contype = 'f' and reference.confrelid = 'picture'::regclass`.execute(db)
  ).rows

/**
 * Reads the next `limit` pictures after `after`, and returns those that are unreferenced and older than a day.
 * @returns `last`, where to continue; undefined at the end
 */
export async function listUnusedPictures(db: Db, after: string, limit: number): Promise<{ ids: string[]; last: string | undefined }> {
  const batch = db.selectFrom('picture').select(['id', 'created_at']).where('id', '>', after).orderBy('id').limit(limit)
  const last = await db
    .selectFrom(batch.as('batch'))
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  let unused = db
    .selectFrom(batch.as('batch'))
    .select('batch.id')
    .where('batch.created_at', '<', sql<Date>`now() - interval '1 day'`)
  for (const { table, column } of await findPictureReferences(db))
    unused = unused.where(sql<boolean>`not exists (select 1 from ${sql.raw(table)} where ${sql.ref(column)} = batch.id)`)
  return { ids: (await unused.execute()).map(({ id }) => id), last: last?.id ?? undefined }
}

/** Counts all unreferenced pictures older than a day, and their bytes. */
export async function countUnusedPictures(db: Db): Promise<{ files: number; bytes: number }> {
  let unused = db
    .selectFrom('picture')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('picture.created_at', '<', sql<Date>`now() - interval '1 day'`)
  for (const { table, column } of await findPictureReferences(db))
    unused = unused.where(sql<boolean>`not exists (select 1 from ${sql.raw(table)} where ${sql.ref(column)} = picture.id)`)
  return unused.executeTakeFirstOrThrow()
}

/** Returns the pictures among these that nothing references. */
export async function listUnreferencedPictures(db: Db, ids: readonly string[]): Promise<string[]> {
  let unused = db
    .selectFrom('picture')
    .select('picture.id')
    .where(sql<boolean>`picture.id = any(${ids}::text[])`)
  for (const { table, column } of await findPictureReferences(db))
    unused = unused.where(sql<boolean>`not exists (select 1 from ${sql.raw(table)} where ${sql.ref(column)} = picture.id)`)
  return (await unused.execute()).map(({ id }) => id)
}

/** Deletes a picture's row. @returns false, without any change, if something references the picture by now */
export async function deletePicture(db: Db, id: string): Promise<boolean> {
  try {
    const { numDeletedRows } = await db.deleteFrom('picture').where('id', '=', id).executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  } catch (error) {
    if (violatedConstraint(error)) return false
    throw error
  }
}

/** Returns cached metadata of these URLs that is at most a day old, or five minutes if fetching failed. */
export async function listFreshLinks(db: Db, addresses: readonly string[]): Promise<Map<string, LinkMeta>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('link')
    .select(['url', 'title', 'description', 'site', 'duration', 'is_live', 'kind', 'embed_url', 'content_type', 'is_reached as reached'])
    .select(pictureAddress('picture_id').as('image'))
    .select(isoTime(sql.ref('published_at')).as('published_at'))
    .select(sql<boolean>`false`.as('is_pending'))
    .where('url', 'in', inList(addresses))
    .where('fetched_at', '>', sql<Date>`now() - case when is_reached then interval '1 day' else interval '5 minutes' end`)
    .execute()
  return new Map(rows.map(({ url, kind, ...row }) => [url, { ...row, kind: kind as LinkMeta['kind'] }]))
}

export async function upsertLink(db: Db, url: string, meta: LinkMeta, pictureId: string | null) {
  const { image: _, is_pending: __, reached, ...columns } = meta
  const row = { ...columns, picture_id: pictureId, is_reached: reached, fetched_at: sql<Date>`now()` }
  await db
    .insertInto('link')
    .values({ url, ...row })
    .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
    .execute()
}

/** Deletes link metadata that was fetched more than a week ago. Videos have their own copy of it. */
export const deleteOldLinks = (db: Db) =>
  db
    .deleteFrom('link')
    .where('fetched_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
