import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import { status } from '#features/channels/rules.ts'
import type { Network } from '../../rules.ts'

/** The keys by which tables refer to a thing. */
export interface SharedReference {
  type: 'playlist' | 'serie' | 'video'
  key: string | number
}

/** Data for the URL of a shared thing. */
export interface SharedRow {
  playlist_key: number
  playlist_id: string
  /** The channel's short address; null unless the channel is public. */
  slug: string | null
  serie_id: string | null
  video_id: string | null
  is_watch_later: boolean
}

const placeSql = (serieId: RawBuilder<string | null>, videoId: RawBuilder<string | null>) => sql<SharedRow>`
  playlist.key as playlist_key, playlist.id as playlist_id, playlist.kind = 'watch_later' as is_watch_later,
  case when playlist.status_id = ${sql.lit(status.public)} then playlist.slug end as slug, ${serieId} as serie_id, ${videoId} as video_id`

const nullText = sql<null>`null::text`
const findPlaylist = prepareOne(
  (_: Db, key: number) => sql<SharedRow>`select ${placeSql(nullText, nullText)} from playlist where key = ${key}`,
)
const findSeries = prepareOne(
  (_: Db, id: string) =>
    sql<SharedRow>`select ${placeSql(sql`series.id`, nullText)} from series join playlist on playlist.id = series.playlist_id where series.id = ${id}`,
)
const findVideo = prepareOne(
  (_: Db, id: string) => sql<SharedRow>`select ${placeSql(sql`series.id`, sql`video.id`)}
    from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id where video.id = ${id}`,
)
/** Finds a shared thing; undefined if it was deleted. */
export const findShared = (db: Db, { type, key }: SharedReference): Promise<SharedRow | undefined> =>
  type === 'playlist' ? findPlaylist(db, Number(key)) : (type === 'serie' ? findSeries : findVideo)(db, String(key))

/** Counts a share of a TV channel or programme in the current quarter hour. Does nothing if the TV channel was deleted. */
export const countTvShare = prepareOne(
  (_: Db, tvChannelId: string, network: Network) => sql<never>`
    insert into tv_share_count as counted (tv_channel_id, network, quarter, shares)
    select id, ${network}, quarter_hour(now()), 1 from tv_channel where id = ${tvChannelId} for key share
    on conflict (tv_channel_id, quarter, network) do update set shares = counted.shares + 1`,
)

/** Counts a share in the current quarter hour. Does nothing if the channel was deleted. */
export const countShare = prepareOne(
  (
    _: Db,
    { playlistKey, type, itemId, network }: { playlistKey: number; type: SharedReference['type']; itemId: string; network: Network },
  ) => sql<never>`
    insert into share_count as counted (playlist_key, shareable_type, item_id, network, quarter, shares)
    select key, ${type}, ${itemId}, ${network}, quarter_hour(now()), 1 from playlist where key = ${playlistKey} for key share
    on conflict (playlist_key, quarter, shareable_type, item_id, network) do update set shares = counted.shares + 1`,
)
