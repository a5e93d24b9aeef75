/** Orders of channel lists. Each has one integer rank per channel. A page starts after the previous page's last rank and key. */
import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '../../rules.ts'

interface Listing {
  rank: RawBuilder<number>
  /** Tie-breaker: the order of creation. */
  key: RawBuilder<number>
  direction: 'asc' | 'desc'
  /** Column with the list's rank in `newest_playlist`. */
  newest?: 'listing_rank' | 'added' | 'published'
}

/** Matches the indexes `playlist_added` and `playlist_published`. */
const microsecondsSql = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)} at time zone 'utc') * 1000000)::bigint`
const addedAt = microsecondsSql('playlist.created_at')
const publishedAt = microsecondsSql('playlist.public_since')
const playlistKey = sql<number>`playlist.key`

/** SQL on `playlist`, and on `playlist_popularity` if {@link needsPopularityJoin}. `listed`: the operator's choice, then the newest. */
const listings: Readonly<Record<ListSort | 'listed', Listing>> = {
  listed: { rank: sql<number>`playlist.listing_rank`, key: playlistKey, direction: 'asc', newest: 'listing_rank' },
  added_desc: { rank: addedAt, key: playlistKey, direction: 'desc', newest: 'added' },
  added_asc: { rank: addedAt, key: playlistKey, direction: 'asc' },
  // Matches the index `playlist_popularity_rank`.
  popular: {
    rank: sql<number>`(playlist_popularity.score * 1000000)::bigint`,
    key: sql<number>`playlist_popularity.playlist_key`,
    direction: 'desc',
  },
  published_desc: { rank: publishedAt, key: playlistKey, direction: 'desc', newest: 'published' },
  published_asc: { rank: publishedAt, key: playlistKey, direction: 'asc' },
}
/** Whether the order needs the joined table. Only the order by popularity does. */
export const needsPopularityJoin = (listing: Listing): boolean => listing === listings.popular

/**
 * Returns the order over `newest_playlist`, for public lists that begin with the newest; undefined for other lists. The table limits the
 * channels per owner, so that no owner fills the list.
 */
export function newestListing({ newest, direction }: Listing): Listing | undefined {
  return newest && { rank: sql<number>`${sql.ref(`newest_playlist.${newest}`)}`, key: sql<number>`newest_playlist.playlist_key`, direction }
}

export interface ListPosition {
  rank: number
  key: number
}
export const isAfterPosition = ({ rank, key, direction }: Listing, after: ListPosition) =>
  sql<boolean>`(${rank}, ${key}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.rank}::bigint, ${after.key}::bigint)`

/** Prepares a list for each order. */
export function prepareForEachSort<List>(listIn: (listing: Listing) => List): (sort: ListSort | undefined) => List {
  const lists = Object.fromEntries(Object.entries(listings).map(([name, listing]) => [name, listIn(listing)]))
  return (sort) => lists[sort ?? 'listed']!
}
