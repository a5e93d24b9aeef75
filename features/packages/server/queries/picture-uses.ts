import { type RawBuilder, sql } from 'kysely'
import type { PictureId, PictureUses } from '#kit/server/picture-uses.ts'

const isIcon = (id: PictureId, condition: RawBuilder<unknown> = sql`true`) =>
  sql<boolean>`exists (select from tier where tier.picture_id = ${id} and ${condition})`
const isOperator = (id: string) => sql`exists (select from account where account.id = ${id} and account.is_operator)`

/** Icons of packages, which everyone may see. */
export const packagesPictures: PictureUses = {
  isPublic: (id) => isIcon(id),
  isSeenBy: (id) => isIcon(id),
  isOwnedBy: (id, userId) => isIcon(id, isOperator(userId)),
}
