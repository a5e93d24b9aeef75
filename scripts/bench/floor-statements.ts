import { moneyStatements } from './floor-money.ts'
import { searchStatements } from './floor-search.ts'
import { statisticsStatements } from './floor-statistics.ts'
import { televisionStatements } from './floor-television.ts'
import { tileFlags } from '#features/channels/server/queries/reader-flags.ts'
import { pictureSql, picturesSql, tileSql } from './floor-tile.ts'

const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const card = `video.id, video.title, ${pictureSql('video.picture_id')} as image, video.site, video.kind, video.duration, video.is_live,
  video.pending_user_id is not null as is_pending`
const video = `${card},
  video.id = coalesce(series.home_video_id, (select home.id from video home where home.series_id = series.id order by home.position limit 1)) as is_home,
  video.series_id, series.name as series_name, video.description, false as is_cut, video.src, video.embed_url, video.content_type,
  video.src not like '/%' as is_external, video.link_state = 'gone' as is_gone, null as link_failure, video.adult, video.start_at, video.end_at,
  num_nonnulls(video.go_to, video.more_title, video.more_info_title, video.more_description, video.more_picture_id) > 0 as has_buttons,
  video.go_to, video.go_to_title, video.more_title, video.more_info_title, video.more_description,
  ${pictureSql('video.more_picture_id')} as more_photo, video.copied_video_id, null as source, null as shared, video.views, video.likes, false as liked, playlist.user_id,
  json_build_object('playlist_id', playlist.id, 'serie_id', series.id, 'playlistable_type', 'video') as pivot,
  ${isoTime('video.published_at')} as published_at, ${isoTime('video.created_at')} as created_at`

const newId = `left(translate(gen_random_uuid()::text, '-', ''), 11)`
/** Columns written to a copy of a video. */
const copiedColumns = `title, description, picture_id, src, kind, site, embed_url, content_type, duration, is_live, start_at, end_at, published_at, adult, go_to,
  go_to_title, more_title, more_info_title, more_description, more_picture_id, position`

/** SQL: a page of public channels in a given order. */
const channelsPage = ({ from, rank, direction }: { from: string; rank: string; direction: 'asc' | 'desc' }) => {
  const backwards = direction === 'asc' ? 'desc' : 'asc'
  return `
  with page as materialized (
    select ${rank} as rank, playlist.key, ${tileSql},
      json_build_array((
        select json_build_object('id', series.id, 'name', series.name, 'videos', (
          select json_agg(card) from (select ${card} from video where video.series_id = series.id order by video.position limit 6) card))
        from series where series.playlist_id = playlist.id and series.type is null order by series.position limit 1)) as series
    from ${from} join account on account.id = playlist.user_id
    where playlist.listing_rank is not null order by ${rank} ${direction}, playlist.key ${direction} limit $1::int)
  select json_build_object(
    'data', (select json_agg(item) from (select id, name, description, is_cut, icon, tags, status, status_id, slug, adult, user_id, team_id,
      nickname, maker_is_public, may_edit, is_default, direct_publish, watch_later, is_archived, is_left, page.order, finished, page.lock, is_locked, tiers,
      views, ${tileFlags.join(', ')}, page.source,
      created_at, series from page) item),
    'next_cursor', (select rtrim(translate(encode(convert_to(format('[%s,%s]', rank, key), 'utf8'), 'base64'), E'+/\\n', '-_'), '=')
      from page order by rank ${backwards}, key ${backwards} limit 1))::text`
}

/** SQL: an owner's channels that meet the condition, in order. */
const ownTiles = (condition: string) => `(
  select coalesce(json_agg(item), '[]') from (select id, name, description, is_cut, icon, tags, status, status_id, slug, adult, user_id, team_id,
    nickname, maker_is_public, may_edit, is_default, direct_publish, watch_later, is_archived, is_left,
    row_number() over (order by place) - 1 as order, finished, own.lock, is_locked, tiers, views, ${tileFlags.join(', ')}, own.source, created_at, pictures
    from own where ${condition} order by place) as item)`

