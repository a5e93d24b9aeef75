import { sql } from 'kysely'
import type { PictureUses } from '#kit/server/picture-uses.ts'

/** Profile pictures, public if the profile is (see `findPublicProfile`). */
export const accountPictures: PictureUses = {
  isPublic: (id) => sql`exists (select from account where picture_id = ${id} and is_found)`,
  isSeenBy: (id, { user }) => sql`exists (select from account where picture_id = ${id} and id = ${user.id})`,
  isOwnedBy: (id, userId) => sql`exists (select from account where picture_id = ${id} and id = ${userId})`,
}
