/** Places things in containers and moves them: locks, counts and writes positions. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { databaseOfRunner, type TransactionRunner } from '#kit/server/http/idempotency.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import { reorder } from '../rules.ts'
import { type Container, containerKinds, type ContainerLock } from './containers.ts'
import { type PositionedItem, planOrder } from './positions.ts'
import { raiseRevisions } from './queries/moves.ts'
import {
  setPlacesCheckTime,
  countVideosOf,
  countWithinLock,
  findPlaces,
  findPositions,
  isPlacedIn,
  isWithinLock,
  listPlacedItems,
  lockRows,
  writePlaces,
} from './queries/places.ts'

/** Callers that will lock rows queue here by row id, before they take a connection. */
export const rowMutex = createKeyedMutex()

/** A transaction that has locked rows. */
export interface LockedTransaction {
  db: Db
  lockIds: ReadonlySet<string>
  /** The locked channels. */
  channelIds: readonly string[]
  /** Team ids by the id of each locked row that is a team or that a team owns. */
  teams: ReadonlyMap<string, string>
  /** Whether a move has written a place. */
  hasMoved: boolean
  /** Whether the caller has changed nothing, so that revisions stay the same. */
  isUnchanged: boolean
  /** Whether the revisions of the locked channels are already raised. Otherwise they are raised at the end. */
  isRaised: boolean
  /** The order that {@link listItemsInOrder} has read last. */
  listed?: { container: string; items: readonly PositionedItem[] } | undefined
}

/**
 * Runs `change` in a transaction that holds the locks of these containers.
 * @throws 404 when a container was deleted concurrently
 */
export function withContainerLocks<T>(
  writer: TransactionRunner,
  containers: readonly (Container | { lock: ContainerLock })[],
  change: (locked: LockedTransaction) => Promise<T>,
): Promise<T> {
  const locks = [...new Map(containers.map(({ lock }) => [lock.id, lock])).values()]
  const ids = locks.map(({ id }) => id)
  return rowMutex(databaseOfRunner(writer), ids, () =>
    writer.transaction().execute(async (db) => {
      const rows = await lockRows(db, locks)
      if (rows.length < locks.length) fail(commonErrors.not_found)
      for (const container of containers) if ('kind' in container && !(await isWithinLock(db, container))) fail(commonErrors.not_found)
      const channelIds = locks.flatMap(({ row, id }) => (row === 'playlist' ? [id] : []))
      const locked: LockedTransaction = {
        db,
        lockIds: new Set(ids),
        channelIds,
        teams: new Map(rows.flatMap(({ id, team_id: teamId }) => (teamId === null ? [] : [[id, teamId]]))),
        hasMoved: false,
        isUnchanged: false,
        isRaised: false,
      }
      const result = await change(locked)
      if (channelIds.length && !locked.isUnchanged && !locked.isRaised) await raiseRevisions(db, channelIds)
      return result
    }),
  )
}

function assertLocked({ lockIds }: LockedTransaction, { kind, lock }: Container): void {
  if (!lockIds.has(lock.id)) throw new Error(`A container (${kind}) is changed without its lock`)
}

/**
 * Checks a limit before a slow step; the check is repeated under the lock.
 * @throws 422 if there is no room for `count` more within the lock
 */
export async function assertWithinLimit(db: Db, { kind, lock }: Pick<Container, 'kind' | 'lock'>, count: number): Promise<void> {
  const { table, limit } = containerKinds[kind]
  if (!limit) throw new Error(`Nothing comes into a container (${kind}) by a move`)
  if ((await countWithinLock(db, table, lock.id)) + count > limit.count)
    fail(limit.problem, { field: limit.field, values: { count: limit.count } })
}

/**
 * Returns adjacent positions for `count` new things at `index`; without an index, or beyond the end: at the end.
 * @throws 422 when the limit is reached
 */
export async function findNewPositions(
  locked: LockedTransaction,
  container: Container,
  index: number | undefined,
  count = 1,
): Promise<number[]> {
  assertLocked(locked, container)
  await assertWithinLimit(locked.db, container, count)
  return findPositions(locked.db, container, { index, count })
}

/** Where a thing was. Moving each thing back to its index, one after the other, restores the order. */
export interface PreviousPlace {
  id: string
  container: Container
  index: number
}
/** Items from one container. */
interface Source {
  container: Container
  ids: readonly string[]
}
type Columns = Readonly<Record<string, unknown>>

interface Move {
  /** The things in their new order. */
  ids: readonly string[]
  /** Their container, or each thing's own. */
  from: Container | ((id: string) => Container)
  to: Container
  /**
   * Without an index, or beyond the end: at the end. Doesn't count the moved things. Several ascending indexes, at which the things are
   * inserted one after the other, undo a move.
   */
  index?: number | readonly number[] | undefined
  /** Columns to set as well, the same for all or by id; not with several indexes. */
  columns?: Columns | ((id: string) => Columns) | undefined
}

/**
 * Moves things to adjacent positions in a container. Moves all or none, with as many statements as for one.
 * @returns their former places, in order for each container
 * @throws 404 if a thing or `to` was moved or deleted concurrently; 422 if the limit is reached
 */
