import { type RawBuilder, sql } from 'kysely'
import { guestReader } from '#kit/server/reader.ts'
import { isTvChannelListed } from '#features/channels/server/queries/access.ts'
import type { PictureId, PictureUses } from '#kit/server/picture-uses.ts'

type Condition = RawBuilder<boolean>

const isShownIn = (id: PictureId, condition: Condition): Condition => sql<boolean>`(
  exists (select from tv_channel where tv_channel.picture_id = ${id} and ${condition})
  or exists (
    select from programme_picture join tv_item
      on hashtext(tv_item.poster_url) = hashtext(programme_picture.address) and tv_item.poster_url = programme_picture.address
    join tv_channel on tv_channel.id = tv_item.channel_id
    where programme_picture.picture_id = ${id} and ${condition})
  or exists (
    select from programme_picture cross join tv_channel
    join programme on programme.guide_channel_id = tv_channel.guide_channel_id
      and hashtext(programme.icon_url) = hashtext(programme_picture.address) and programme.icon_url = programme_picture.address
    where programme_picture.picture_id = ${id} and ${condition}))`

const isOperator = ({ id }: { id: string }) => sql<boolean>`exists (select from account where account.id = ${id} and account.is_operator)`

/** Logos of TV channels, posters of on-demand videos, and pictures of programmes. Operators may see and use all of them. */
export const tvPictures: PictureUses = {
  isPublic: (id) => isShownIn(id, isTvChannelListed(guestReader)),
  isSeenBy: (id, reader) => isShownIn(id, sql<boolean>`(${isTvChannelListed(reader)} or ${isOperator(reader.user)})`),
  isOwnedBy: (id, userId) => isShownIn(id, isOperator({ id: userId })),
}
