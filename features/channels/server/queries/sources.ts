/**
 * Sources of copies, as columns. Only things that were copied by themselves have a source, which is looked up by primary keys. Things that
 * were copied with their channel or series have none.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { isoTime } from '#kit/server/db/db.ts'
import type { ShareOrigin } from '../../contract/shapes.ts'
import type { Source } from '../../contract/tiles.ts'
import { isListed, isTvChannelListed, isVideoListed, mayFind } from './access.ts'

/**
 * SQL for the source of a copy. Null if the owner of the copy also owns the source.
 * @param copy columns of the copy; here, `playlist`, `series` and `video` are the rows of the copy
 * @param joined joins with the source; from here on, `playlist`, `series` and `video` are the rows of the source
 */
const sourceOf = (reader: Reader, copy: RawBuilder<unknown>, joined: RawBuilder<unknown>, isListedThere = isListed(reader)) => sql<Source>`(
  select json_build_object('playlist_id', playlist.id, 'name', playlist.name, 'user_id', playlist.user_id, 'nickname', account.nickname,
    'maker_is_public', account.is_found)
  from (select ${copy}, playlist.owner_id) copy ${joined} join account on account.id = playlist.user_id
  where playlist.owner_id <> copy.owner_id and ${isListedThere})`

const joinChannel = sql`join playlist on playlist.id = series.playlist_id`

/** SQL on `playlist`: the source of a copied channel, or null. */
export const playlistSource = (reader: Reader): RawBuilder<Source | null> => sql<Source | null>`
  case when playlist.copied_playlist_key is not null then ${sourceOf(
    reader,
    sql`playlist.copied_playlist_key as key`,
    sql`join playlist on playlist.key = copy.key`,
  )} end`

const copiedWithPlaylist = sql<boolean>`(playlist.copied_playlist_key is not null and series.created_at = playlist.created_at)`
const copiedWithSeries = sql<boolean>`(series.copied_series_id is not null and video.created_at = series.created_at)`

/** SQL on `series` and `playlist`: the source of a copied series, or null. */
export const seriesSource = (reader: Reader): RawBuilder<Source | null> => sql<Source | null>`
  case when series.copied_series_id is not null and not ${copiedWithPlaylist} then ${sourceOf(
    reader,
    sql`series.copied_series_id as id`,
    sql`join series on series.id = copy.id ${joinChannel}`,
  )} end`

/** SQL on `video` and `series`: whether the video may have a source. */
export const isCopiedVideo = sql<boolean>`(video.copied_video_id is not null and not ${copiedWithSeries})`

/** SQL on `video`, `series` and `playlist`: the source of a copied video, or null. */
export const videoSource = (reader: Reader): RawBuilder<Source | null> => sql<Source | null>`
  case when ${isCopiedVideo} then ${sourceOf(
    reader,
    sql`video.copied_video_id as id`,
    sql`join video on video.id = copy.id join series on series.id = video.series_id ${joinChannel}`,
    sql<boolean>`(${isListed(reader)} and ${isVideoListed(reader)})`,
  )} end`

/**
 * How a thing came into its owner's Direct Share channel. Includes the URL only while the address on this site works: the channel still has that id and the
 * reader may find it, or the TV channel is listed. Reads nothing for channels other than Direct Share.
 */
const shareOrigin = (reader: Reader, column: 'video_id' | 'series_id', id: RawBuilder<unknown>) => sql<ShareOrigin | null>`
  case when playlist.kind = 'direct_publish' then (
    select json_build_object(
      'url', (select coalesce(direct_share.link, direct_share.address)
          from playlist where playlist.id = direct_share.playlist_id and ${mayFind(reader)}
        union all select coalesce(direct_share.link, direct_share.address)
          from tv_channel where tv_channel.id = direct_share.tv_channel_id and ${isTvChannelListed(reader)}),
      'shared_at', ${isoTime(sql.ref('direct_share.shared_at'))})
    from direct_share where direct_share.${sql.ref(column)} = ${id}) end`

/** SQL on `series` and `playlist`: how the series came into Direct Share, or null. */
export const seriesShare = (reader: Reader) => shareOrigin(reader, 'series_id', sql`series.id`)
/** SQL on `video` and `playlist`: how the video came into Direct Share, or null. */
export const videoShare = (reader: Reader) => shareOrigin(reader, 'video_id', sql`video.id`)