export async function moveThings(locked: LockedTransaction, { ids, from, to, index, columns }: Move): Promise<PreviousPlace[]> {
  const { db } = locked
  const sources = typeof from === 'function' ? groupBySource(ids, from) : [{ container: from, ids }]
  for (const container of [...sources.map((source) => source.container), to]) assertLocked(locked, container)
  if (!columns && typeof index !== 'object' && sources.every(({ container }) => keyOf(container) === keyOf(to)))
    return moveWithin(locked, ids, to, index)
  const before = await findPreviousPlaces(db, sources)
  const arrivingItems = sources.filter(({ container }) => container.lock.id !== to.lock.id).flatMap((source) => source.ids)
  if (arrivingItems.length) {
    await assertWithinLimit(db, to, arrivingItems.length)
    const { locksContainers } = { locksContainers: undefined, ...containerKinds[to.kind] }
    if (locksContainers) await assertWithinLimit(db, { kind: locksContainers, lock: to.lock }, await countVideosOf(db, arrivingItems))
  }
  if (typeof index === 'object') await placeEach(locked, ids, to, index)
  else await placeTogether(locked, { ids, to, index, columns })
  return before
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}

const keyOf = (container: Container) => JSON.stringify(container)
/** Lists a locked container in order. Reads it only once, until places are written. */
export async function listItemsInOrder(locked: LockedTransaction, container: Container): Promise<readonly PositionedItem[]> {
  const key = keyOf(container)
  if (locked.listed?.container !== key) locked.listed = { container: key, items: await listPlacedItems(locked.db, container) }
  return locked.listed.items
}
const groupBySource = (ids: readonly string[], from: (id: string) => Container): Source[] =>
  groupBy(ids, (id) => keyOf(from(id))).map((ids) => ({ container: from(ids[0]!), ids }))

/** @throws 404 if a thing is no longer in its source */
async function findPreviousPlaces(db: Db, sources: readonly Source[]): Promise<PreviousPlace[]> {
  const previousPlaces: PreviousPlace[] = []
  for (const ofKind of groupBy(sources, ({ container }) => container.kind)) {
    const ids = ofKind.flatMap((source) => source.ids)
    const places = await findPlaces(db, ofKind[0]!.container.kind, ids)
    for (const { container, ids } of ofKind) {
      const result = ids.map((id): PreviousPlace => {
        const place = places.get(id)
        return place && isPlacedIn(place, container) ? { id, container, index: place.index } : fail(commonErrors.not_found)
      })
      previousPlaces.push(...result.toSorted((a, b) => a.index - b.index))
    }
  }
  return previousPlaces
}

/** @throws 404 if a thing was deleted, or the container no longer belongs to the locked row */
async function writePositions(
  locked: LockedTransaction,
  to: Container,
  positions: readonly PositionedItem[],
  columns?: Columns,
): Promise<void> {
  if (positions.length) locked.hasMoved = true
  locked.listed = undefined
  const written = await writePlaces(locked.db, to, positions, columns)
  if (written.length < positions.length) fail(commonErrors.not_found)
  if (written.includes(false)) throw new Error(`What was moved is not in its container (${to.kind})`)
}

type MoveTogether = Pick<Move, 'ids' | 'to' | 'columns'> & { index: number | undefined }
async function placeTogether(locked: LockedTransaction, { ids, to, index, columns = {} }: MoveTogether) {
  const { db } = locked
  const positions = await findPositions(db, to, { index, count: ids.length, moving: ids })
  const placed = ids.map((id, index) => ({ id, position: positions[index]! }))
  const columnsOf = typeof columns === 'function' ? columns : () => columns
  // One statement for each group of things with equal columns; usually there is one group.
  const parts = typeof columns === 'function' ? groupBy(placed, ({ id }) => JSON.stringify(columns(id))) : [placed]
  if (parts.length > 1) await setPlacesCheckTime(db, 'deferred')
  for (const part of parts) await writePositions(locked, to, part, { ...to.placeValues, ...columnsOf(part[0]!.id) })
  if (parts.length > 1) await setPlacesCheckTime(db, 'immediate')
}

/** Writes only things outside the longest ascending run. */
async function moveWithin(
  locked: LockedTransaction,
  ids: readonly string[],
  container: Container,
  index: number | undefined,
): Promise<PreviousPlace[]> {
  const placesById = new Map((await listItemsInOrder(locked, container)).map((item) => [item.id, item]))
  if (!ids.every((id) => placesById.has(id))) fail(commonErrors.not_found)
  const moving = new Set(ids)
  const before = [...placesById.keys()]
  const order = before.filter((id) => !moving.has(id))
  order.splice(Math.max(index ?? order.length, 0), 0, ...ids)
  await writePositions(locked, container, planOrder(order.map((id) => placesById.get(id)!)))
  return before.flatMap((id, index) => (moving.has(id) ? [{ id, container, index }] : []))
}

async function placeEach(locked: LockedTransaction, ids: readonly string[], to: Container, indexes: readonly number[]): Promise<void> {
  const moving = new Set(ids)
  const order: Parameters<typeof planOrder>[0][number][] = (await listItemsInOrder(locked, to)).filter(({ id }) => !moving.has(id))
  ids.forEach((id, index) => order.splice(indexes[index]!, 0, { id }))
  await writePositions(locked, to, planOrder(order), to.placeValues)
}

/**
 * Reorders a container. Items that are not named stay after their predecessor.
 * @returns all ids, in order; undefined, without any change, if a named item is not in the container
 */
export async function reorderContainer(
  locked: LockedTransaction,
  container: Container,
  ids: readonly string[],
): Promise<string[] | undefined> {
  assertLocked(locked, container)
  const placesById = new Map((await listPlacedItems(locked.db, container)).map((item) => [item.id, item]))
  if (!ids.every((id) => placesById.has(id))) return undefined
  const order = reorder([...placesById.keys()], ids)
  await writePlaces(locked.db, container, planOrder(order.map((id) => placesById.get(id)!)))
  return order
}
