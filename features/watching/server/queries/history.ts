import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import {
  isVideoListed,
  mayFind,
  playlistLock,
  playlistViewRestriction,
  tvChannelLock,
  tvChannelViewRestriction,
  videoLock,
  videoViewRestriction,
} from '#features/channels/server/queries/access.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { ViewedType } from '../../rules.ts'
import { programmePicture, programmeSeconds, programmeTitle } from './programmes.ts'
import { deletePosition, deletePositions } from './positions.ts'
import type { Viewer } from './views.ts'

export interface HistoryRow {
  id: string
  viewable_type: ViewedType
  viewable_id: string
  title: string
  image: string | null
  /** Id of the channel or TV channel of the viewed thing, or of the viewed channel itself. */
  place_id: string
  playlist_name: string
  is_locked: boolean
  series_id: string | null
  position: number | null
  duration: number | null
  viewed_at: string
  seq: number
}
interface HistoryPage {
  limit: number
  after: { time: string; seq: number; id: string } | undefined
  /** The reader's time zone. */
  timeZone: string
  language: Language
}

/**
 * Lists things that the reader viewed and can still see, latest first, each once a day. Omits views of a channel that were made together
 * with a view of its video.
 */
export async function listHistory(db: Db, reader: Reader<User>, { limit, after, timeZone, language }: HistoryPage): Promise<HistoryRow[]> {
  const userId = reader.user.id
  const day = (time: string) => sql`(${sql.ref(time)} at time zone ${timeZone}::text)::date`
  const { rows } = await sql<HistoryRow>`
    select viewed.id, case when programme.id is not null then 'epg' when tv_channel.id is not null then 'channel'
        when video.id is null then 'playlist' else 'video' end as viewable_type,
      coalesce(programme.id, tv_channel.id, video.id, playlist.id) as viewable_id,
      coalesce(${programmeTitle(language)}, tv_channel.name, ${shownTitle(reader)}, playlist.name) as title,
      case when tv_channel.id is not null then coalesce(${programmePicture}, ${pictureAddress('tv_channel.picture_id')})
        when video.id is null then coalesce(${pictureAddress('playlist.picture_id')}, (
        select ${pictureAddress('video.picture_id')} from series join video on video.series_id = series.id
        where series.playlist_id = playlist.id and video.picture_id is not null and ${isVideoListed(reader)}
        order by series.position, video.position limit 1)) else ${pictureAddress('video.picture_id')} end as image,
      coalesce(tv_channel.id, playlist.id) as place_id, coalesce(tv_channel.name, playlist.name) as playlist_name, series.id as series_id,
      coalesce(case when tv_channel.id is not null then ${tvChannelLock(reader)} when video.id is null then ${playlistLock(reader)}
        else ${videoLock(reader)} end = 'tier_required', false) as is_locked,
      coalesce(watch_position.position, programme_position.position) as position,
      coalesce(watch_position.duration, nullif(video.duration, 0), programme_position.duration, ${programmeSeconds}) as duration, ${isoTime(sql.ref('viewed.viewed_at'))} as viewed_at,
      coalesce(viewed.seq, 0) as seq
    from view_action viewed
    left join video on video.id = viewed.video_id
    left join series on series.id = video.series_id
    left join playlist on playlist.key = coalesce(viewed.playlist_key, (select key from playlist around where around.id = series.playlist_id))
    left join watch_position on watch_position.video_id = viewed.video_id and watch_position.user_id = ${userId}
    left join tv_channel on tv_channel.id = viewed.tv_channel_id
    left join programme on programme.id = viewed.programme_id and programme.guide_channel_id = tv_channel.guide_channel_id
    left join programme_position on programme_position.programme_id = programme.id and programme_position.user_id = ${userId}
    where viewed.user_id = ${userId}
      ${
        after
          ? sql`and viewed.viewed_at <= ${after.time}::timestamptz
        and (viewed.viewed_at, coalesce(viewed.seq, 0), viewed.id) < (${after.time}::timestamptz, ${after.seq}::bigint, ${after.id})`
          : sql``
      }
      and case when viewed.tv_channel_id is not null
          then tv_channel.id is not null and (viewed.programme_id is null or programme.id is not null) and ${tvChannelViewRestriction(reader)} is null
        else playlist.key is not null and ${mayFind(reader)}
          and (case when video.id is null then ${playlistViewRestriction(reader)} else ${videoViewRestriction(reader)} end) is null end
      and not exists (
        select from view_action later
        where later.user_id = ${userId} and later.video_id is not distinct from viewed.video_id
          and later.playlist_key is not distinct from viewed.playlist_key
          and later.tv_channel_id is not distinct from viewed.tv_channel_id and later.programme_id is not distinct from viewed.programme_id
          and later.viewed_at > viewed.viewed_at
          and later.viewed_at < viewed.viewed_at + interval '25 hours' and ${day('later.viewed_at')} = ${day('viewed.viewed_at')})
      and not (viewed.playlist_key is not null and exists (
        select from view_action within
        join video on video.id = within.video_id
        join series on series.id = video.series_id
        where within.user_id = ${userId} and series.playlist_id = playlist.id
          and within.viewed_at between viewed.viewed_at - interval '30 minutes' and viewed.viewed_at + interval '30 minutes'))
    order by viewed.viewed_at desc, coalesce(viewed.seq, 0) desc, viewed.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** A viewed thing, whether or not its viewer may still see it. */
interface ViewedReference {
  type: ViewedType
  id: string
}

/** SQL on `view_action`: true if the view has this thing as its subject. */
const isThingWithId: Readonly<Record<ViewedType, (id: string) => RawBuilder<unknown>>> = {
  video: (id) => sql`video_id = ${id}`,
  playlist: (id) => sql`playlist_key = (select key from playlist where playlist.id = ${id})`,
  channel: (id) => sql`(tv_channel_id = ${id} and programme_id is null)`,
  epg: (id) => sql`programme_id = ${id}`,
}

const isPlaylist = (condition: RawBuilder<unknown>) =>
  sql`channel_type = 'playlist' and channel_id = (select key::text from playlist where ${condition})`
/** SQL on `channel_viewer`: true if the thing with this id belongs to the channel. */
const channelOf: Readonly<Record<ViewedType, (id: string) => RawBuilder<unknown>>> = {
  video: (id) =>
    isPlaylist(sql`playlist.id = (select playlist_id from video join series on series.id = video.series_id where video.id = ${id})`),
  playlist: (id) => isPlaylist(sql`playlist.id = ${id}`),
  channel: (id) => sql`channel_type = 'tv_channel' and channel_id = ${id}`,
  epg: (id) =>
    sql`channel_type = 'tv_channel' and channel_id in (
      select tv_channel.id from programme join tv_channel on tv_channel.guide_channel_id = programme.guide_channel_id where programme.id = ${id})`,
}

/**
 * Anonymises a user's views, of one thing or of all, and deletes the positions. Anonymous views still count once in 30 minutes: the latest
 * views get the day's hash, older views a hash that matches no viewer. If the user views the channel later, they count as a new viewer.
 */
export async function anonymiseHistory(db: Db, { user, visitor }: Viewer & { user: string }, viewed?: ViewedReference): Promise<void> {
  const condition = viewed ? isThingWithId[viewed.type](viewed.id) : sql`true`
  await sql`
    update view_action set user_id = null, visitor = case
      when viewed_at > now() - interval '1 hour' then decode(${visitor}::text, 'hex') else decode(md5(id || random()::text), 'hex') end
    where user_id = ${user} and ${condition}`.execute(db)
  const ofViewer = sql`viewer = ${user} and length(viewer) = 11 and ${viewed ? channelOf[viewed.type](viewed.id) : sql`true`}`
  // Removes the user from views that weren't counted yet. Waits for a running count, so that the deletion below includes its result.
  await sql`update view_to_count set viewer = ${visitor} where ${ofViewer}`.execute(db)
  await sql`delete from channel_viewer where ${ofViewer}`.execute(db)
  if (viewed) await deletePosition(db, user, viewed.id)
  else await deletePositions(db, user)
}

/** Finds a channel's key, whether or not the reader may see the channel. */
export const findPlaylistKey = async (db: Db, id: string): Promise<number | undefined> =>
  (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirst())?.key

export const isHistoryEnabled = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('no_watch_history').select('user_id').where('user_id', '=', userId).executeTakeFirst()) === undefined

export const setHistoryEnabled = (db: Db, userId: string, isEnabled: boolean) =>
  (isEnabled
    ? sql`delete from no_watch_history where user_id = ${userId}`
    : sql`insert into no_watch_history (user_id) values (${userId}) on conflict do nothing`
  ).execute(db)
