/** Response fields of channels, series and videos, as columns. */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isoTime } from '#kit/server/db/db.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { PlaybackKind } from '#features/media/rules.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { limits } from '../../limits.ts'
import { statuses, type StatusName } from '../../rules.ts'
import type { LinkFailure, ShareOrigin, Video } from '../../contract/shapes.ts'
import type { Source } from '../../contract/tiles.ts'
import { isSeriesShown, isVideoListed, isVideoShown, mayEdit, playlistLock, playlistViewRestriction, videoLock } from './access.ts'
import { isLiked, isPlaylistLiked, tileFlagColumns } from './reader-flags.ts'
import { hasPackageWith, isLockedPlaylist, tiersToBuy } from './tiers.ts'
import { shownTitle, titleWithoutLockedAddress } from './titles.ts'
import { contentRevision } from './moves.ts'
import { playlistSource, seriesShare, seriesSource, videoShare, videoSource } from './sources.ts'

const statusName = (table: 'playlist' | 'playlist_group'): RawBuilder<StatusName> =>
  sql<StatusName>`(array[${sql.join(statuses.map(({ name }) => sql.lit(name)))}])[${sql.ref(`${table}.status_id`)}]`

const channelLikes = sql<number>`coalesce((select likes from playlist_count where playlist_key = playlist.key), 0)`
type LongText = 'video.description' | 'video.more_description' | 'series.description' | 'playlist.description'
const startLength = (column: LongText) => (column === 'video.more_description' ? limits.moreTextStart : limits.textStart)
/** Whether a text is longer than its shown beginning. Uses `substr`, because `length` would read the whole text. */
const isLong = (column: LongText) => sql<boolean>`substr(${sql.ref(column)}, ${sql.lit(startLength(column) + 1)}, 1) <> ''`
/** The beginning of a text, for lists. */
const startOf = (column: LongText) =>
  sql<string>`left(${sql.ref(column)}, ${sql.lit(startLength(column))}) || case when ${isLong(column)} then '…' else '' end`

/** The full description of a channel or series. */
export const fullDescription = (table: 'playlist' | 'series') => ({
  description: sql<string>`${sql.ref(`${table}.description`)}`,
  is_cut: sql<boolean>`false`,
})
/** The truncated description, for lists; limits the size of the response. */
export const truncatedDescription = (table: 'playlist' | 'series'): ReturnType<typeof fullDescription> => ({
  description: startOf(`${table}.description`),
  is_cut: isLong(`${table}.description`),
})

/** SQL on `playlist` joined with `account`, its creator: the columns of a tile. The list adds the position (`order`). */
export const tileColumns =
  (reader: Reader, text = truncatedDescription('playlist'), isLocked = isLockedPlaylist(reader) ?? sql<boolean>`false`) =>
  (eb: ExpressionBuilder<DB, 'playlist' | 'account'>) =>
    [
      'playlist.id',
      'playlist.name',
      text.description.as('description'),
      text.is_cut.as('is_cut'),
      pictureAddress('playlist.picture_id').as('icon'),
      'playlist.tags',
      statusName('playlist').as('status'),
      'playlist.status_id',
      'playlist.slug',
      'playlist.adult',
      'playlist.user_id',
      'playlist.team_id',
      'account.nickname',
      'account.is_found as maker_is_public',
      mayEdit(reader).as('may_edit'),
      eb('playlist.default_rank', 'is not', null).$castTo<boolean>().as('is_default'),
      eb('playlist.kind', '=', 'direct_publish').$castTo<boolean>().as('direct_publish'),
      eb('playlist.kind', '=', 'watch_later').$castTo<boolean>().as('watch_later'),
      'playlist.is_archived',
      'playlist.is_left',
      sql<0 | 1>`playlist.finished::int`.as('finished'),
      playlistLock(reader).as('lock'),
      isLocked.as('is_locked'),
      tiersToBuy('playlist', isLocked).as('tiers'),
      'playlist.views',
      ...tileFlagColumns(reader),
      playlistSource(reader).as('source'),
      isoTime(sql.ref('playlist.created_at')).as('created_at'),
    ] as const

/** Maximum pictures of a channel in a grid. */
const previewPictures = 4

/** SQL on `playlist` joined with `account`: a channel with the first pictures of its content. */
export const previewColumns = (reader: Reader) => (eb: ExpressionBuilder<DB, 'playlist' | 'account'>) =>
  [
    ...tileColumns(reader)(eb),
    sql<string[]>`array(select ${pictureAddress('video.picture_id')} from series join video on video.series_id = series.id
      where series.playlist_id = playlist.id and video.picture_id is not null and ${isVideoListed(reader)}
      order by series.position, video.position limit ${sql.lit(previewPictures)})`.as('pictures'),
  ] as const

