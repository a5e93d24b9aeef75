import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, iso } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isTvChannelListed, tvChannelRestriction } from '#features/curation/server/queries/access.ts'
import { escapeLike } from '#features/curation/server/queries/escape-like.ts'
import type { Restriction } from '#features/curation/rules.ts'
import { programmePicture } from '#features/watching/server/queries/programmes.ts'
import type { CatchupSource } from '../../catchup.ts'
import type { FoundProgramme, GuideRow, TonightRow } from '../../shapes.ts'
import { type ChannelKey, type ChannelRow, type Choice, chosenChannels } from './channels.ts'
import { catchupDays, guideShift, inLanguage, isTvFollowed, nextOn, nowOn, programmeJson, programmeOf, tvChannelJson } from './columns.ts'

/** A span of time; each end as ISO 8601. */
export interface Span {
  from: string
  to: string
}

/** Over `tv_channel`, as rows of `programme`: what is on between two moments. One that began before reaches into it. */
const within = ({ from, to }: Span) => sql`(
  select programme.* from programme
  where programme.guide_channel_id = tv_channel.guide_channel_id
    and programme.starts_at < ${to}::timestamptz - ${guideShift} and programme.stops_at > ${from}::timestamptz - ${guideShift}
    and programme.starts_at >= coalesce((
      select earlier.starts_at from programme earlier
      where earlier.guide_channel_id = tv_channel.guide_channel_id and earlier.starts_at <= ${from}::timestamptz - ${guideShift}
      order by earlier.starts_at desc limit 1), '-infinity'))`

const listOf = (source: RawBuilder<unknown>, language: Language, more?: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(${programmeJson(language, more)} order by programme.starts_at) from ${source} as programme), '[]')`

/** The guide of channels between two moments. */
export const listGuide = prepare(
  (_: Db, reader: Reader, choice: Choice, span: Span, language: Language, limit: number, after: ChannelKey | undefined) => sql<
    ChannelRow<GuideRow>
  >`
    select tv_channel.rank, tv_channel.position, tv_channel.id,
      json_build_object('channel', ${tvChannelJson(reader)}, 'programmes', ${listOf(within(span), language)})::text as json
    from ${chosenChannels(reader, choice, limit, after)} as tv_channel order by tv_channel.rank, tv_channel.position, tv_channel.id`,
)

const poster = sql`'poster', ${programmePicture}`

/** What is on now and in a span, on channels that the reader follows, or on the first ones. */
export const listTonight = prepare(
  (_: Db, reader: Reader, isFollowed: boolean, span: Span, language: Language, limit: number) => sql<{ json: JsonText<TonightRow> }>`
    select json_build_object('channel', ${tvChannelJson(reader)}, 'now', ${programmeOf(nowOn, language, poster)},
      'tonight', ${listOf(within(span), language, poster)})::text as json
    from ${chosenChannels(reader, { group: undefined, isFollowed }, limit, undefined)} as tv_channel
    where tv_channel.guide_channel_id is not null order by tv_channel.rank, tv_channel.position, tv_channel.id`,
)

/** Minutes from now to a time of a programme. */
const minutesTo = (column: string) => sql`round(extract(epoch from ${sql.ref(column)} + shift - now()) / 60)::int`

/** What is on now and next on all listed channels of a group. */
export const findNowAndNext = prepare(
  (_: Db, reader: Reader, group: string | undefined, language: Language) => sql<{ json: string }>`
    select json_build_object('at', ${iso(sql`now()`)}, 'ids', coalesce(json_agg(id), '[]'),
      'now', coalesce(json_agg(now_title), '[]'), 'now_start', coalesce(json_agg(now_start), '[]'), 'now_stop', coalesce(json_agg(now_stop), '[]'),
      'next', coalesce(json_agg(next_title), '[]'), 'next_start', coalesce(json_agg(next_start), '[]'),
      'next_stop', coalesce(json_agg(next_stop), '[]'))::text as json
    from (
      select tv_channel.id, now_on.title as now_title, ${minutesTo('now_on.starts_at')} as now_start, ${minutesTo('now_on.stops_at')} as now_stop,
        next_on.title as next_title, ${minutesTo('next_on.starts_at')} as next_start, ${minutesTo('next_on.stops_at')} as next_stop
      from tv_channel cross join lateral (select ${guideShift} as shift) as shifted
        left join lateral (select ${inLanguage('title', language)} as title, starts_at, stops_at from ${nowOn} as programme) as now_on on true
        left join lateral (select ${inLanguage('title', language)} as title, starts_at, stops_at from ${nextOn} as programme) as next_on on true
      where ${isTvChannelListed(reader)} and ${group === undefined ? sql`true` : sql`tv_channel.groups @> array[${group}::text]`}
        and tv_channel.guide_channel_id is not null
      order by tv_channel.position, tv_channel.id limit 5000) as listed`,
)

/** A programme of which it is still to be said where it can be watched. */
export interface ProgrammeRow {
  /** Unix seconds. */
  start: number
  stop: number
  title: string
  /** All but what depends on the moment, and on the zone of the reader. */
  json: string
}
const seconds = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)} + ${guideShift})::bigint`

