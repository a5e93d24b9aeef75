/**
 * Sparse positions in the database. Writes run in a transaction that has locked the containers (`move.ts`), because concurrent callers
 * could choose the same position.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { inList, prepare, type Prepared } from '#kit/server/db/prepare.ts'
import { type Container, containerKinds, type ContainerLock, type OrderedTable } from '../containers.ts'
import { positionsBetween, positionGap, type PositionedItem } from '../positions.ts'

type Kind = Container['kind']
type Columns = Readonly<Record<string, unknown>>
const tableOf = (kind: Kind) => sql.table(containerKinds[kind].table)

const belongsToContainer = (kind: Kind, columns: Columns): RawBuilder<boolean> => {
  const { table } = containerKinds[kind]
  const conditions = Object.entries(columns).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Prepares one statement for each kind of container, because the kind decides the table. */
function prepareForEachKind<Args extends readonly unknown[], Row>(build: (kind: Kind, ...args: Args) => RawBuilder<Row>) {
  const kinds = Object.keys(containerKinds) as Kind[]
  return Object.fromEntries(kinds.map((kind) => [kind, prepare((_: Db, ...args: Args) => build(kind, ...args))])) as Readonly<
    Record<Kind, Prepared<Args, Row>>
  >
}

/**
 * Locks rows: owners (users, then teams) before channels, each in the order of their ids, to avoid deadlocks.
 * @returns the rows that exist. `team_id` is the team's own id, or the id of the team that owns the channel
 */
export async function lockRows(db: Db, locks: readonly ContainerLock[]): Promise<LockedRow[]> {
  const idsOf = (row: ContainerLock['row']) => locks.filter((lock) => lock.row === row).map(({ id }) => id)
  const [owners, playlists] = [idsOf('owner'), idsOf('playlist')]
  return [...(owners.length ? await lockOwners(db, owners) : []), ...(playlists.length ? await lockPlaylists(db, playlists) : [])]
}
interface LockedRow {
  id: string
  team_id: string | null
}
const lockOwners = prepare(
  (_, ids: readonly string[]) => sql<LockedRow>`
    with users as (select id from account where id = any(${ids}::text[]) order by id for no key update),
      teams as (select id from team where id = any(${ids}::text[]) order by id for no key update)
    select id, null as team_id from users union all select id, id from teams`,
)
const lockPlaylists = prepare(
  (_, ids: readonly string[]) =>
    sql<LockedRow>`select id, team_id from playlist where id = any(${ids}::text[]) order by id for no key update`,
)

/** A container's row, for kinds with a `parent`, and its lock. */
interface ContainerRow {
  id: string | undefined
  lockId: string
}
const rowOf = ({ id, lock }: Container): ContainerRow => ({ id, lockId: lock.id })

/** Whether the container's row still belongs to the locked row. Always true if the container is the locked row. */
const isRowWithinLock = (kind: Kind, { id, lockId }: ContainerRow): RawBuilder<boolean> => {
  const { parent } = { parent: undefined, ...containerKinds[kind] }
  if (!parent) return sql<boolean>`true`
  const column = (name: string) => sql.ref(`${parent.table}.${name}`)
  return sql<boolean>`exists (select from ${sql.table(parent.table)} where ${column('id')} = ${id} and ${column(parent.lockColumn)} = ${lockId})`
}
export async function isWithinLock(db: Db, container: Container): Promise<boolean> {
  const [result] = await findWithinLock[container.kind](db, rowOf(container))
  return result!.is_within
}
const findWithinLock = prepareForEachKind(
  (kind, row: ContainerRow) => sql<{ is_within: boolean }>`select ${isRowWithinLock(kind, row)} as is_within`,
)

const withinLock = {
  playlist: (ownerId: string) => sql`playlist where owner_id = ${ownerId} and kind = 'channel'`,
  playlist_group: (ownerId: string) => sql`playlist_group where owner_id = ${ownerId}`,
  shortcut: (ownerId: string) => sql`shortcut where owner_id = ${ownerId}`,
  follow: (userId: string) => sql`follow where user_id = ${userId}`,
  series: (playlistId: string) => sql`series where playlist_id = ${playlistId}`,
  video: (playlistId: string) => sql`series join video on video.series_id = series.id where series.playlist_id = ${playlistId}`,
} as const satisfies Record<OrderedTable, (id: string) => RawBuilder<unknown>>

const countOf = async (db: Db, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]!.count
}
/** Counts the rows of a table within a lock, for the limit. */
export const countWithinLock = (db: Db, table: OrderedTable, lockId: string): Promise<number> => countOf(db, withinLock[table](lockId))
/** Counts the videos of these series. */
export const countVideosOf = (db: Db, seriesIds: readonly string[]): Promise<number> =>
  countOf(db, sql`video where series_id = any(${seriesIds})`)

/** Where to insert `count` items. `index` doesn't count items in `moving`; without an index, they go to the end. */
export interface InsertPosition {
  index?: number | undefined
  count: number
  moving?: readonly string[]
}

/** Returns adjacent positions at an insert position. Renumbers the container if the gap between the neighbours is too small. */
export async function findPositions(db: Db, container: Container, spot: InsertPosition): Promise<number[]> {
  const result = positionsBetween(...(await findNeighbours(db, container, spot)), spot.count)
  if (result) return result
  await renumberPositions[container.kind](db, container.rowValues)
  return positionsBetween(...(await findNeighbours(db, container, spot)), spot.count)!
}

