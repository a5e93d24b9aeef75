import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/**
 * Sets a picture on channels and videos that were created before it. A channel keeps a picture that a user chose in the meantime. A
 * video's picture may come from its page, and is replaced.
 */
export async function attachPicture(db: Db, pictureId: string, of: { playlistIds: readonly string[]; videoIds: readonly string[] }) {
  await sql`update playlist set picture_id = ${pictureId} where id = any(${[...of.playlistIds]}::text[]) and picture_id is null`.execute(db)
  await sql`update video set picture_id = ${pictureId} where id = any(${[...of.videoIds]}::text[])`.execute(db)
}
