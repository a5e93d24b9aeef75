import { sql } from 'kysely'
import { type Db, executeWrite } from '#kit/server/db/db.ts'

/** Returns an upload in progress, with its multipart state. */
export const findMultipart = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select(['size', 'multipart_id', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst()

/** @returns false if the upload has a multipart id already, or was deleted */
export const saveMultipart = (db: Db, id: string, multipartId: string): Promise<boolean> =>
  executeWrite(db, sql`update upload set multipart_id = ${multipartId} where id = ${id} and state = 'uploading' and multipart_id is null`)