/** Column for lists without user-defined order. */
export const nullOrderColumn = sql<number | null>`null::int`.as('order')

export const groupColumns = () =>
  [
    'playlist_group.id',
    'playlist_group.name',
    pictureAddress('playlist_group.picture_id').as('icon'),
    statusName('playlist_group').as('status'),
    'playlist_group.status_id',
    'playlist_group.is_archived',
  ] as const

/** SQL on `video` and `playlist`: the columns of a card. @param lock see {@link videoColumns} */
export const cardColumns = (reader: Reader, lock?: RawBuilder<unknown>) => (eb: ExpressionBuilder<DB, 'video' | 'playlist'>) =>
  [
    'video.id',
    (lock ? titleWithoutLockedAddress(lock) : shownTitle(reader)).as('title'),
    pictureAddress('video.picture_id').as('image'),
    'video.site',
    eb.ref('video.kind').$castTo<PlaybackKind>().as('kind'),
    'video.duration',
    'video.is_live',
    eb('video.pending_user_id', 'is not', null).$castTo<boolean>().as('is_pending'),
  ] as const

/** SQL: whether the video has additional information. */
export const hasMoreInfo = sql<boolean>`num_nonnulls(video.more_title, video.more_info_title, video.more_description, video.more_picture_id) > 0`
/** SQL: whether the video has additional information or a link to another site. */
const hasButtons = sql<boolean>`num_nonnulls(video.go_to, video.more_title, video.more_info_title, video.more_description, video.more_picture_id) > 0`

/** SQL on `video` and `playlist`: the failure of the link, for editors. Checks the right to edit only for failed links. */
const linkFailure = (reader: Reader) => sql<LinkFailure | null>`case when video.link_state <> 'well' then case when ${mayEdit(reader)} then
  json_build_object('state', video.link_state, 'problem', video.link_problem, 'since', ${isoTime(sql.ref('video.link_failed_at'))}) end end`

/**
 * SQL on `video` and `playlist`: an address; null for readers who may not play the video.
 * @param lock SQL that is null if the video is open
 */
const unlessLocked = (lock: RawBuilder<unknown>, address: RawBuilder<unknown>) =>
  sql<string | null>`case when ${lock} is null then ${address} end`

/** SQL on `video` and `playlist`: the video's address; null if the reader may not play it. */
export const playableAddress = (reader: Reader) => unlessLocked(videoLock(reader), sql.ref('video.src'))
/**
 * SQL on `video` and `playlist`: the video's address for a reader in an unknown country; null if the video is locked, or blocked in any
 * country.
 */
export const addressWithoutCountry = (reader: Reader) =>
  sql<string | null>`case when video.blocked_countries = '{}' and ${videoLock(reader)} is null then video.src end`

/** SQL on `series` and `playlist`: the location of a video of that series. */
export const videoLocation = sql<
  Video['pivot']
>`json_build_object('playlist_id', playlist.id, 'serie_id', series.id, 'playlistable_type', 'video')`

/** SQL on `video`: the full texts. */
export const fullVideoTexts = {
  description: sql<string>`video.description`,
  more_description: sql<string | null>`video.more_description`,
  is_cut: sql<boolean>`false`,
}
/** SQL on `video`: the truncated texts, for lists; limits the size of the response. */
const truncatedVideoTexts: typeof fullVideoTexts = {
  description: startOf('video.description'),
  more_description: startOf('video.more_description'),
  is_cut: sql<boolean>`(${isLong('video.description')} or coalesce(${isLong('video.more_description')}, false))`,
}

/** Source columns for a video that is no copy. */
export const noSourceColumns = { source: sql<Source | null>`null::json`, shared: sql<ShareOrigin | null>`null::json` }

/**
 * SQL on `video`, `series` and `playlist`: all columns of a video.
 * @param copyColumns `noSourceColumns` if the video is known to be no copy
 * @param lock SQL that is null if addresses are shown
 */