/** Over `programme` and `tv_channel`. */
export const programmeTimes = sql<Pick<ProgrammeRow, 'start' | 'stop'>>`
  ${seconds('programme.starts_at')} as start, ${seconds('programme.stops_at')} as stop`

/** Over `programme` and `tv_channel`. */
const epgColumns = (language: Language) => sql<ProgrammeRow>`
  ${programmeTimes}, ${inLanguage('title', language)} as title,
  json_build_object('id', programme.id, 'title', ${inLanguage('title', language)}, 'subtitle', ${inLanguage('sub_title', language)},
    'episode', coalesce(nullif(concat_ws(' ', 'S' || programme.season, 'E' || programme.episode), ''), programme.episode_text),
    'description', coalesce(${inLanguage('description', language)}, ''),
    'startTime', ${iso(sql`(programme.starts_at + ${guideShift})`)}, 'stopTime', ${iso(sql`(programme.stops_at + ${guideShift})`)},
    'poster', ${programmePicture}, 'categories', programme.categories, 'rating', programme.rating, 'year', programme.year,
    'is_new', programme.is_new, 'is_repeat', programme.is_repeat)::text as json`

/** A TV channel as far as addresses are made of it. */
export interface SourceRow extends CatchupSource {
  catchup_days: number
}
/** Over `tv_channel`. */
export const sourceJson = sql<SourceRow>`json_build_object('stream_url', tv_channel.stream_url, 'catchup_mode', tv_channel.catchup_mode,
  'catchup_source', tv_channel.catchup_source, 'dvr_base', tv_channel.dvr_base, 'dvr_extension', tv_channel.dvr_extension,
  'catchup_days', ${catchupDays})`

export interface EpgRow extends ProgrammeRow {
  restriction: Restriction | null
  /** Of the first row, which is no programme. */
  source: SourceRow | null
}

/** A TV channel, and then, unless something keeps the reader from it, its programmes of a span by time. */
export const listEpg = prepare(
  (_: Db, reader: Reader, id: string, span: Span, language: Language) => sql<EpgRow>`
    with found as materialized (select tv_channel.*, ${tvChannelRestriction(reader)} as restriction from tv_channel where tv_channel.id = ${id})
    select 0::bigint as start, 0::bigint as stop, '' as title, '' as json, tv_channel.restriction,
      case when tv_channel.restriction is null then ${sourceJson} end as source
    from found as tv_channel
    union all
    (select ${epgColumns(language)}, null, null from found as tv_channel cross join lateral ${within(span)} as programme
    where tv_channel.restriction is null order by programme.starts_at)`,
)

/** A programme on the channel that is asked for, or the first that shows it and that the reader may watch. */
export const chosenProgramme = (reader: Reader, id: string, channelId: string | undefined) => sql`(
  select tv_channel.*, ${tvChannelRestriction(reader)} as restriction
  from programme as sought join tv_channel on tv_channel.guide_channel_id = sought.guide_channel_id
  where sought.id = ${id} and ${channelId === undefined ? sql`true` : sql`tv_channel.id = ${channelId}`}
  order by ${tvChannelRestriction(reader)} is not null, not ${isTvFollowed(reader)}, tv_channel.position, tv_channel.id limit 1)`

/** What decides over a programme before anything is done with it, and on which channel it is looked at. */
export const findProgrammeAccess = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined) => sql<{
    key: string
    channel_id: string
    restriction: Restriction | null
  }>`
    select ${id}::text as key, tv_channel.id as channel_id, tv_channel.restriction from ${chosenProgramme(reader, id, channelId)} as tv_channel`,
)

export interface EpgItemRow extends ProgrammeRow {
  restriction: Restriction | null
  channel_id: string
  guide_channel_id: number
  source: SourceRow
  channel: string
  again: string
  is_reminded: boolean
}

/** How many other broadcasts are told. */
const maxAgain = 20

/** A programme with its channel and its other broadcasts. */
export const findEpgItem = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined, language: Language) => sql<EpgItemRow>`
    select ${epgColumns(language)}, tv_channel.restriction, tv_channel.id as channel_id, ${sourceJson} as source,
      ${tvChannelJson(reader)}::text as channel, ${again(reader, language)}::text as again, ${isReminded(reader)} as is_reminded
    from ${chosenProgramme(reader, id, channelId)} as tv_channel join programme on programme.id = ${id}`,
)

const isReminded = ({ user }: Reader) =>
  user
    ? sql<boolean>`exists (select from reminder where reminder.user_id = ${user.id} and reminder.programme_id = programme.id)`
    : sql<boolean>`false`

