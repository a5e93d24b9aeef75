import { type RawBuilder, sql } from 'kysely'
import { guestReader } from '#kit/server/reader.ts'
import { isTvChannelListed } from '#features/curation/server/queries/access.ts'
import type { PictureUses } from '#features/media/server/queries/picture-access.ts'

type Condition = RawBuilder<boolean>

const shows = (id: string, condition: Condition): Condition => sql<boolean>`(
  exists (select from tv_channel where tv_channel.picture_id = ${id} and ${condition})
  or exists (select from tv_item join tv_channel on tv_channel.id = tv_item.channel_id where tv_item.picture_id = ${id} and ${condition}))`

const isOperator = ({ id }: { id: string }) => sql<boolean>`exists (select from account where account.id = ${id} and account.is_operator)`

/** Logos of TV channels, and posters of what they have on demand; operators see and use those of all. */
export const televisionPictures: PictureUses = {
  isPublic: (id) => shows(id, isTvChannelListed(guestReader)),
  isSeenBy: (id, reader) => shows(id, sql<boolean>`(${isTvChannelListed(reader)} or ${isOperator(reader.user)})`),
  isOwnedBy: (id, userId) => shows(id, isOperator({ id: userId })),
}
