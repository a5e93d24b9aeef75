import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isTvChannelListed, tvChannelRestriction } from '#features/channels/server/queries/access.ts'
import { escapeLike } from '#features/channels/server/queries/escape-like.ts'
import type { Restriction } from '#features/channels/rules.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { nextProgramme, currentProgramme, posterColumn, programmeJsonFrom, tvChannelJson } from './columns.ts'

export interface ChannelFilter {
  group: string | undefined
  /** Whether to list only channels that the reader follows. */
  isFollowed: boolean
}
export const createFilterCondition = ({
  group,
  followed = false,
}: {
  group?: string | undefined
  followed?: boolean | undefined
}): ChannelFilter => ({
  group,
  isFollowed: followed,
})
/** Cursor of a page: the last channel of the previous page. `rank` 0: followed by the reader. */
export interface ChannelKey {
  rank: number
  position: number
  id: string
}

const isOfGroup = ({ group }: ChannelFilter) => (group === undefined ? sql`true` : sql`tv_channel.groups @> array[${group}::text]`)

const directions = {
  on: { isPast: sql.raw('>'), order: sql.raw('asc') },
  back: { isPast: sql.raw('<'), order: sql.raw('desc') },
} as const
export type Direction = keyof typeof directions

/** A number larger than all positions. */
const lastPosition = sql.lit(Number.MAX_SAFE_INTEGER)
/**
 * SQL: position at which the index scan over the channels of a rank begins. In the cursor's rank, that is the cursor's position; in later
 * ranks, before all channels; in earlier ranks, after all channels.
 */
const startIn = (rank: number, { rank: at, position }: ChannelKey) =>
  sql`case when ${at}::int = ${sql.lit(rank)} then ${position}::bigint when ${at}::int < ${sql.lit(rank)} then -${lastPosition} else ${lastPosition} end`

interface ChannelsPage {
  limit: number
  after?: ChannelKey | undefined
  /** Default: `on`. */
  direction?: Direction
  /** SQL on `tv_channel`: a further condition. */
  isWanted?: RawBuilder<unknown>
}

/**
 * Returns the first filtered TV channels after `after`, as rows of `tv_channel` with `rank`. Followed channels come first. Reads followed
 * channels and other channels each from an index, in order and only up to `limit`.
 */
