import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isTvChannelListed, tvChannelRestriction } from '#features/channels/server/queries/access.ts'
import { escapeLike } from '#features/channels/server/queries/escape-like.ts'
import type { Restriction } from '#features/channels/rules.ts'
import { programmePicture } from '#features/watching/server/queries/programmes.ts'
import type { CatchupSource } from '../../catchup.ts'
import type { FoundProgramme, GuideRow, TonightRow } from '../../shapes.ts'
import { type ChannelKey, type ChannelRow, type ChannelFilter, filteredChannels } from './channels.ts'
import { catchupDays, guideShift } from '#features/tv-sources/server/queries/columns.ts'
import {
  inLanguage,
  isTvFollowed,
  nextProgramme,
  currentProgramme,
  posterColumn,
  programmeColumns,
  programmeJson,
  programmeJsonFrom,
  tvChannelJson,
} from './columns.ts'

/** A time span; both ends in ISO 8601. */
export interface Span {
  from: string
  to: string
}

/** SQL on `tv_channel`: the programmes of a span as rows of `programme`, including a programme that began before the span. */
const programmesOfSpan = ({ from, to }: Span) => sql`(
  select programme.* from programme
  where programme.guide_channel_id = tv_channel.guide_channel_id
    and programme.starts_at < ${to}::timestamptz - ${guideShift} and programme.stops_at > ${from}::timestamptz - ${guideShift}
    and programme.starts_at >= coalesce((
      select earlier.starts_at from programme earlier
      where earlier.guide_channel_id = tv_channel.guide_channel_id and earlier.starts_at <= ${from}::timestamptz - ${guideShift}
      order by earlier.starts_at desc limit 1), '-infinity'))`

const listOf = (source: RawBuilder<unknown>, language: Language, extraColumns?: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(item order by programme.starts_at) from ${source} as programme
    cross join lateral (select ${programmeColumns(language, extraColumns)}) as item), '[]')`

/** Lists the programmes of channels in a span. */
export const listGuide = prepare(
  (_: Db, reader: Reader, choice: ChannelFilter, span: Span, language: Language, limit: number, after: ChannelKey | undefined) => sql<
    ChannelRow<GuideRow>
  >`
    select tv_channel.rank, tv_channel.position, tv_channel.id,
      json_build_object('channel', ${tvChannelJson(reader)}, 'programmes', ${listOf(programmesOfSpan(span), language)})::text as json
    from ${filteredChannels(reader, choice, { limit, after })} as tv_channel order by tv_channel.rank, tv_channel.position, tv_channel.id`,
)

/** Lists the current programmes and the programmes of a span, for the first channels, or for the first followed channels only. */
export const listTonight = prepare(
  (_: Db, reader: Reader, isFollowed: boolean, span: Span, language: Language, limit: number) => sql<{ json: JsonText<TonightRow> }>`
    select json_build_object('channel', ${tvChannelJson(reader)}, 'now', ${programmeJsonFrom(currentProgramme, language, posterColumn)},
      'tonight', ${listOf(programmesOfSpan(span), language, posterColumn)})::text as json
    from ${filteredChannels(reader, { group: undefined, isFollowed }, { limit })} as tv_channel
    where tv_channel.guide_channel_id is not null order by tv_channel.rank, tv_channel.position, tv_channel.id`,
)

/** Minutes from now to a time of a programme. */
const minutesTo = (column: string) => sql`round(extract(epoch from ${sql.ref(column)} + shift - now()) / 60)::int`

/** Returns the current and next programmes on all visible channels of a group. */
export const findNowAndNext = prepare(
  (_: Db, reader: Reader, group: string | undefined, language: Language) => sql<{ json: string }>`
    select json_build_object('at', ${isoTime(sql`now()`)}, 'ids', coalesce(json_agg(id), '[]'),
      'now', coalesce(json_agg(now_title), '[]'), 'now_start', coalesce(json_agg(now_start), '[]'), 'now_stop', coalesce(json_agg(now_stop), '[]'),
      'next', coalesce(json_agg(next_title), '[]'), 'next_start', coalesce(json_agg(next_start), '[]'),
      'next_stop', coalesce(json_agg(next_stop), '[]'))::text as json
    from (
      select tv_channel.id, now_on.title as now_title, ${minutesTo('now_on.starts_at')} as now_start, ${minutesTo('now_on.stops_at')} as now_stop,
        next_on.title as next_title, ${minutesTo('next_on.starts_at')} as next_start, ${minutesTo('next_on.stops_at')} as next_stop
      from tv_channel cross join lateral (select ${guideShift} as shift) as shifted
        left join lateral (select ${inLanguage('title', language)} as title, starts_at, stops_at from ${currentProgramme} as programme) as now_on on true
        left join lateral (select ${inLanguage('title', language)} as title, starts_at, stops_at from ${nextProgramme} as programme) as next_on on true
      where ${isTvChannelListed(reader)} and ${group === undefined ? sql`true` : sql`tv_channel.groups @> array[${group}::text]`}
        and tv_channel.guide_channel_id is not null
      order by tv_channel.position, tv_channel.id limit 5000) as listed`,
)

/** A programme without its watch URLs, which are added later. */
export interface ProgrammeRow {
  /** Unix seconds. */
  start: number
  stop: number
  title: string
  /** JSON of the fields that depend neither on the current time nor on the reader's time zone. */
  json: string
}
const epochSeconds = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)} + ${guideShift})::bigint`

