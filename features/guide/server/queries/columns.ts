/** Columns of TV channels and programmes for responses. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { isoTime } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import { tvChannelLock } from '#features/channels/server/queries/access.ts'
import { isBlockedHere } from '#features/channels/server/queries/restrictions.ts'
import { isLockedTvChannel, tiersToBuy } from '#features/channels/server/queries/tiers.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { catchupDays, guideShift } from '#features/tv-sources/server/queries/columns.ts'
import type { Programme, TvChannel } from '../../shapes.ts'
import { programmePicture } from '#features/watching/server/queries/programmes.ts'

export const isTvFollowed = ({ user }: Reader): RawBuilder<boolean> =>
  user
    ? sql<boolean>`exists (select from follow where follow.user_id = ${user.id} and follow.tv_channel_id = tv_channel.id)`
    : sql<boolean>`false`

/** SQL on `tv_channel`: whether the streams of its list are relayed. False without a list. */
export const isRelayed = sql<boolean>`exists (select from tv_source where tv_source.id = tv_channel.source_id and tv_source.is_relayed)`

/** JSON of a row of `tv_channel`. A locked channel has no addresses. @param extraFields additional fields: names and values alternately */
export function tvChannelJson(reader: Reader, extraFields?: RawBuilder<unknown>): RawBuilder<TvChannel> {
  const isOpen = sql`${tvChannelLock(reader)} is null`
  const isLocked = isLockedTvChannel(reader) ?? sql<boolean>`false`
  const columnUnlessLocked = (column: string) => sql`case when ${isOpen} then ${sql.ref(`tv_channel.${column}`)} end`
  return sql<TvChannel>`json_build_object('id', tv_channel.id, 'number', tv_channel.number, 'name', tv_channel.name,
    'logoId', ${pictureAddress('tv_channel.picture_id')}, 'kind', tv_channel.kind, 'groups', tv_channel.groups,
    'is_followed', ${isTvFollowed(reader)}, 'has_buttons', false, 'adult', tv_channel.adult, 'is_locked', ${isLocked}, 'tiers', ${tiersToBuy('tv_channel', isLocked)},
    'geo_blocked', ${isBlockedHere('tv_channel', reader) ?? sql`false`},
    'is_protected', tv_channel.is_protected, 'liveStreamUrl', ${columnUnlessLocked('stream_url')}, 'stream_kind', tv_channel.stream_kind,
    'needs_headers', ${isOpen} and tv_channel.stream_headers <> '{}', 'is_relayed', ${isOpen} and ${isRelayed}, 'live_thumb', null, 'dvrStreamBaseUrl', ${columnUnlessLocked('dvr_base')},
    'dvrStreamBaseUrlExtension', case when ${isOpen} then tv_channel.dvr_extension else '' end,
    'catchup_days', case when ${isOpen} then ${catchupDays} else 0 end${extraFields ? sql`, ${extraFields}` : sql``})`
}

/** SQL on `programme`: the text in a language, or else in the first language of the guide. */
export const inLanguage = (column: 'title' | 'sub_title' | 'description', language: Language): RawBuilder<string | null> =>
  sql<string | null>`coalesce(programme.translations -> ${language}::text ->> ${sql.lit(column)}, ${sql.ref(`programme.${column}`)})`

/** SQL on `programme` and `tv_channel`: the fields of a {@link Programme} as columns. @param extraColumns additional columns */
export const programmeColumns = (language: Language, extraColumns?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`programme.id, ${inLanguage('title', language)} as title, ${inLanguage('sub_title', language)} as subtitle, programme.categories[1] as category,
    ${isoTime(sql`(programme.starts_at + ${guideShift})`)} as "startTime", ${isoTime(sql`(programme.stops_at + ${guideShift})`)} as "stopTime"${extraColumns ? sql`, ${extraColumns}` : sql``}`

/** JSON of a row of `programme` joined with `tv_channel`. From a row, because `json_build_object` takes twice as long. */
export const programmeJson = (language: Language, extraColumns?: RawBuilder<unknown>): RawBuilder<Programme> =>
  sql<Programme>`(select to_json(item) from (select ${programmeColumns(language, extraColumns)}) as item)`

/** An extra column for {@link programmeColumns}: the programme's picture, for a card. */
export const posterColumn = sql`${programmePicture} as poster`

/** SQL on `tv_channel`: the current time minus the offset of its guide, for comparisons with the guide's times. */
const nowSql = sql`(now() - ${guideShift})`

/** SQL on `tv_channel`: its current programme, as at most one row of `programme`. Programmes of a channel never overlap. */
export const currentProgramme = sql`(
  select latest.* from (
    select programme.* from programme where programme.guide_channel_id = tv_channel.guide_channel_id and programme.starts_at <= ${nowSql}
    order by programme.starts_at desc limit 1) as latest
  where latest.stops_at > ${nowSql})`
/** SQL on `tv_channel`: its next programme, as at most one row of `programme`. */
export const nextProgramme = sql`(
  select programme.* from programme where programme.guide_channel_id = tv_channel.guide_channel_id and programme.starts_at > ${nowSql}
  order by programme.starts_at limit 1)`

/** SQL: the programme of `source` as JSON; null if `source` has no row. */
export const programmeJsonFrom = (
  source: RawBuilder<unknown>,
  language: Language,
  extraColumns?: RawBuilder<unknown>,
): RawBuilder<Programme | null> =>
  sql<Programme | null>`(select to_json(item) from ${source} as programme cross join lateral (select ${programmeColumns(language, extraColumns)}) as item)`
