/** In which orders lists of channels come. Each has one whole number a channel: a page goes on behind that of the last one and its id. */
import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '../../rules.ts'

interface Listing {
  rank: RawBuilder<number>
  direction: 'asc' | 'desc'
}

/** As the indexes `playlist_added` and `playlist_published` have it. */
const microseconds = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)} at time zone 'utc') * 1000000)::bigint`
const added = microseconds('playlist.created_at')
const published = microseconds('playlist.public_since')
const popular = sql<number>`coalesce((select (playlist_popularity.score * 1000000)::bigint from playlist_popularity
  where playlist_popularity.playlist_key = playlist.key), 0)`

/** Over `playlist`. `listed`: the operator's choice, then the newest. */
const listings: Readonly<Record<ListSort | 'listed', Listing>> = {
  listed: { rank: sql<number>`playlist.listing_rank`, direction: 'asc' },
  added_desc: { rank: added, direction: 'desc' },
  added_asc: { rank: added, direction: 'asc' },
  popular: { rank: popular, direction: 'desc' },
  published_desc: { rank: published, direction: 'desc' },
  published_asc: { rank: published, direction: 'asc' },
}

export interface ListPosition {
  rank: number
  id: string
}
export const isBehind = ({ rank, direction }: Listing, after: ListPosition) =>
  sql<boolean>`(${rank}, playlist.id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.rank}::bigint, ${after.id})`

/** The same list in each of the orders. */
export function inEachOrder<List>(listIn: (listing: Listing) => List): (sort: ListSort | undefined) => List {
  const lists = Object.fromEntries(Object.entries(listings).map(([name, listing]) => [name, listIn(listing)]))
  return (sort) => lists[sort ?? 'listed']!
}