/** SQL on `programme`: its start and end, in Unix seconds. */
export const programmeTimes = sql<Pick<ProgrammeRow, 'start' | 'stop'>>`
  ${epochSeconds('programme.starts_at')} as start, ${epochSeconds('programme.stops_at')} as stop`

/** SQL on `programme` and `tv_channel`: the columns of a guide entry. */
const epgColumns = (language: Language) => sql<ProgrammeRow>`
  ${programmeTimes}, ${inLanguage('title', language)} as title,
  (select to_json(item)::text from (
    select programme.id, ${inLanguage('title', language)} as title, ${inLanguage('sub_title', language)} as subtitle,
      coalesce(nullif(concat_ws(' ', 'S' || programme.season, 'E' || programme.episode), ''), programme.episode_text) as episode,
      coalesce(${inLanguage('description', language)}, '') as description,
      ${isoTime(sql`(programme.starts_at + ${guideShift})`)} as "startTime", ${isoTime(sql`(programme.stops_at + ${guideShift})`)} as "stopTime",
      ${programmePicture} as poster, programme.categories, programme.rating, programme.year, programme.is_new, programme.is_repeat) as item) as json`

/** The columns of a TV channel from which URLs are built. */
export interface SourceRow extends CatchupSource {
  catchup_days: number
}
/** SQL on `tv_channel`: the columns of a {@link SourceRow} as JSON. */
export const sourceJson = sql<SourceRow>`json_build_object('stream_url', tv_channel.stream_url, 'catchup_mode', tv_channel.catchup_mode,
  'catchup_source', tv_channel.catchup_source, 'dvr_base', tv_channel.dvr_base, 'dvr_extension', tv_channel.dvr_extension,
  'catchup_days', ${catchupDays})`

/** SQL on a channel with `restriction`: whether the channel is shown. A channel that requires a package is shown without its addresses. */
const isShown = sql`(tv_channel.restriction is null or tv_channel.restriction = 'tier_required')`

export interface EpgRow extends ProgrammeRow {
  restriction: Restriction | null
  /** Only in the first row, which is the channel: the columns for its URLs; null if the reader may not watch the channel. */
  source: SourceRow | null
}

