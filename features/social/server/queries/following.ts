/** Followed things that may appear in lists: public channels, public users, TV channels. */
import { type Compilable, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { type JsonText, jsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { isListed, isTvChannelListed, isVideoListed, tvChannelLock } from '#features/channels/server/queries/access.ts'
import { cardColumns, nullOrderColumn, previewColumns, tileColumns } from '#features/channels/server/queries/columns.ts'
import type { ListSort } from '#features/channels/rules.ts'
import type { PlaylistPreview, PlaylistTile } from '#features/channels/contract/tiles.ts'
import { type FollowedType, maxNewVideos } from '../../rules.ts'
import { findSuggestions, suggestionsState } from './suggestions.ts'

/** Maximum channels of a followed user that are included: the latest public ones. */
const channelsOfPerson = 50

/** SQL on `follow`: rows of `playlist` for the followed channel, or for the channels of the followed user. */
const channelsOf = (reader: Reader) => sql`(
  select playlist.* from playlist where playlist.key = follow.playlist_key and ${isListed(reader)}
  union all
  (select playlist.* from playlist where playlist.owner_id = follow.followed_user_id and ${isListed(reader)}
    order by playlist.public_since desc, playlist.key desc limit ${sql.lit(channelsOfPerson)}))`

/** SQL: the series of these channels. A lateral join, because a plain join may scan all series for each follow. */
const seriesOf = (reader: Reader) => sql`${channelsOf(reader)} as playlist
  cross join lateral (select series.* from series where series.playlist_id = playlist.id offset 0) as series`

const newCount = (reader: Reader): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select from ${seriesOf(reader)}
      cross join lateral (
        select from video where video.series_id = series.id and video.created_at > follow.seen_at and ${isVideoListed(reader)}
        limit ${sql.lit(maxNewVideos)}) as arrived
    limit ${sql.lit(maxNewVideos)}) as fresh)`

const latestAt = (reader: Reader): RawBuilder<Date | null> => sql<Date | null>`(
  select max(latest.created_at) from ${seriesOf(reader)}
    cross join lateral (
      select video.created_at from video where video.series_id = series.id and ${isVideoListed(reader)}
      order by video.created_at desc limit 1) as latest)`

const followers = sql<number>`coalesce(
  (select playlist_count.followers from playlist_count where playlist_count.playlist_key = follow.playlist_key),
  (select person_count.followers from person_count where person_count.user_id = follow.followed_user_id),
  (select tv_channel_count.followers from tv_channel_count where tv_channel_count.tv_channel_id = follow.tv_channel_id), 0)`

const shownFollows = (db: Db, reader: Reader) =>
  db
    .selectFrom('follow')
    .leftJoin('account as person', (join) => join.onRef('person.id', '=', 'follow.followed_user_id').on('person.is_found', '=', true))
    .leftJoin('tv_channel', (join) => join.onRef('tv_channel.id', '=', 'follow.tv_channel_id').on(isTvChannelListed(reader)))
    .where('follow.user_id', '=', reader.user?.id ?? '')

const sorts: Readonly<Record<ListSort | 'own', RawBuilder<unknown>>> = {
  own: sql`listed.position`,
  added_desc: sql`listed.created_at desc, listed.position`,
  added_asc: sql`listed.created_at, listed.position desc`,
  popular: sql`listed.followers desc, listed.position`,
  published_desc: sql`listed.latest desc nulls last, listed.position`,
  published_asc: sql`listed.latest nulls last, listed.position`,
}

/** Selects all visible followed things of the reader. */
const selectFollowed = (db: Db, reader: Reader, sort: RawBuilder<unknown>) =>
  db
    .selectFrom(
      shownFollows(db, reader)
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('playlist')
              .innerJoin('account', 'account.id', 'playlist.user_id')
              .select((eb) => [
                'playlist.id',
                'playlist.name',
                pictureAddress('playlist.picture_id').as('image'),
                jsonObjectFrom(db.selectNoFrom([...previewColumns(reader)(eb), nullOrderColumn] as never))
                  .$castTo<PlaylistPreview | null>()
                  .as('json'),
              ])
              .whereRef('playlist.key', '=', 'follow.playlist_key')
              .where(isListed(reader))
              .as('channel'),
          (join) => join.onTrue(),
        )
        .select([
          sql<FollowedType>`case when person.id is not null then 'user' when tv_channel.id is not null then 'channel' else 'playlist' end`.as(
            'type',
          ),
          sql<string>`coalesce(channel.id, person.id, tv_channel.id)`.as('id'),
          sql<string>`coalesce(channel.name, person.nickname, tv_channel.name)`.as('name'),
          sql<
            string | null
          >`coalesce(channel.image, ${pictureAddress('person.picture_id')}, ${pictureAddress('tv_channel.picture_id')})`.as('image'),
          'channel.json as playlist',
          sql<boolean>`coalesce((channel.json ->> 'is_locked')::boolean, ${tvChannelLock(reader)} = 'tier_required', false)`.as(
            'is_locked',
          ),
          newCount(reader).as('new_count'),
          latestAt(reader).as('latest'),
          followers.as('followers'),
          'follow.created_at',
          'follow.position',
        ])
        .where((eb) => eb.or([eb('channel.id', 'is not', null), eb('person.id', 'is not', null), eb('tv_channel.id', 'is not', null)]))
        .as('listed'),
    )
    .select((eb) =>
      jsonText(db, eb, [
        'listed.type as following_type',
        'listed.id as following_id',
        'listed.name',
        'listed.image',
        'listed.playlist',
        'listed.is_locked',
        'listed.new_count',
        isoTime(sql.ref('listed.latest')).$castTo<string | null>().as('latest_at'),
        isoTime(sql.ref('listed.created_at')).as('followed_at'),
      ]).as('json'),
    )
    .orderBy(sort as never)

/** Returns the rows as one JSON text, in their order. */
const listOf = <T>(rows: Compilable<{ json: JsonText<T> }>) =>
  sql<JsonText<T[]>>`(select '[' || coalesce(string_agg(item.json, ','), '') || ']' from (${rows}) as item)`

const listIn = (sort: RawBuilder<unknown>) =>
  prepare((db: Db, reader: Reader, suggestions: { limit: number; maxSeconds: number }) =>
    db.selectNoFrom([
      listOf(selectFollowed(db, reader, sort)).as('followed'),
      listOf(findSuggestions(db, reader, suggestions.limit)).as('suggested'),
      suggestionsState(reader, suggestions.maxSeconds).as('state'),
      sql<string>`${reader.user?.id ?? ''}::text`.as('user_id'),
      sql<boolean>`${sql.lit(reader.user?.seesAdult ?? false)}`.as('sees_adult'),
    ]),
  )
const lists = Object.fromEntries(Object.entries(sorts).map(([name, sort]) => [name, listIn(sort)])) as Record<
  keyof typeof sorts,
  ReturnType<typeof listIn>
>
/** Returns followed things, in the user's order or another one, and suggestions with their state. */
export const listFollows = (sort: ListSort | undefined) => lists[sort ?? 'own']

/** Returns all follows in the user's order, with the ids of the things; null for hidden things. */
export const listFollowPositions = prepare((db: Db, reader: Reader) =>
  shownFollows(db, reader)
    .select([
      'follow.id',
      sql<string | null>`coalesce(person.id, tv_channel.id,
        (select playlist.id from playlist where playlist.key = follow.playlist_key and ${isListed(reader)}))`.as('shown_id'),
    ])
    .orderBy('follow.position'),
)

/** Cursor of the feed: the previous page's last video. Videos that one call added are in the order of their series. */
export interface FeedPosition {
  time: string
  series: number
  video: number
  id: string
}

/**
 * Returns videos added to followed channels after `after`, latest first. Reads only as many series as there are videos to return, as
 * further series can't contribute.
 */
export const listFollowedVideos = prepare((db: Db, reader: Reader, limit: number, after: FeedPosition | undefined) => {
  const isAfter = after
    ? sql<boolean>`(video.created_at <= ${after.time}::timestamptz and (video.created_at < ${after.time}::timestamptz
      or (series.position, video.position, video.id) > (${after.series}::bigint, ${after.video}::bigint, ${after.id})))`
    : sql<boolean>`true`
  const sources = sql`(
    select distinct playlist.key, playlist.id from follow cross join lateral ${channelsOf(reader)} as playlist
    where follow.user_id = ${reader.user?.id ?? ''} and (follow.followed_user_id is null
      or exists (select from account where account.id = follow.followed_user_id and account.is_found)))`
  const fresh = sql<{ id: string }>`(
    select series.id from ${sources} as source join playlist on playlist.key = source.key join series on series.playlist_id = source.id
      cross join lateral (
        select video.created_at, video.position, video.id from video where video.series_id = series.id and ${isVideoListed(reader)} and ${isAfter}
        order by video.created_at desc, video.position limit 1) as latest
    order by latest.created_at desc, series.position, latest.position, latest.id limit ${limit})`
  return db
    .selectFrom(fresh.as('fresh'))
    .innerJoin('series', 'series.id', 'fresh.id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('video')
          .selectAll('video')
          .whereRef('video.series_id', '=', 'series.id')
          .where(isVideoListed(reader))
          .where(isAfter)
          .orderBy('video.created_at', 'desc')
          .orderBy('video.position')
          .limit(limit)
          .as('video'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'video.id',
      'series.position as series',
      'video.position as video',
      exactIsoTime(sql.ref('video.created_at')).as('time'),
      jsonText(db, eb, [
        ...cardColumns(reader)(eb as unknown as ExpressionBuilder<DB, 'video' | 'playlist'>),
        'video.series_id',
        jsonObjectFrom(db.selectNoFrom([...tileColumns(reader)(eb), nullOrderColumn] as never))
          .$notNull()
          .$castTo<PlaylistTile>()
          .as('playlist'),
        isoTime(sql.ref('video.created_at')).as('added_at'),
      ]).as('json'),
    ])
    .orderBy('video.created_at', 'desc')
    .orderBy('series.position')
    .orderBy('video.position')
    .orderBy('video.id')
    .limit(limit)
})
