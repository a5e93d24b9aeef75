/** In which orders lists of channels come. Each has one whole number a channel: a page goes on behind that of the last one and its key. */
import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '../../rules.ts'

interface Listing {
  rank: RawBuilder<number>
  /** Among equal ranks: the order in which channels were made. */
  key: RawBuilder<number>
  direction: 'asc' | 'desc'
  /** Its rank in `newest_playlist`. */
  newest?: 'listing_rank' | 'added' | 'published'
}

/** As the indexes `playlist_added` and `playlist_published` have it. */
const microseconds = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)} at time zone 'utc') * 1000000)::bigint`
const added = microseconds('playlist.created_at')
const published = microseconds('playlist.public_since')
const key = sql<number>`playlist.key`

/** Over `playlist`, and `playlist_popularity` where {@link joinsPopularity} says so. `listed`: the operator's choice, then the newest. */
const listings: Readonly<Record<ListSort | 'listed', Listing>> = {
  listed: { rank: sql<number>`playlist.listing_rank`, key, direction: 'asc', newest: 'listing_rank' },
  added_desc: { rank: added, key, direction: 'desc', newest: 'added' },
  added_asc: { rank: added, key, direction: 'asc' },
  // As the index `playlist_popularity_rank` has it.
  popular: {
    rank: sql<number>`(playlist_popularity.score * 1000000)::bigint`,
    key: sql<number>`playlist_popularity.playlist_key`,
    direction: 'desc',
  },
  published_desc: { rank: published, key, direction: 'desc', newest: 'published' },
  published_asc: { rank: published, key, direction: 'asc' },
}
/** What an order by popularity is read from; no other order needs it. */
export const joinsPopularity = (listing: Listing): boolean => listing === listings.popular

/**
 * The order as the list of everybody's channels has it. Those that begin with the newest are read from `newest_playlist`, which keeps one
 * owner from filling them: undefined for the others.
 */
export function amongNewest({ newest, direction }: Listing): Listing | undefined {
  return newest && { rank: sql<number>`${sql.ref(`newest_playlist.${newest}`)}`, key: sql<number>`newest_playlist.playlist_key`, direction }
}

export interface ListPosition {
  rank: number
  key: number
}
export const isBehind = ({ rank, key, direction }: Listing, after: ListPosition) =>
  sql<boolean>`(${rank}, ${key}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.rank}::bigint, ${after.key}::bigint)`

/** The same list in each of the orders. */
export function inEachOrder<List>(listIn: (listing: Listing) => List): (sort: ListSort | undefined) => List {
  const lists = Object.fromEntries(Object.entries(listings).map(([name, listing]) => [name, listIn(listing)]))
  return (sort) => lists[sort ?? 'listed']!
}
