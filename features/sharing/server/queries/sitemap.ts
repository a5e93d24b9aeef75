import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isListed, isVideoListed, playlistRestriction, videoRestriction } from '#features/channels/server/queries/access.ts'

type Guest = Reader<null>

/**
 * Channels per part of the sitemap. With 1,000 videos each, in two languages, a part has 16,000 URLs, or 5 MB. The standard allows 50,000
 * URLs, but smaller parts limit the load that guests cause by reading them.
 */
export const channelsPerSitemap = 8
/** Maximum number of parts in an index. */
const maxParts = 49_000

const isInSitemap = (reader: Guest) =>
  sql<boolean>`(playlist.listing_rank is not null and ${isListed(reader)} and ${playlistRestriction(reader)} is null)`

/**
 * Returns the `listing_rank` of each part's first channel. Channels that became public first have the highest rank and are in the first
 * parts, so that new channels don't change earlier parts. Channels of equal rank are in one part. URLs of parts contain the rank, which
 * reveals only when a channel became public.
 */
export const listSitemapParts = prepare(
  (_: Db, reader: Guest) => sql<{ first: string }>`
    select max(listing_rank)::text as first from (
      select listing_rank, (rank() over (order by listing_rank desc) - 1) / ${sql.lit(channelsPerSitemap)} as part from playlist where ${isInSitemap(reader)}
    ) as ranked group by part order by part limit ${sql.lit(maxParts)}`,
)

/** A channel, or a video in one. */
export interface SitemapPage {
  playlist_id: string
  slug: string | null
  serie_id: string | null
  video_id: string | null
  changed_at: string
}

/** Returns channels of rank `first` and lower, with their videos. If several channels have the last rank, returns all of them. */
export const listSitemapPages = prepare(
  (_: Db, reader: Guest, first: number, channels: number) => sql<SitemapPage>`
    with playlist as materialized (
      select * from playlist where ${isInSitemap(reader)} and listing_rank <= ${first}
      order by listing_rank desc fetch first ${channels} rows with ties
    ), listed as (
      select playlist.id, series.id as serie_id, video.id as video_id, video.created_at, series.position as serie_position, video.position
      from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id
      where ${isVideoListed(reader)} and ${videoRestriction(reader)} is null and video.link_state <> 'gone' and video.pending_user_id is null
    )
    select playlist.id as playlist_id, playlist.slug, null as serie_id, null as video_id, ${isoTime(
      sql`greatest(playlist.created_at, (select max(created_at) from listed where listed.id = playlist.id))`,
    )} as changed_at from playlist
    union all
    select listed.id, null, listed.serie_id, listed.video_id, ${isoTime(sql.ref('listed.created_at'))} from listed`,
)