export function filteredChannels(
  reader: Reader,
  choice: ChannelFilter,
  { limit, after, direction = 'on', isWanted = sql`true` }: ChannelsPage,
): RawBuilder<unknown> {
  const { user } = reader
  const { isPast, order } = directions[direction]
  const isRankAfter = (rank: number) =>
    after
      ? sql`tv_channel.position ${isPast}= ${startIn(rank, after)}
          and (${sql.lit(rank)}, tv_channel.position, tv_channel.id) ${isPast} (${after.rank}::int, ${after.position}::bigint, ${after.id})`
      : sql`true`
  const part = (rank: number, from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select tv_channel.*, ${sql.lit(rank)} as rank from ${from}
    where ${condition} and ${isTvChannelListed(reader)} and ${isOfGroup(choice)} and ${isRankAfter(rank)} and ${isWanted}
    order by tv_channel.position ${order}, tv_channel.id ${order} limit ${limit})`
  const followed = user
    ? part(0, sql`follow join tv_channel on tv_channel.id = follow.tv_channel_id`, sql`follow.user_id = ${user.id}`)
    : sql`(select tv_channel.*, 0 as rank from tv_channel where false)`
  const isOther = user
    ? sql`not exists (select from follow where follow.user_id = ${user.id} and follow.tv_channel_id = tv_channel.id)`
    : sql`true`
  const channels = choice.isFollowed ? followed : sql`${followed} union all ${part(1, sql`tv_channel`, isOther)}`
  return sql`(select * from (${channels}) as chosen order by rank ${order}, position ${order}, id ${order} limit ${limit})`
}

export interface RestrictedRow {
  restriction: Restriction | null
}

export interface ChannelRow<T> extends ChannelKey {
  json: JsonText<T>
}

/** SQL on `tv_channel`: JSON of a channel in the list of all channels. */
export const listedJson = (reader: Reader, language: Language, extraFields = sql``) =>
  tvChannelJson(
    reader,
    sql`'now', ${programmeJsonFrom(currentProgramme, language, posterColumn)}, 'next', ${programmeJsonFrom(nextProgramme, language)}${extraFields}`,
  )

/** Lists TV channels with current and next programmes. */
export const listTvChannels = prepare(
  (_: Db, reader: Reader, choice: ChannelFilter, language: Language, limit: number, after: ChannelKey | undefined) => sql<
    ChannelRow<ListedTvChannel>
  >`
    select tv_channel.rank, tv_channel.position, tv_channel.id, ${listedJson(reader, language)}::text as json
    from ${filteredChannels(reader, choice, { limit, after })} as tv_channel order by tv_channel.rank, tv_channel.position, tv_channel.id`,
)

/** Lists the groups of visible channels, in the order of their first channels. */
export const listTvGroups = prepare(
  (_: Db, reader: Reader) => sql<{ name: string; channels: number }>`
    select named.name, count(*)::int as channels
    from tv_channel cross join lateral unnest(tv_channel.groups) as named (name)
    where ${isTvChannelListed(reader)} group by named.name order by min(tv_channel.position), named.name limit 1000`,
)

/** Returns the key and restriction of a TV channel, for checks before an action. */
export const findTvChannelAccess = prepare(
  (_: Db, reader: Reader, id: string) => sql<RestrictedRow & { key: string }>`
    select tv_channel.id as key, ${tvChannelRestriction(reader)} as restriction from tv_channel where tv_channel.id = ${id}`,
)

/** A subquery, so that the text is folded once per statement instead of once per row. */
const foldedConstant = (text: string) => sql`(select folded(${text}))`
const likePattern = (text: string) => sql`(select ${escapeLike(text)})`

/** Returns the best matches: the number, then names that begin with the query, then names that contain it, then similar names. */
export const searchTvChannels = prepare(
  (_: Db, reader: Reader, { words, number }: ChannelNameQuery, language: Language, limit: number) => sql<{
    json: JsonText<ListedTvChannel>
  }>`
    select ${listedJson(reader, language)}::text as json
    from (
      select tv_channel.*, case when tv_channel.number = ${number}::float8 then 3 when tv_channel.folded_name like ${likePattern(words)} || '%' then 2
          when tv_channel.folded_name like '%' || ${likePattern(words)} || '%' then 1 else 0 end as nearness,
        similarity(tv_channel.folded_name, ${foldedConstant(words)}) as likeness
      from tv_channel
      where (tv_channel.folded_name like '%' || ${likePattern(words)} || '%' or tv_channel.folded_name % ${foldedConstant(words)} or tv_channel.number = ${number}::float8)
        and ${isTvChannelListed(reader)}
      order by nearness desc, likeness desc, tv_channel.position, tv_channel.id limit ${limit}) as tv_channel
    order by tv_channel.nearness desc, tv_channel.likeness desc, tv_channel.position, tv_channel.id`,
)
export interface ChannelNameQuery {
  words: string
  /** The number in the query, if the query is a number. */
  number: number | null
}

/** Lists names and groups with a word that begins with the text. */
export const listTvKeywords = prepare(
  (_: Db, reader: Reader, words: string, limit: number) => sql<{ keyword: string }>`
    select min(keyword) as keyword from (
      select tv_channel.name as keyword from tv_channel where ' ' || tv_channel.folded_name like '% ' || ${likePattern(words)} || '%' and ${isTvChannelListed(reader)}
      union all
      select named.name from tv_channel cross join lateral unnest(tv_channel.groups) as named (name)
      where ${isTvChannelListed(reader)} and folded(' ' || named.name) like '% ' || ${likePattern(words)} || '%'
    ) as found group by folded(keyword) order by count(*) desc, 1 limit ${limit}`,
)