/** Over `programme`: its other broadcasts; of channels with the same guide the first is named. */
const again = (reader: Reader, language: Language) => sql`(
  with this as (select programme.id, programme.title)
  select coalesce(json_agg(json_build_object('channel_id', tv_channel.id, 'channel_name', tv_channel.name,
      'programme', ${programmeJson(language)}) order by programme.stops_at <= now(), abs(extract(epoch from programme.starts_at - now()))), '[]')
  from (
    select programme.* from this join programme on hashtext(programme.title) = hashtext(this.title) and programme.title = this.title
      and programme.id <> this.id
    order by programme.stops_at <= now(), abs(extract(epoch from programme.starts_at - now())) limit ${sql.lit(maxAgain)}) as programme
  cross join lateral (
    select tv_channel.* from tv_channel where tv_channel.guide_channel_id = programme.guide_channel_id and ${isTvChannelListed(reader)}
    order by tv_channel.position, tv_channel.id limit 1) as tv_channel)`

/**
 * Titles that one search looks into, and of each so many broadcasts. They are looked for among so many of the shortest, and so many that the
 * index finds: words that are in most titles are in many short ones, words that are in few are found by the index, and nothing reads all.
 */
const looked = { titles: 100, coming: 5, past: 2, shortest: 20_000, indexed: 5000 } as const

/** What the index of titles finds: for less it would be read as a whole, which takes longer than all titles. */
const hasTrigram = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Words of a search, and those of them that the index of titles finds. */
interface SearchedWords {
  words: readonly string[]
  first: string | undefined
  second: string | undefined
  third: string | undefined
}

/** @param words the one first that tells most */
export function searchedWords(words: readonly string[]): SearchedWords {
  const [first, second, third] = words.filter(hasTrigram)
  return { words, first, second, third }
}

/** Titles that the index finds. Each word is a condition of its own, so that only what has all of them is read. */
function indexedTitles({ first, second, third }: SearchedWords) {
  const words = [first, second, third].filter((word) => word !== undefined)
  if (words.length === 0) return sql``
  // Which letters are any to it is the database's to say: for others it would read all. A part without spaces begins and ends nowhere.
  const areFound = sql`(select bool_and(exists (select from unnest(show_trgm(folded(word))) as part where part !~ ' '))
            from unnest(array[${sql.join(words)}]::text[]) as word)`
  const conditions = words.map((word) => sql`folded_title like (select '%' || ${escapeLike(word)} || '%')`)
  return sql`
        union
        select letters, title from (
          select length(title) as letters, title, folded_title from programme_title
          where ${areFound} and ${sql.join(conditions, sql` and `)} limit ${sql.lit(looked.indexed)}) as indexed
        where folded_title like all (array(select pattern from wanted))`
}

/** Programmes whose title has all these words: those to come by time, then those that were on. */
export const searchProgrammes = prepare(
  (_: Db, reader: Reader, words: SearchedWords, language: Language, limit: number) => sql<{ json: JsonText<FoundProgramme> }>`
    -- Each word is folded once, and not for each title.
    with wanted as materialized (select '%' || ${escapeLike(sql.ref('word'))} || '%' as pattern from unnest(${words.words}::text[]) as word),
    titles as materialized (
      select title from (
        (select letters, title from (
          select length(title) as letters, title, folded_title from programme_title
          order by length(title), title limit ${sql.lit(looked.shortest)}) as shortest
        where folded_title like all (array(select pattern from wanted)) order by letters, title limit ${sql.lit(looked.titles)})
        ${indexedTitles(words)}
      ) as found order by letters, title limit ${sql.lit(looked.titles)}
    ), broadcast as materialized (
      select found.*, false as is_past from titles cross join lateral (
        select programme.* from programme where hashtext(programme.title) = hashtext(titles.title) and programme.title = titles.title
          and programme.starts_at > now() - interval '1 day' and programme.stops_at > now()
        order by programme.starts_at limit ${sql.lit(looked.coming)}) as found
      union all
      select found.*, true as is_past from titles cross join lateral (
        select programme.* from programme where hashtext(programme.title) = hashtext(titles.title) and programme.title = titles.title
          and programme.starts_at <= now() and programme.stops_at <= now()
        order by programme.starts_at desc limit ${sql.lit(looked.past)}) as found
    )
    select json_build_object('channel', ${tvChannelJson(reader)}, 'programme', ${programmeJson(language)})::text as json
    from broadcast as programme cross join lateral (
      select tv_channel.* from tv_channel where tv_channel.guide_channel_id = programme.guide_channel_id and ${isTvChannelListed(reader)}
      order by tv_channel.position, tv_channel.id limit 1) as tv_channel
    order by programme.is_past, case when programme.is_past then -extract(epoch from programme.starts_at) else extract(epoch from programme.starts_at) end,
      tv_channel.position, tv_channel.id limit ${limit}`,
)

/** Forgets titles that no programme has any more; another time when a guide is imported just now, whose programmes are not there yet. */
export async function deleteUnusedTitles(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('programme_title')) as is_mine`.execute(tx)
    if (!rows[0]!.is_mine) return
    await sql`
      delete from programme_title where not exists (
        select from guide_programme as programme where hashtext(programme.title) = hashtext(programme_title.title) and programme.title = programme_title.title)`.execute(
      tx,
    )
  })
}
