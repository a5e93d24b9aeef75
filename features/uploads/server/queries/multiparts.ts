import type { Db } from '#kit/server/db/db.ts'

/** An upload in progress, with its multipart state. */
export const findMultipart = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select(['size', 'multipart_id', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst()

/** @returns false when the upload has one already, or was deleted */
export async function saveMultipart(db: Db, id: string, multipartId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ multipart_id: multipartId })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('multipart_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
