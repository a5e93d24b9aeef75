/** In which orders lists of channels come. Each has one whole number a channel: a page goes on behind that of the last one and its key. */
import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '../../rules.ts'

interface Listing {
  rank: RawBuilder<number>
  /** Among equal ranks: the order in which channels were made. */
  key: RawBuilder<number>
  direction: 'asc' | 'desc'
}

/** As the indexes `playlist_added` and `playlist_published` have it. */
const microseconds = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)} at time zone 'utc') * 1000000)::bigint`
const added = microseconds('playlist.created_at')
const published = microseconds('playlist.public_since')
const key = sql<number>`playlist.key`

/** Over `playlist`, and `playlist_popularity` where {@link joinsPopularity} says so. `listed`: the operator's choice, then the newest. */
const listings: Readonly<Record<ListSort | 'listed', Listing>> = {
  listed: { rank: sql<number>`playlist.listing_rank`, key, direction: 'asc' },
  added_desc: { rank: added, key, direction: 'desc' },
  added_asc: { rank: added, key, direction: 'asc' },
  // As the index `playlist_popularity_rank` has it.
  popular: {
    rank: sql<number>`(playlist_popularity.score * 1000000)::bigint`,
    key: sql<number>`playlist_popularity.playlist_key`,
    direction: 'desc',
  },
  published_desc: { rank: published, key, direction: 'desc' },
  published_asc: { rank: published, key, direction: 'asc' },
}
/** What an order by popularity is read from; no other order needs it. */
export const joinsPopularity = (listing: Listing): boolean => listing === listings.popular

/** Channels of one owner that the lists of the newest show of a day. */
const ofOwnerADay = 6
const dayMicroseconds = 24 * 60 * 60 * 1_000_000

/**
 * Keeps one owner from filling the lists of the newest: a channel is left out while its owner published as many after it within a day.
 * The operator's choice stays. Read from the index `playlist_owner_listing`.
 */
export const hasRoomAmongNewest = (listing: Listing): RawBuilder<boolean> | undefined =>
  [listings.listed, listings.added_desc, listings.published_desc].includes(listing)
    ? sql<boolean>`(playlist.default_rank is not null or (select count(*) from (
        select from playlist as ahead where ahead.owner_id = playlist.owner_id and ahead.adult = playlist.adult and ahead.removed_at is null
          and (ahead.listing_rank, ahead.key) < (playlist.listing_rank, playlist.key)
          and ahead.listing_rank > playlist.listing_rank - ${sql.lit(dayMicroseconds)}::bigint limit ${sql.lit(ofOwnerADay)}) as newer) < ${sql.lit(ofOwnerADay)})`
    : undefined

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