/** Returns a row for a TV channel, and then its programmes of a span by time, if the channel is shown. */
export const listEpg = prepare(
  (_: Db, reader: Reader, id: string, span: Span, language: Language) => sql<EpgRow>`
    with found as materialized (select tv_channel.*, ${tvChannelRestriction(reader)} as restriction from tv_channel where tv_channel.id = ${id})
    select 0::bigint as start, 0::bigint as stop, '' as title, '' as json, tv_channel.restriction,
      case when tv_channel.restriction is null then ${sourceJson} end as source
    from found as tv_channel
    union all
    (select ${epgColumns(language)}, null, null from found as tv_channel cross join lateral ${programmesOfSpan(span)} as programme
    where ${isShown} order by programme.starts_at)`,
)

/** The requested channel of a programme, or else the first channel with the programme that the reader may watch. */
export const programmeChannelSql = (reader: Reader, id: string, channelId: string | undefined) => sql`(
  select tv_channel.*, ${tvChannelRestriction(reader)} as restriction
  from programme as sought join tv_channel on tv_channel.guide_channel_id = sought.guide_channel_id
  where sought.id = ${id} and ${channelId === undefined ? sql`true` : sql`tv_channel.id = ${channelId}`}
  order by ${tvChannelRestriction(reader)} is not null, not ${isTvFollowed(reader)}, tv_channel.position, tv_channel.id limit 1)`

/** Returns the key, channel and restriction of a programme, for checks before an action. */
export const findProgrammeAccess = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined) => sql<{
    key: string
    channel_id: string
    restriction: Restriction | null
  }>`
    select ${id}::text as key, tv_channel.id as channel_id, tv_channel.restriction from ${programmeChannelSql(reader, id, channelId)} as tv_channel`,
)

export interface EpgItemRow extends ProgrammeRow {
  restriction: Restriction | null
  channel_id: string
  guide_channel_id: number
  /** Null: the reader may not watch the channel. */
  source: SourceRow | null
  channel: string
  again: string
  is_reminded: boolean
}

/** Maximum number of other broadcasts. */
const maxRepeats = 20

/** Returns a programme with its channel and other broadcasts. */
export const findEpgItem = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined, language: Language) => sql<EpgItemRow>`
    select ${epgColumns(language)}, tv_channel.restriction, tv_channel.id as channel_id,
      case when tv_channel.restriction is null then ${sourceJson} end as source,
      ${tvChannelJson(reader)}::text as channel, ${otherBroadcasts(reader, language)}::text as again, ${isReminded(reader)} as is_reminded
    from ${programmeChannelSql(reader, id, channelId)} as tv_channel join programme on programme.id = ${id}`,
)

const isReminded = ({ user }: Reader) =>
  user
    ? sql<boolean>`exists (select from reminder where reminder.user_id = ${user.id} and reminder.programme_id = programme.id)`
    : sql<boolean>`false`

/** SQL on `programme`: its other broadcasts. If several channels have the same guide, lists the broadcast on the first of them. */
const otherBroadcasts = (reader: Reader, language: Language) => sql`(
  with this as (select programme.id, programme.title)
  select coalesce(json_agg(json_build_object('channel_id', tv_channel.id, 'channel_name', tv_channel.name,
      'programme', ${programmeJson(language)}) order by programme.stops_at <= now(), abs(extract(epoch from programme.starts_at - now()))), '[]')
  from (
    select programme.* from this join programme on hashtext(programme.title) = hashtext(this.title) and programme.title = this.title
      and programme.id <> this.id
    order by programme.stops_at <= now(), abs(extract(epoch from programme.starts_at - now())) limit ${sql.lit(maxRepeats)}) as programme
  cross join lateral (
    select tv_channel.* from tv_channel where tv_channel.guide_channel_id = programme.guide_channel_id and ${isTvChannelListed(reader)}
    order by tv_channel.position, tv_channel.id limit 1) as tv_channel)`

/**
 * Limits of a search: titles, broadcasts per title, and titles to read. A search reads the shortest titles, and titles that the index
 * finds. Frequent words are in many short titles, and the index finds rare words, so no search reads all titles.
 */
const searchLimits = { titles: 100, coming: 5, past: 2, shortest: 20_000, indexed: 5000 } as const

