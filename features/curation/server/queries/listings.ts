/** In which orders lists of channels come. Each has one whole number a channel: a page goes on behind that of the last one and its id. */
import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '../../rules.ts'

interface Listing {
  rank: RawBuilder<number>
  id: RawBuilder<string>
  direction: 'asc' | 'desc'
}

/** As the indexes `playlist_added` and `playlist_published` have it. */
const microseconds = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)} at time zone 'utc') * 1000000)::bigint`
const added = microseconds('playlist.created_at')
const published = microseconds('playlist.public_since')
const id = sql<string>`playlist.id`

/** Over `playlist`, and `playlist_popularity` where {@link joinsPopularity} says so. `listed`: the operator's choice, then the newest. */
const listings: Readonly<Record<ListSort | 'listed', Listing>> = {
  listed: { rank: sql<number>`playlist.listing_rank`, id, direction: 'asc' },
  added_desc: { rank: added, id, direction: 'desc' },
  added_asc: { rank: added, id, direction: 'asc' },
  // As the index `playlist_popularity_rank` has it.
  popular: {
    rank: sql<number>`(playlist_popularity.score * 1000000)::bigint`,
    id: sql<string>`playlist_popularity.playlist_id`,
    direction: 'desc',
  },
  published_desc: { rank: published, id, direction: 'desc' },
  published_asc: { rank: published, id, direction: 'asc' },
}
/** What an order by popularity is read from; no other order needs it. */
export const joinsPopularity = (listing: Listing): boolean => listing === listings.popular

export interface ListPosition {
  rank: number
  id: string
}
export const isBehind = ({ rank, id, direction }: Listing, after: ListPosition) =>
  sql<boolean>`(${rank}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.rank}::bigint, ${after.id})`

/** The same list in each of the orders. */
export function inEachOrder<List>(listIn: (listing: Listing) => List): (sort: ListSort | undefined) => List {
  const lists = Object.fromEntries(Object.entries(listings).map(([name, listing]) => [name, listIn(listing)]))
  return (sort) => lists[sort ?? 'listed']!
}
