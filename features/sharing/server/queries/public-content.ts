/** Public data for feeds, embedded players, cards and link previews. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { guestReader, type Reader } from '#kit/server/reader.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { status } from '#features/channels/rules.ts'
import {
  isSeriesShown,
  isVideoListed,
  maySee,
  maySeeInside,
  playlistLock,
  playlistViewRestriction,
  seriesViewRestriction,
  videoLock,
  videoRestriction,
  videoViewRestriction,
} from '#features/channels/server/queries/access.ts'
import { shownTitle, titleWithoutLockedAddress } from '#features/channels/server/queries/titles.ts'

type Guest = Reader<null>

export interface PublicChannel {
  id: string
  name: string
  description: string
  slug: string | null
  /** Username of the channel's creator. */
  nickname: string | null
  icon: string | null
  /** Whether the channel is accessible by private link only. */
  is_behind_link: boolean
  /** Whether the channel needs a package. */
  is_locked: boolean
  created_at: string
}

const channelColumns = (reader: Guest) => sql<PublicChannel>`playlist.id, playlist.name, playlist.description, account.nickname,
  case when playlist.status_id = ${sql.lit(status.public)} then playlist.slug end as slug,
  ${pictureAddress('playlist.picture_id')} as icon, playlist.status_id = ${sql.lit(status.privateLink)} as is_behind_link,
  ${playlistLock(reader)} is not null as is_locked, ${isoTime(sql.ref('playlist.created_at'))} as created_at`

const isPublic = sql<boolean>`playlist.status_id = ${sql.lit(status.public)}`
/** SQL: whether guests may see the channel, locked or not. */
const isOpenToGuests = (reader: Guest) => sql<boolean>`${playlistViewRestriction(reader)} is null`

/** A public channel accessible to guests. */
export const findPublicChannel = prepareOne(
  (_: Db, reader: Guest, id: string) => sql<PublicChannel>`
    select ${channelColumns(reader)} from playlist join account on account.id = playlist.user_id
    where playlist.id = ${id} and ${isPublic} and ${isOpenToGuests(reader)}`,
)
export const findPublicChannelBySlug = prepareOne(
  (_: Db, reader: Guest, slug: string) => sql<PublicChannel>`
    select ${channelColumns(reader)} from playlist join account on account.id = playlist.user_id
    where playlist.slug = ${slug} and ${isPublic} and ${isOpenToGuests(reader)}`,
)
/** A channel accessible to guests who know its id. */
export const findLinkedChannel = prepareOne(
  (_: Db, reader: Guest, id: string) => sql<PublicChannel>`
    select ${channelColumns(reader)} from playlist join account on account.id = playlist.user_id
    where playlist.id = ${id} and ${maySee(reader)} and ${isOpenToGuests(reader)}`,
)

export interface PublicVideo {
  id: string
  title: string
  description: string
  image: string | null
  kind: string
  /** Null if a package locks the video. */
  src: string | null
  embed_url: string | null
  content_type: string | null
  duration: number | null
  start_at: number | null
  end_at: number | null
  is_live: boolean
  /** Whether the video is blocked in some countries. Feeds then leave out its URL, which only readers in other countries may get. */
  is_barred_somewhere: boolean
  /** Whether the video's link is gone. */
  is_gone: boolean
  serie_id: string
  serie_name: string
  playlist_id: string
  published_at: string
  created_at: string
}

/** SQL on `video` and `playlist`: null if no package locks the video. Ignores countries, which differ by reader. */
const lockOf = (reader: Guest) => videoLock({ ...reader, country: null })
const isUnlocked = (reader: Guest) => sql<boolean>`${lockOf(reader)} is null`

/** Maximum characters of a description in feeds and embedded players, which have up to fifty videos. */
const descriptionMaxLength = 1000

const videoColumns = (
  reader: Guest,
) => sql<PublicVideo>`video.id, ${titleWithoutLockedAddress(lockOf(reader))} as title, left(video.description, ${sql.lit(descriptionMaxLength)}) as description, ${pictureAddress('video.picture_id')} as image, video.kind,
  case when ${isUnlocked(reader)} then video.src end as src, case when ${isUnlocked(reader)} then video.embed_url end as embed_url, video.content_type, video.duration, video.start_at, video.end_at, video.is_live,
  video.blocked_countries <> '{}' as is_barred_somewhere, video.link_state = 'gone' as is_gone, series.id as serie_id, series.name as serie_name, playlist.id as playlist_id,
  ${isoTime(sql.ref('video.published_at'))} as published_at, ${isoTime(sql.ref('video.created_at'))} as created_at`