async function findNeighbours(
  db: Db,
  { kind, rowValues }: Container,
  { index, moving = [] }: InsertPosition,
): Promise<[number | undefined, number | undefined]> {
  if (index !== undefined) {
    const [first, second] = (await listNeighbourPositions[kind](db, rowValues, moving, Math.max(index - 1, 0))).map(
      ({ position }) => position,
    )
    if (index <= 0) return [undefined, first]
    if (first !== undefined) return [first, second]
  }
  const [end] = await findLast[kind](db, rowValues, moving)
  return [end?.last ?? undefined, undefined]
}

// Excludes moved items by position instead of id, so that an index-only scan suffices.
const otherItems = (kind: Kind, containerColumns: Columns, moving: readonly string[]) => sql`
  from ${tableOf(kind)} where ${belongsToContainer(kind, containerColumns)}
  and position <> all(array(select position from ${tableOf(kind)} where id = any(${moving}::text[]) and (select ${belongsToContainer(kind, containerColumns)})))`
/** Reads the positions before and after the insert position, without reading the rest of the container. */
const listNeighbourPositions = prepareForEachKind(
  (kind, containerColumns: Columns, moving: readonly string[], skipped: number) =>
    sql<{
      position: number
    }>`select position ${otherItems(kind, containerColumns, moving)} order by position offset ${skipped}::int limit 2`,
)
const findLast = prepareForEachKind(
  (kind, containerColumns: Columns, moving: readonly string[]) =>
    sql<{ last: number | null }>`select max(position) as last ${otherItems(kind, containerColumns, moving)}`,
)

const renumberPositions = prepareForEachKind((kind, containerColumns: Columns) => {
  const table = tableOf(kind)
  return sql`update ${table} set position = numbered.number * ${sql.lit(positionGap)}::bigint
    from (select id, row_number() over (order by position) as number from ${table} where ${belongsToContainer(kind, containerColumns)}) numbered
    where ${table}.id = numbered.id`
})

/** Lists a container in order. Empty if the container no longer belongs to the locked row. */
export const listPlacedItems = (db: Db, container: Container): Promise<PositionedItem[]> =>
  listHeld[container.kind](db, container.rowValues, rowOf(container))
const listHeld = prepareForEachKind(
  (kind, containerColumns: Columns, row: ContainerRow) =>
    sql<PositionedItem>`select id, position from ${tableOf(kind)} where ${belongsToContainer(kind, containerColumns)} and ${isRowWithinLock(kind, row)} order by position`,
)

interface FoundPlace {
  id: string
  /** Counts from 0. */
  index: number
  /** Values of the columns that select the container's rows. */
  held: unknown[]
  /** The id of the row that locks the container, for kinds with a `parent`. */
  lock_id: string | null
}
/** Finds containers and indexes of things, in one statement for any number of containers. */
export async function findPlaces(db: Db, kind: Kind, ids: readonly string[]): Promise<Map<string, FoundPlace>> {
  return new Map((await findPlacesOf[kind](db, ids)).map((place) => [place.id, place]))
}
const findPlacesOf = prepareForEachKind((kind, ids: readonly string[]) => {
  const { rowColumns, parent } = { parent: undefined, ...containerKinds[kind] }
  const columns = sql.join(rowColumns.map((column) => sql.ref(column)))
  const lockId = parent
    ? sql`(select ${sql.ref(`${parent.table}.${parent.lockColumn}`)} from ${sql.table(parent.table)}
        where ${sql.ref(`${parent.table}.id`)} = ${sql.ref(`placed.${rowColumns[0]}`)})`
    : sql`null`
  return sql<FoundPlace>`
    select id, index, jsonb_build_array(${columns}) as held, ${lockId} as lock_id
    from (select id, ${columns}, row_number() over (partition by ${columns} order by position) - 1 as index
      from ${tableOf(kind)} where (${columns}) in (select ${columns} from ${tableOf(kind)} where id in ${inList(ids)})) placed
    where id in ${inList(ids)}`
})
/** Whether the item is in the container, and the container within its lock. */
export const isPlacedIn = ({ held, lock_id }: FoundPlace, { kind, rowValues, lock }: Container): boolean =>
  containerKinds[kind].rowColumns.every((column, index) => held[index] === rowValues[column]) && (lock_id === null || lock_id === lock.id)

/** Sets when the unique constraint on places is checked: at the end of the transaction, or with each statement. */
export const setPlacesCheckTime = (db: Db, when: 'deferred' | 'immediate') => sql`set constraints all ${sql.raw(when)}`.execute(db)

/**
 * Writes positions and other columns in one statement, because two things may share a position between two statements.
 * @returns for each row found whether it is in the container now; nothing if the container no longer belongs to the locked row
 */
export async function writePlaces(
  db: Db,
  container: Container,
  items: readonly PositionedItem[],
  columns: Columns = {},
): Promise<boolean[]> {
  if (!items.length) return []
  const [ids, positions] = [items.map(({ id }) => id), items.map(({ position }) => position)]
  const rows = await updatePlaces[container.kind](db, container.rowValues, rowOf(container), ids, positions, columns)
  return rows.map(({ is_held }) => is_held === true)
}
const updatePlaces = prepareForEachKind(
  (kind, containerColumns: Columns, row: ContainerRow, ids: readonly string[], positions: readonly number[], columns: Columns) => {
    const table = tableOf(kind)
    const definedColumns = Object.entries(columns).filter(([, value]) => value !== undefined)
    const assignments = definedColumns.map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`)
    return sql<{ is_held: boolean | null }>`
      update ${table} set position = placed.position${sql.join(assignments, sql``)}
      from unnest(${ids}::text[], ${positions}::bigint[]) placed (id, position)
      where ${table}.id = placed.id and ${isRowWithinLock(kind, row)}
      returning ${belongsToContainer(kind, containerColumns)} as is_held`
  },
)