export const videoColumns =
  (
    reader: Reader,
    texts: typeof fullVideoTexts,
    copyColumns = { source: videoSource(reader), shared: videoShare(reader) },
    lock: RawBuilder<unknown> = videoLock(reader),
  ) =>
  (eb: ExpressionBuilder<DB, 'video' | 'series' | 'playlist'>) =>
    [
      ...cardColumns(reader, lock)(eb),
      sql<boolean>`video.id = ${homeVideoId}`.as('is_home'),
      'video.series_id',
      'series.name as series_name',
      texts.description.as('description'),
      texts.is_cut.as('is_cut'),
      unlessLocked(lock, sql.ref('video.src')).as('src'),
      unlessLocked(lock, sql.ref('video.embed_url')).as('embed_url'),
      'video.content_type',
      sql<boolean>`video.src not like '/%'`.as('is_external'),
      eb('video.link_state', '=', 'gone').$castTo<boolean>().as('is_gone'),
      linkFailure(reader).as('link_failure'),
      'video.adult',
      'video.start_at',
      'video.end_at',
      hasButtons.as('has_buttons'),
      'video.go_to',
      'video.go_to_title',
      'video.more_title',
      'video.more_info_title',
      texts.more_description.as('more_description'),
      pictureAddress('video.more_picture_id').as('more_photo'),
      'video.copied_video_id',
      copyColumns.source.as('source'),
      copyColumns.shared.as('shared'),
      'video.views',
      'video.likes',
      isLiked(reader).as('liked'),
      'playlist.user_id',
      videoLocation.as('pivot'),
      isoTime(sql.ref('video.published_at')).as('published_at'),
      isoTime(sql.ref('video.created_at')).as('created_at'),
    ] as const

/** SQL on `series`: the opener, which is the chosen video or else the first. */
const homeVideoId = sql<string>`coalesce(series.home_video_id, (select home.id from video home where home.series_id = series.id order by home.position limit 1))`

/** SQL on `series` and `playlist`: all columns except position and videos. */
export const seriesDetailColumns =
  (reader: Reader, text: ReturnType<typeof fullDescription>) => (eb: ExpressionBuilder<DB, 'series' | 'playlist'>) =>
    [
      'series.id',
      'series.playlist_id',
      'series.name',
      text.description.as('description'),
      text.is_cut.as('is_cut'),
      eb.ref('series.type').$castTo<'header' | null>().as('type'),
      'playlist.owner_id as owner',
      seriesSource(reader).as('source'),
      seriesShare(reader).as('shared'),
    ] as const

/** SQL on `series` and `playlist`: all columns except the position, with videos. @param amongIds SQL of the ids of videos to include */
export const seriesColumns =
  (reader: Reader, text: ReturnType<typeof fullDescription>, amongIds?: RawBuilder<string>) =>
  (eb: ExpressionBuilder<DB, 'series' | 'playlist'>) =>
    [
      ...seriesDetailColumns(reader, text)(eb),
      jsonArrayFrom(
        eb
          .selectFrom('video')
          .select((eb) => videoColumns(reader, truncatedVideoTexts)(eb))
          .whereRef('video.series_id', '=', 'series.id')
          .where(isVideoShown(reader))
          .$if(amongIds !== undefined, (query) => query.where(sql<boolean>`video.id in ${amongIds!}`))
          .orderBy('video.position'),
      ).as('videos'),
    ] as const

/** SQL on `playlist` joined with `account`: a channel with all content, and its position for editors. @param amongIds see {@link seriesColumns} */
export const playlistColumns = (reader: Reader, amongIds?: RawBuilder<string>) => (eb: ExpressionBuilder<DB, 'playlist' | 'account'>) => {
  const inside = eb
    .selectFrom('series')
    .innerJoin('video', 'video.series_id', 'series.id')
    .whereRef('series.playlist_id', '=', 'playlist.id')
    .where(isVideoShown(reader))
  return [
    ...tileColumns(reader, fullDescription('playlist'))(eb),
    eb
      .case()
      .when(mayEdit(reader))
      .then(
        eb
          .selectFrom('playlist as before')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .whereRef('before.owner_id', '=', 'playlist.owner_id')
          .where((eb) =>
            eb.or([eb('before.section', '=', eb.ref('playlist.section')), eb('before.group_id', '=', eb.ref('playlist.group_id'))]),
          )
          .whereRef('before.position', '<', 'playlist.position'),
      )
      .end()
      .as('order'),
    eb
      .case()
      .when(playlistViewRestriction(reader), 'is', null)
      .then(
        jsonArrayFrom(
          eb
            .selectFrom('series')
            .select((eb) => [
              ...seriesColumns(reader, truncatedDescription('series'), amongIds)(eb),
              sql<number>`row_number() over (order by series.position) - 1`.as('position'),
            ])
            .whereRef('series.playlist_id', '=', 'playlist.id')
            .where(isSeriesShown(reader))
            .orderBy('series.position'),
        ),
      )
      .end()
      .$notNull()
      .as('series'),
    contentRevision.as('revision'),
    inside
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('videos'),
    eb.exists(inside.select('video.id').where(hasButtons)).$castTo<boolean>().as('has_buttons'),
    channelLikes.as('likes'),
    isPlaylistLiked(reader).as('liked'),
    hasPackageWith('playlist', reader).as('is_subscribed'),
  ] as const
}
