import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/**
 * Puts a picture to channels and videos that were made before it was there. A channel has one only when somebody chose it meanwhile; that
 * of a video may have come from its page, and gives way.
 */
export async function setMadePicture(db: Db, pictureId: string, of: { playlistIds: readonly string[]; videoIds: readonly string[] }) {
  await sql`update playlist set picture_id = ${pictureId} where id = any(${[...of.playlistIds]}::text[]) and picture_id is null`.execute(db)
  await sql`update video set picture_id = ${pictureId} where id = any(${[...of.videoIds]}::text[])`.execute(db)
}
