/**
 * Copies, each in one statement. Reads, writes and the check of the reader's access share one snapshot. Ids are generated in the database,
 * so copied data is not transferred.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { status, type StatusId } from '../../rules.ts'
import { maySee, maySeeInside, playlistRestriction, seriesRestriction, videoRestriction } from './access.ts'
import { paidOrigin, paidOriginal } from './tiers.ts'
import { raiseRevisionsSql } from './moves.ts'

/** Columns that are copied unchanged, including those that restrict a video by its origin. {@link videoCopy} has the others. */
export const copiedVideoColumns = [
  'title',
  'description',
  'picture_id',
  'src',
  'kind',
  'site',
  'embed_url',
  'content_type',
  'duration',
  'is_live',
  'start_at',
  'end_at',
  'go_to',
  'go_to_title',
  'more_title',
  'more_info_title',
  'more_description',
  'more_picture_id',
  'upload_id',
  'removed_at',
  'tv_channel_id',
  'blocked_countries',
  'is_origin_lost',
] as const
const columnNames = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const videoColumns = sql.join(copiedVideoColumns.map((column) => sql.ref(`video.${column}`)))

/** The columns that {@link videoCopy} fills. */
const videoCopyColumns = columnNames([
  'id',
  'series_id',
  'position',
  'copied_video_id',
  'adult',
  'pending_user_id',
  'pending_since',
  'published_at',
  'paid_playlist_key',
  'paid_video_id',
  ...copiedVideoColumns,
])
interface VideoCopy {
  id: RawBuilder<unknown>
  seriesId: RawBuilder<unknown>
  position: RawBuilder<unknown>
  adult: RawBuilder<unknown>
  paidPlaylistKey: RawBuilder<unknown>
}
/**
 * Values of a copy of a row `video`. A pending page is fetched on behalf of the copying user. A video without a date of its own gets the
 * time of the copy.
 */
const videoCopy = (
  { user }: Reader<User>,
  { id, seriesId, position, adult, paidPlaylistKey }: VideoCopy,
) => sql`${id}, ${seriesId}, ${position}, video.id, ${adult},
  case when video.pending_user_id is not null then ${user.id} end, case when video.pending_user_id is not null then now() end,
  case when video.published_at = video.created_at then now() else video.published_at end, ${paidPlaylistKey}, ${paidOriginal(paidPlaylistKey)}, ${videoColumns}`

/** SQL: whether the reader may copy the channel. */
const mayCopyChannel = (reader: Reader) => sql<boolean>`(${maySee(reader)} and ${playlistRestriction(reader)} is null)`
/** SQL: whether the reader may copy the series. @param playlistId the channel id given by the caller */
const mayCopySeries = (reader: Reader, playlistId: string | undefined) =>
  sql<boolean>`(${maySeeInside(reader, playlistId)} and ${seriesRestriction(reader)} is null)`
/** SQL: whether the video is copied with its series. */
const mayCopyVideo = (reader: Reader) => sql<boolean>`${videoRestriction(reader)} is null`

/** Size of a copy. */
export interface CopySize {
  /** How many of the given channels or series the reader may copy. */
  sources: number
  videos: number
  /** Whether pages of some of these videos have not been fetched yet. */
  isPending: boolean
}
const copySizeSql = (from: RawBuilder<unknown>, source: RawBuilder<unknown>, reader: Reader) => sql<CopySize>`
  select count(distinct ${source}) as sources, count(video.id) filter (where ${mayCopyVideo(reader)}) as videos,
    coalesce(bool_or(video.pending_user_id is not null), false) as "isPending"
  from ${from}`

export async function findPlaylistsCopySize(db: Db, reader: Reader, ids: readonly string[]): Promise<CopySize> {
  const from = sql`playlist left join series on series.playlist_id = playlist.id left join video on video.series_id = series.id
    where playlist.id = any(${ids}::text[]) and ${mayCopyChannel(reader)}`
  const { rows } = await copySizeSql(from, sql`playlist.id`, reader).execute(db)
  return rows[0]!
}

/** @param playlistId the channel id given by the caller */
export async function findSeriesCopySize(db: Db, reader: Reader, id: string, playlistId: string | undefined): Promise<CopySize> {
  const from = sql`series join playlist on playlist.id = series.playlist_id left join video on video.series_id = series.id
    where series.id = ${id} and ${mayCopySeries(reader, playlistId)}`
  const { rows } = await copySizeSql(from, sql`series.id`, reader).execute(db)
  return rows[0]!
}

/**
 * Inserts copies of the rows of the common table expression `copied_video`, which has `new_id`, `new_series_id`, `is_adult` and
 * `paid_origin`.
 */
const videoCopies = (reader: Reader<User>) => sql`insert into video (${videoCopyColumns})
  select ${videoCopy(reader, { id: sql`new_id`, seriesId: sql`new_series_id`, position: sql`position`, adult: sql`is_adult`, paidPlaylistKey: sql`paid_origin` })}
  from copied_video as video`

export interface PlaylistCopy {
  sourceId: string
  id: string
  position: number
  /** Null keeps the name of the source. */
  name: string | null
}
/**
 * Copies channels with the series and videos that the reader sees. All copies go to one owner, and to one section or group.
 * @returns the number of copied channels
 */
