// The floor of searches: the response that a guest gets, by one statement. Its parameter has the words to search for and the order of the
// results, because finding these is the product's own work.
import { categories, indexedSubjects } from '#features/search/rules.ts'
import { pictureSql, picturesSql, tileSql } from './floor-tile.ts'

const itemsSql = (category: string) => `(
  select item ->> 'id' as id, item ->> 'type' as type, item -> 'match' as match, place
  from json_array_elements($1::json -> '${category}') with ordinality as given (item, place)) as given`
const listSql = (rows: string) => `(select coalesce(json_agg(item), '[]') from (${rows}) as item)`
const countOf = (subject: string) => `(select count(distinct id) from matched where subject = '${subject}')`
const countedSubjects: Record<(typeof categories)[number], readonly string[]> = {
  channels: ['channel'],
  packages: ['package'],
  playlists: ['playlist'],
  series: ['series'],
  videos: ['video', 'programme'],
  users: ['user'],
}
const counts = categories.map((category) => `'${category}', least(1000, ${countedSubjects[category].map(countOf).join(' + ')})`).join(', ')

export const searchStatements = {
  search: `
    with driver as materialized (select * from json_to_recordset($1::json -> 'drivers') as driver (way integer, term text, "limit" integer)),
    other as materialized (
      select * from json_to_recordset($1::json -> 'others') as other (way integer, token text, begins boolean, words text[], mask bigint, pairs bigint[])),
    candidate as (
      select distinct indexed.subject, driver.way, hit.document_id as id, hit.signature
      from unnest(array['${indexedSubjects.join(`', '`)}']) as indexed (subject) cross join driver cross join lateral (
        select document_id, signature from search_term where search_term.subject = indexed.subject and scope = 'public' and term = driver.term
        order by rank, document_id limit driver."limit") as hit),
    matched as materialized (
      select subject, candidate.id from candidate where not exists (
        select from other where other.way = candidate.way and (other.mask & candidate.signature = 0
          or candidate.signature < 0 and not exists (select from unnest(other.pairs) as pair where pair & candidate.signature = pair))) and not exists (
        select from other join search_document as document on document.id = candidate.id
        where other.way = candidate.way and not (document.tokens && other.words
          or other.begins and exists (select from unnest(document.tokens) as token where starts_with(token, other.token)))))
    select json_build_object('counts', json_build_object(${counts}), 'channels', '[]'::json, 'packages', '[]'::json, 'users', '[]'::json,
      'playlists', ${listSql(`select ${tileSql}, ${picturesSql}, given.match from ${itemsSql('playlists')} join playlist on playlist.id = given.id
        join account on account.id = playlist.user_id order by given.place`)},
      'series', ${listSql(`select series.id, series.name, series.playlist_id, playlist.name as playlist_name, (
          select ${pictureSql('video.picture_id')} from video where video.series_id = series.id and video.picture_id is not null
          order by video.position limit 1) as image, false as is_locked, given.match
        from ${itemsSql('series')} join series on series.id = given.id join playlist on playlist.id = series.playlist_id order by given.place`)},
      'videos', ${listSql(`select given.id, given.type, coalesce(video.title, programme.title) as title, ${pictureSql('video.picture_id')} as image,
          playlist.id as playlist_id, series.id as series_id, playlist.user_id as owner, tv_channel.id as channel_id,
          to_char(programme.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start, false as is_locked, given.match
        from ${itemsSql('videos')} left join video on video.id = given.id and given.type = 'video'
          left join series on series.id = video.series_id left join playlist on playlist.id = series.playlist_id
          left join programme on programme.id = given.id and given.type = 'epg'
          left join tv_channel on tv_channel.guide_channel_id = programme.guide_channel_id order by given.place`)})::text`,
} as const
