/**
 * Sparse positions in the database. What writes here runs inside a transaction that has locked the containers (`move.ts`): two
 * that place at once would otherwise choose the same position.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { listed } from '#kit/server/prepare.ts'
import { type Container, containerKinds, type Lock, type PlacedTable } from '../containers.ts'
import { between, gap, type Placed } from '../positions.ts'

const tableOf = ({ kind }: Pick<Container, 'kind'>) => sql.table(containerKinds[kind].table)

const holds = (container: Container): RawBuilder<boolean> => {
  const { table } = containerKinds[container.kind]
  const conditions = Object.entries(container.holds).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Waits until nobody else changes what these lock. Owners (users, then teams) come before channels, each in the order of their ids, so
 * that two who lock several never wait for each other for ever.
 * @returns how many of the rows are (still) there
 */
export async function lockRows(db: Db, locks: readonly Lock[]): Promise<number> {
  const idsOf = (row: Lock['row']) => locks.filter((lock) => lock.row === row).map(({ id }) => id)
  const [owners, playlists] = [idsOf('owner'), idsOf('playlist')]
  let count = 0
  if (owners.length) {
    const { rows } = await sql`
      with users as (select id from account where id = any(${owners}) order by id for no key update),
        teams as (select id from team where id = any(${owners}) order by id for no key update)
      select id from users union all select id from teams`.execute(db)
    count += rows.length
  }
  if (playlists.length) {
    const { rows } = await sql`select id from playlist where id = any(${playlists}) order by id for no key update`.execute(db)
    count += rows.length
  }
  return count
}

/** Is the row that is this container (still) within its lock? Of kinds whose container is the locked row, it is. */
export async function isWithinLock(db: Db, { kind, id, lock }: Container): Promise<boolean> {
  const { parent } = { parent: undefined, ...containerKinds[kind] }
  if (!parent) return true
  const { rows } = await sql`
    select from ${sql.table(parent.table)} where id = ${id} and ${sql.ref(parent.lockColumn)} = ${lock.id}`.execute(db)
  return rows.length > 0
}

const withinLock = {
  playlist: (ownerId: string) => sql`playlist where owner_id = ${ownerId} and kind = 'channel'`,
  playlist_group: (ownerId: string) => sql`playlist_group where owner_id = ${ownerId}`,
  series: (playlistId: string) => sql`series where playlist_id = ${playlistId}`,
  video: (playlistId: string) => sql`series join video on video.series_id = series.id where series.playlist_id = ${playlistId}`,
} as const satisfies Record<PlacedTable, (id: string) => RawBuilder<unknown>>

const countOf = async (db: Db, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]!.count
}
/** How many things of a table there are within a lock: what their limit is compared with. */
export const countWithinLock = (db: Db, table: PlacedTable, lockId: string): Promise<number> => countOf(db, withinLock[table](lockId))
/** How many videos series have together. */
export const countVideosOf = (db: Db, seriesIds: readonly string[]): Promise<number> =>
  countOf(db, sql`video where series_id = any(${seriesIds})`)

/** Where things go: at `index`, counted without `moving`; no index: at the end. */
export interface Spot {
  index?: number | undefined
  count: number
  moving?: readonly string[]
}

/** Positions for `count` things side by side at a spot. Numbers the container anew when there is no room between its neighbours. */
export async function findPositions(db: Db, container: Container, spot: Spot): Promise<number[]> {
  const found = between(...(await findNeighbours(db, container, spot)), spot.count)
  if (found) return found
  await renumber(db, container)
  return between(...(await findNeighbours(db, container, spot)), spot.count)!
}

/** Read in their order and no further than the spot: a move in a list of 1,000 does not number them all. */
async function findNeighbours(
  db: Db,
  container: Container,
  { index, moving = [] }: Spot,
): Promise<[number | undefined, number | undefined]> {
  // Compared one by one: a subquery instead makes PostgreSQL read the whole list, which takes five times as long for the usual one.
  const others = sql`from ${tableOf(container)} where ${holds(container)} and id <> all(${moving}::text[])`
  if (index !== undefined) {
    const { rows } = await sql<{ position: number }>`
      select position ${others} order by position offset ${Math.max(index - 1, 0)} limit 2`.execute(db)
    const [first, second] = rows.map(({ position }) => position)
    if (index <= 0) return [undefined, first]
    if (first !== undefined) return [first, second]
  }
  const { rows } = await sql<{ last: number | null }>`select max(position) as last ${others}`.execute(db)
  return [rows[0]?.last ?? undefined, undefined]
}

const renumber = (db: Db, container: Container) => {
  const table = tableOf(container)
  return sql`update ${table} set position = numbered.number * ${gap}::bigint
    from (select id, row_number() over (order by position) as number from ${table} where ${holds(container)}) numbered
    where ${table}.id = numbered.id`.execute(db)
}

/** What a container holds, in order. */
export async function listPlaced(db: Db, container: Container): Promise<Placed[]> {
  const { rows } = await sql<Placed>`select id, position from ${tableOf(container)} where ${holds(container)} order by position`.execute(db)
  return rows
}

/** Those of these things that are in the container, and their indexes from 0; the first comes first. */
export async function findIndexes(db: Db, container: Container, ids: readonly string[]): Promise<{ id: string; index: number }[]> {
  const { rows } = await sql<{ id: string; index: number }>`
    select id, index from (select id, row_number() over (order by position) - 1 as index
      from ${tableOf(container)} where ${holds(container)}) placed
    where id in ${listed(ids)} order by index`.execute(db)
  return rows
}

/** When two in one place are refused, for the rest of the transaction: at its end, or (again) with each statement, and at once. */
export const checkPlaces = (db: Db, when: 'deferred' | 'immediate') => sql`set constraints all ${sql.raw(when)}`.execute(db)

/**
 * Writes positions and other columns, in one statement: in between, two may meet.
 * @returns whether all of them are in the container now
 */
export async function writePlaces(
  db: Db,
  container: Container,
  placed: readonly Placed[],
  columns: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  if (!placed.length) return true
  const table = tableOf(container)
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  const assignments = given.map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{ is_held: boolean | null }>`
    update ${table} set position = placed.position${sql.join(assignments, sql``)}
    from unnest(${placed.map(({ id }) => id)}::text[], ${placed.map(({ position }) => position)}::bigint[]) placed (id, position)
    where ${table}.id = placed.id
    returning ${holds(container)} as is_held`.execute(db)
  return rows.length === placed.length && rows.every(({ is_held }) => is_held)
}
