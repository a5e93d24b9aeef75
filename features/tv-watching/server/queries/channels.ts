import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { tvChannelLock, tvChannelRestriction } from '#features/channels/server/queries/access.ts'
import { itemPoster } from '#features/watching/server/queries/programmes.ts'
import {
  type ChannelKey,
  type ChannelFilter,
  filteredChannels,
  type Direction,
  listedJson,
  type RestrictedRow,
} from '#features/guide/server/queries/channels.ts'
import { isTvFollowed } from '#features/guide/server/queries/columns.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import type { DetailedTvChannel } from '../../shapes.ts'

/** SQL on `tv_channel`: whether the reader can watch the live stream. */
const isTvWatchable = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(not tv_channel.is_protected and ${tvChannelLock(reader)} is null)`

/** Returns the position of a TV channel in a reader's order. */
export const findTvPlace = prepare(
  (_: Db, reader: Reader, id: string) => sql<RestrictedRow & ChannelKey>`
    select case when ${isTvFollowed(reader)} then 0 else 1 end as rank, tv_channel.position, tv_channel.id,
      ${tvChannelRestriction(reader)} as restriction
    from tv_channel where tv_channel.id = ${id}`,
)

/**
 * Lists the TV channels before and after a channel that the reader can watch, nearest first in each direction, at most `limit` each. The
 * list wraps around, so a short list has the same channels in both directions, and a channel can be listed twice in a direction.
 */
export const listTvNeighbours = prepare(
  (_: Db, reader: Reader, choice: ChannelFilter, place: ChannelKey, language: Language, limit: number) => {
    const condition = sql`${isTvWatchable(reader)} and tv_channel.id <> ${place.id}`
    const neighboursPart = (direction: Direction, turn: 0 | 1) => sql`
      select ${sql.lit(direction)} as direction, ${sql.lit(turn)} as turn, row_number() over () as nth, tv_channel.*
      from ${filteredChannels(reader, choice, { limit, after: turn === 0 ? place : undefined, direction, isWanted: condition })} as tv_channel`
    // Limits each direction before the JSON is made, which costs most. Turn 1 begins at the other end of the list.
    const nearest = (direction: Direction) => sql`(
      select * from (${neighboursPart(direction, 0)} union all ${neighboursPart(direction, 1)}) as around order by turn, nth limit ${limit})`
    return sql<{ direction: Direction; id: string; json: JsonText<ListedTvChannel> }>`
      select direction, tv_channel.id, ${listedJson(reader, language)}::text as json
      from (${nearest('on')} union all ${nearest('back')}) as tv_channel
      order by direction, turn, nth`
  },
)

/** Returns a TV channel with all details, and its restriction. */
export const findTvChannel = prepare(
  (_: Db, reader: Reader, id: string, language: Language) => sql<RestrictedRow & { json: JsonText<DetailedTvChannel> }>`
    select ${tvChannelRestriction(reader)} as restriction, ${listedJson(
      reader,
      language,
      sql`, 'items', coalesce((
        select json_agg(json_build_object('id', tv_item.id, 'channel_id', tv_item.channel_id, 'url', case when ${tvChannelLock(reader)} is null then tv_item.url end,
          'poster', ${itemPoster}, 'title', tv_item.title, 'group', tv_item."group") order by tv_item.position, tv_item.id)
        from tv_item where tv_item.channel_id = tv_channel.id), '[]'::json)`,
    )}::text as json
    from tv_channel where tv_channel.id = ${id}`,
)