/** The statement of each flow. It has one parameter (`$1`) and returns a JSON text. */
export const statements: Readonly<Record<string, string>> = {
  ...televisionStatements,
  ...moneyStatements,
  ...statisticsStatements,
  ...searchStatements,
  default_channels: channelsPage({ from: 'playlist', rank: 'playlist.listing_rank', direction: 'asc' }),
  popular_channels: channelsPage({
    from: 'playlist_popularity join playlist on playlist.key = playlist_popularity.playlist_key',
    rank: '(playlist_popularity.score * 1000000)::bigint',
    direction: 'desc',
  }),
  channel_40: `
    select row_to_json(channel)::text from (
      select ${tileSql}, (
        select json_agg(one) from (
          select series.id, series.playlist_id, series.name, series.description, false as is_cut, series.type, playlist.owner_id as owner,
            null as source, null as shared, row_number() over (order by series.position) - 1 as position, (
            select json_agg(item) from (select ${video} from video where video.series_id = series.id order by video.position) item) as videos
          from series where series.playlist_id = playlist.id order by series.position) one) as series,
        (select count(*) from series join video on video.series_id = series.id where series.playlist_id = playlist.id) as videos,
        false as has_buttons, false as is_subscribed,
        coalesce((select revision from channel_revision where channel_revision.playlist_key = playlist.key), 0) as revision,
        coalesce((select json_agg(one) from (
          select distinct related_video.related_video_id as id
          from series join video on video.series_id = series.id join related_video on related_video.video_id = video.id
          where series.playlist_id = playlist.id limit 2000) one), '[]') as related_videos,
        coalesce((select likes from playlist_count where playlist_key = playlist.key), 0) as likes, false as liked
      from playlist join account on account.id = playlist.user_id where playlist.id = $1) channel`,
  my_playlists: `
    with own as materialized (
      select ${tileSql.replace('false as may_edit', 'true as may_edit').replace('null as order,', '')}, ${picturesSql}, playlist.section, playlist.position as place
      from playlist join account on account.id = playlist.user_id where playlist.owner_id = $1)
    select json_build_object('archive', ${ownTiles(`section = 'archive'`)}, 'other', ${ownTiles(`section in ('left', 'other')`)},
      'public', ${ownTiles(`section = 'public'`)}, 'groups', '[]'::json, 'archivedGroups', '[]'::json,
      'directPublish', ${ownTiles('direct_publish')} -> 0, 'watchLater', ${ownTiles('watch_later')} -> 0, 'finished', '[]'::json,
      'unfinished', (select json_agg(id order by place) from own where not direct_publish and not watch_later), 'favorites', '[]'::json)::text`,
  one_video: `
    select row_to_json(item)::text from (
      select ${video} from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
      where video.id = $1) item`,
  create_series: `
    with made as (
      insert into series (id, playlist_id, name, position)
      select ${newId}, $1::json->>'playlist_id', $1::json->>'name',
        (random() * 2 ^ 50)::bigint
      returning id, playlist_id, name, description, false as is_cut, type)
    select row_to_json(one)::text from (
      select made.*, (select count(*) from series where series.playlist_id = made.playlist_id) as position,
        playlist.owner_id as owner, null as source, null as shared, '[]'::json as videos
      from made join playlist on playlist.id = made.playlist_id) one`,
  copy_200: `
    with made as (
      insert into playlist (id, user_id, name, description, tags, status_id, position)
      select ${newId}, $1::json->>'user_id', $1::json->>'name', description, tags, 1, (random() * 2 ^ 50)::bigint
      from playlist where id = $1::json->>'playlist_id' returning id
    ), copied as materialized (
      select series.*, ${newId} as new_id from series where playlist_id = $1::json->>'playlist_id'
    ), new_series as (
      insert into series (id, playlist_id, name, description, type, position)
      select new_id, (select id from made), name, description, type, position from copied
    ), new_videos as (
      insert into video (id, series_id, copied_video_id, ${copiedColumns})
      select ${newId}, copied.new_id, video.id, ${copiedColumns.replaceAll(/(\w+)/g, 'video.$1')}
      from copied join video on video.series_id = copied.id)
    select json_build_object('id', id)::text from made`,
  continue: `
    with page as materialized (
      select ${card}, video.series_id, (select to_json(tile) from (select ${tileSql}) as tile) as playlist, watch_position.position,
        ${isoTime('watch_position.reported_at')} as viewed_at
      from watch_position join video on video.id = watch_position.video_id join series on series.id = video.series_id
        join playlist on playlist.id = series.playlist_id join account on account.id = playlist.user_id
      where watch_position.user_id = $1 and watched_at is null and watch_position.position > 0
      order by watch_position.reported_at desc, video.id desc limit 20)
    select json_build_object('data', (select json_agg(page) from page), 'next_cursor', null)::text`,
  progress: `
    insert into watch_position (user_id, video_id, position, duration)
    select $1::json->>'user_id', $1::json->>'video_id', ($1::json->>'position')::float8, ($1::json->>'duration')::float8
    on conflict (user_id, video_id) do update set position = excluded.position, duration = excluded.duration, reported_at = now()
    returning json_build_object('position', position)::text`,
  bare_insert: `
    insert into bare_row (user_id, thing) values ($1::json->>'user_id', $1::json->>'thing') returning json_build_object('id', id)::text`,
  following: `
    select json_build_object('followed', (
      select coalesce(json_agg(item), '[]') from (
        select 'playlist' as following_type, playlist.id as following_id, playlist.name, ${pictureSql('playlist.picture_id')} as image,
          (select to_json(preview) from (select ${tileSql.replace('false as is_followed', 'true as is_followed')}, ${picturesSql}) as preview) as playlist, false as is_locked,
          (select count(*) from series join video on video.series_id = series.id
            where series.playlist_id = playlist.id and video.created_at > follow.seen_at) as new_count,
          (select ${isoTime('max(video.created_at)')} from series join video on video.series_id = series.id
            where series.playlist_id = playlist.id) as latest_at,
          ${isoTime('follow.created_at')} as followed_at
        from follow join playlist on playlist.key = follow.playlist_key join account on account.id = playlist.user_id
        where follow.user_id = $1::json->>'user_id' order by follow.position) as item
    ), 'suggested', (
      select coalesce(json_agg(item), '[]') from (
        select 'playlist' as following_type, playlist.id as following_id, playlist.name, ${pictureSql('playlist.picture_id')} as image,
          (select to_json(preview) from (select ${tileSql}, ${picturesSql}) as preview) as playlist, suggested.reason
        from json_array_elements($1::json->'suggested') with ordinality as given (named, place)
          cross join json_to_record(named) as suggested (id text, reason json)
          join playlist on playlist.id = suggested.id join account on account.id = playlist.user_id
        order by place) as item))::text`,
  move_1000: `
    update video set position = (random() * 2 ^ 50)::bigint where id = $1::json->>'id' returning json_build_object('id', id)::text`,
}

/** Statements that run in a transaction of their own, with the number of times that each runs in it. */
export const inTransaction: Readonly<Record<string, number>> = { move_1000: 1, three_inserts: 3 }