const fromVideos = sql`from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id`

/** A video of a public channel accessible to guests. */
export const findPublicVideo = prepareOne(
  (_: Db, reader: Guest, id: string) => sql<PublicVideo>`
    select ${videoColumns(reader)} ${fromVideos} where video.id = ${id} and ${maySeeInside(reader)} and ${videoViewRestriction(reader)} is null`,
)

export interface PublicSeries {
  id: string
  name: string
  description: string
  playlist_id: string
}
/** A series of a public channel accessible to guests. */
export const findPublicSeries = prepareOne(
  (_: Db, reader: Guest, id: string) => sql<PublicSeries>`
    select series.id, series.name, series.description, series.playlist_id from series join playlist on playlist.id = series.playlist_id
    where series.id = ${id} and ${maySeeInside(reader)} and ${seriesViewRestriction(reader)} is null`,
)
/** A series of an accessible channel. */
export const findSeriesIn = prepareOne(
  (_: Db, playlistId: string, id: string) => sql<PublicSeries>`
    select series.id, series.name, series.description, series.playlist_id from series join playlist on playlist.id = series.playlist_id
    where series.id = ${id} and playlist.id = ${playlistId} and ${isSeriesShown(guestReader)}`,
)

const inSeries = (serieId: string | undefined) => (serieId === undefined ? sql`` : sql`and series.id = ${serieId}`)

/** Lists the videos of a channel in order, without locked videos and videos with a dead link. */
export const listPlayableVideos = prepare(
  (_: Db, reader: Guest, playlistId: string, limit: number, serieId?: string) => sql<PublicVideo>`
    select ${videoColumns(reader)} ${fromVideos}
    where playlist.id = ${playlistId} and ${videoRestriction(reader)} is null and video.link_state <> 'gone' ${inSeries(serieId)}
    order by series.position, video.position limit ${limit}`,
)

/**
 * Lists the videos of a channel, newest first, without videos with a dead link or without a title yet. Videos that were added together are
 * in the order of the channel.
 */
export const listNewestVideos = prepare(
  (_: Db, reader: Guest, playlistId: string, limit: number, serieId?: string) => sql<PublicVideo>`
    select ${videoColumns(reader)} ${fromVideos}
    where playlist.id = ${playlistId} and ${videoViewRestriction(reader)} is null and video.link_state <> 'gone' and video.pending_user_id is null
      ${inSeries(serieId)}
    order by video.created_at desc, series.position, video.position, video.id limit ${limit}`,
)

export interface CardContent {
  name: string
  /** Name of the channel of a video or series, or of the creator of a channel. */
  by: string | null
  /** Picture URLs, at most 4. */
  pictures: string[]
}
const pictureListSql = (among: RawBuilder<unknown>) => sql`array(select ${pictureAddress('video.picture_id')} from series
  join video on video.series_id = series.id
  where ${among} and video.picture_id is not null and ${isVideoListed(guestReader)} and ${videoViewRestriction(guestReader)} is null
  order by series.position, video.position limit 4)`

const findChannelCard = prepareOne(
  (_: Db, id: string) => sql<CardContent>`
    select playlist.name, account.nickname as by, case when videos.pictures <> '{}' then videos.pictures
      else array_remove(array[${pictureAddress('playlist.picture_id')}], null) end as pictures
    from playlist join account on account.id = playlist.user_id
    cross join lateral (select ${pictureListSql(sql`series.playlist_id = playlist.id`)} as pictures) as videos
    where playlist.id = ${id} and ${isPublic} and ${isOpenToGuests(guestReader)}`,
)
const findSeriesCard = prepareOne(
  (_: Db, id: string) => sql<CardContent>`
    select shown.name, playlist.name as by, ${pictureListSql(sql`series.id = shown.id`)} as pictures
    from series as shown join playlist on playlist.id = shown.playlist_id
    where shown.id = ${id} and shown.removed_at is null and ${isPublic} and ${isOpenToGuests(guestReader)}`,
)
const findVideoCard = prepareOne(
  (_: Db, id: string) => sql<CardContent>`
    select ${shownTitle(guestReader)} as name, playlist.name as by, array_remove(array[${pictureAddress('video.picture_id')}], null) as pictures
    ${fromVideos} where video.id = ${id} and ${maySeeInside(guestReader)} and ${videoViewRestriction(guestReader)} is null`,
)
/** Returns the data on a public thing's card; undefined if the thing isn't public. */
export const findCard = { playlist: findChannelCard, serie: findSeriesCard, video: findVideoCard } as const