export async function copyPlaylists(
  db: Db,
  reader: Reader<User>,
  copies: readonly PlaylistCopy[],
  { statusId, isLeft = false, groupId = null }: { statusId: StatusId; isLeft?: boolean; groupId?: string | null },
): Promise<number> {
  const column = <N extends keyof PlaylistCopy>(name: N) => copies.map((copy) => copy[name])
  const { rows } = await sql<{ count: number }>`
    with source as materialized (
      select copy.new_id, copy.new_position, coalesce(copy.new_name, playlist.name) as new_name, playlist.*
      from unnest(${column('sourceId')}::text[], ${column('id')}::text[], ${column('position')}::bigint[], ${column('name')}::text[])
        copy (source_id, new_id, new_position, new_name)
      join playlist on playlist.id = copy.source_id
      where ${mayCopyChannel(reader)}
    ), copied_series as materialized (
      select series.*, source.new_id as new_playlist_id, random_id() as new_id
      from source join series on series.playlist_id = source.id
    ), copied_video as materialized (
      select video.*, series.new_id as new_series_id, random_id() as new_id, video.adult as is_adult, ${paidOrigin} as paid_origin
      from source as playlist join copied_series as series on series.playlist_id = playlist.id join video on video.series_id = series.id
      where ${mayCopyVideo(reader)}
    ), new_playlists as (
      insert into playlist (id, user_id, team_id, name, description, picture_id, tags, adult, removed_alone_at, status_id, public_since, is_left, group_id,
        position, copied_playlist_key)
      select new_id, ${reader.user.id}, ${reader.user.teamId}, new_name, description, picture_id, tags, adult, removed_alone_at, ${statusId}::smallint,
        case when ${statusId === status.public}::boolean then now() end, ${isLeft}::boolean, ${groupId}, new_position, key
      from source
    ), new_series as (
      insert into series (id, playlist_id, name, description, type, removed_at, home_video_id, position, copied_series_id)
      select series.new_id, series.new_playlist_id, series.name, series.description, series.type, series.removed_at, home.new_id, series.position, series.id
      from copied_series as series left join copied_video as home on home.id = series.home_video_id
    ), new_videos as (${videoCopies(reader)})
    select count(*) as count from source`.execute(db)
  return rows[0]!.count
}

export interface SeriesCopy {
  sourceId: string
  /** The source's channel id, as given by the caller. */
  sourcePlaylistId: string | undefined
  id: string
  playlistId: string
  name: string
  position: number
  /** Limits the videos, because the source may grow concurrently. */
  maxVideos: number
  /** Ids of the channels whose revisions the copy raises. */
  raises: readonly string[]
}
/**
 * Copies a series with the videos that the reader sees. A banner becomes an ordinary series if the channel has one. Content of adult
 * channels is marked adult.
 * @returns false if the reader may not see the source
 */
export async function copySeries(db: Db, reader: Reader<User>, copy: SeriesCopy): Promise<boolean> {
  const { rows } = await sql`
    with source as materialized (
      select series.* from series join playlist on playlist.id = series.playlist_id
      where series.id = ${copy.sourceId} and ${mayCopySeries(reader, copy.sourcePlaylistId)}
    ), copied_video as materialized (
      select video.*, ${copy.id} as new_series_id, random_id() as new_id, video.adult or playlist.adult as is_adult, ${paidOrigin} as paid_origin
      from source as series join playlist on playlist.id = series.playlist_id join video on video.series_id = series.id
      where ${mayCopyVideo(reader)} order by video.position limit ${copy.maxVideos}
    ), new_series as (
      insert into series (id, playlist_id, name, description, removed_at, type, home_video_id, position, copied_series_id)
      select ${copy.id}, ${copy.playlistId}, ${copy.name}, source.description, source.removed_at,
        case when not exists (select from series header where header.playlist_id = ${copy.playlistId} and header.type = 'header') then source.type end,
        home.new_id, ${copy.position}::bigint, source.id
      from source left join copied_video as home on home.id = source.home_video_id
    ), new_videos as (${videoCopies(reader)}), ${raiseRevisionsSql(copy.raises)}
    select from source`.execute(db)
  return rows.length > 0
}

export interface NewVideoCopy {
  sourceId: string
  /** The source's channel id, as given by the caller. */
  sourcePlaylistId: string | undefined
  id: string
  seriesId: string
  position: number
}
/**
 * Copies a video. Content of adult channels is marked adult.
 * @returns undefined if the reader may not see the source
 */
export async function copyVideo(db: Db, reader: Reader<User>, copy: NewVideoCopy): Promise<{ isPending: boolean } | undefined> {
  const columns = videoCopy(reader, {
    id: sql`${copy.id}`,
    seriesId: sql`${copy.seriesId}`,
    position: sql`${copy.position}::bigint`,
    adult: sql`video.adult or playlist.adult`,
    paidPlaylistKey: paidOrigin,
  })
  const { rows } = await sql<{ isPending: boolean }>`
    insert into video (${videoCopyColumns})
    select ${columns}
    from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
    where video.id = ${copy.sourceId} and ${maySeeInside(reader, copy.sourcePlaylistId)} and ${mayCopyVideo(reader)}
    returning pending_user_id is not null as "isPending"`.execute(db)
  return rows[0]
}