/**
 * Whether the trigram index can find a word. For a shorter word PostgreSQL would read the whole index, which takes longer than reading all
 * titles.
 */
const canUseTrigrams = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Words of a search, and the words that the trigram index can find. */
interface SearchedWords {
  words: readonly string[]
  first: string | undefined
  second: string | undefined
  third: string | undefined
}

const maxWords = 8

/** Returns the words of a query, the longest first. */
export function searchedWords(query: string): SearchedWords {
  const words = [...new Set(query.toLowerCase().split(/\s+/))].slice(0, maxWords).toSorted((a, b) => b.length - a.length)
  const [first, second, third] = words.filter(canUseTrigrams)
  return { words, first, second, third }
}

/** Titles that the index finds. Each word is a separate condition, so that only titles with all words are read. */
function indexedTitles({ first, second, third }: SearchedWords) {
  const words = [first, second, third].filter((word) => word !== undefined)
  if (words.length === 0) return sql``
  // Whether all words have trigrams: for a word without any, PostgreSQL would read all titles. Ignores trigrams with spaces, which are at
  // the beginning or end of a word.
  const hasMatchableWords = sql`(select bool_and(exists (select from unnest(show_trgm(folded(word))) as part where part !~ ' '))
            from unnest(array[${sql.join(words)}]::text[]) as word)`
  const conditions = words.map((word) => sql`folded_title like (select '%' || ${escapeLike(word)} || '%')`)
  return sql`
        union
        select letters, title from (
          select length(title) as letters, title, folded_title from programme_title
          where ${hasMatchableWords} and ${sql.join(conditions, sql` and `)} limit ${sql.lit(searchLimits.indexed)}) as indexed
        where folded_title like all (array(select pattern from wanted))`
}

/** Finds programmes whose title contains all words: future programmes by time, then past programmes. */
export const searchProgrammes = prepare(
  (_: Db, reader: Reader, words: SearchedWords, language: Language, limit: number) => sql<{ json: JsonText<FoundProgramme> }>`
    -- Each word is folded once, and not for each title.
    with wanted as materialized (select '%' || ${escapeLike(sql.ref('word'))} || '%' as pattern from unnest(${words.words}::text[]) as word),
    titles as materialized (
      select title from (
        (select letters, title from (
          select length(title) as letters, title, folded_title from programme_title
          order by length(title), title limit ${sql.lit(searchLimits.shortest)}) as shortest
        where folded_title like all (array(select pattern from wanted)) order by letters, title limit ${sql.lit(searchLimits.titles)})
        ${indexedTitles(words)}
      ) as found order by letters, title limit ${sql.lit(searchLimits.titles)}
    ), broadcast as materialized (
      select found.*, false as is_past from titles cross join lateral (
        select programme.* from programme where hashtext(programme.title) = hashtext(titles.title) and programme.title = titles.title
          and programme.starts_at > now() - interval '1 day' and programme.stops_at > now()
        order by programme.starts_at limit ${sql.lit(searchLimits.coming)}) as found
      union all
      select found.*, true as is_past from titles cross join lateral (
        select programme.* from programme where hashtext(programme.title) = hashtext(titles.title) and programme.title = titles.title
          and programme.starts_at <= now() and programme.stops_at <= now()
        order by programme.starts_at desc limit ${sql.lit(searchLimits.past)}) as found
    )
    select json_build_object('channel', ${tvChannelJson(reader)}, 'programme', ${programmeJson(language)})::text as json
    from broadcast as programme cross join lateral (
      select tv_channel.* from tv_channel where tv_channel.guide_channel_id = programme.guide_channel_id and ${isTvChannelListed(reader)}
      order by tv_channel.position, tv_channel.id limit 1) as tv_channel
    order by programme.is_past, case when programme.is_past then -extract(epoch from programme.starts_at) else extract(epoch from programme.starts_at) end,
      tv_channel.position, tv_channel.id limit ${limit}`,
)
