/** Everything that gets a place, changes it or goes to another container does so here: locked, counted, and placed. */
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { databaseOf, type Writer } from '#kit/server/idempotency.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import { reorder } from '../rules.ts'
import { type Container, containerKinds, type Lock } from './containers.ts'
import { type Placed, planOrder } from './positions.ts'
import {
  checkPlaces,
  countVideosOf,
  countWithinLock,
  findPlaces,
  findPositions,
  isPlacedIn,
  isWithinLock,
  listPlaced,
  lockRows,
  writePlaces,
} from './queries/places.ts'

/** Whoever is about to lock rows waits here, by their ids, before it takes a connection. */
export const inTurn = createKeyedMutex()

/** A transaction that has locked rows. */
export interface Locked {
  db: Db
  lockIds: ReadonlySet<string>
}

/**
 * Runs `change`, all of it or nothing, while nobody else changes these containers or others with the same locks.
 * @throws 404 when one has gone meanwhile
 */
export function inContainers<T>(
  writer: Writer,
  containers: readonly (Container | { lock: Lock })[],
  change: (locked: Locked) => Promise<T>,
): Promise<T> {
  const locks = [...new Map(containers.map(({ lock }) => [lock.id, lock])).values()]
  const ids = locks.map(({ id }) => id)
  return inTurn(databaseOf(writer), ids, () =>
    writer.transaction().execute(async (db) => {
      if ((await lockRows(db, locks)) < locks.length) fail(common.not_found)
      for (const container of containers) if ('kind' in container && !(await isWithinLock(db, container))) fail(common.not_found)
      return change({ db, lockIds: new Set(ids) })
    }),
  )
}

function assertLocked({ lockIds }: Locked, { kind, lock }: Container): void {
  if (!lockIds.has(lock.id)) throw new Error(`A container (${kind}) is changed without its lock`)
}

/**
 * Asked twice where it is asked before something is fetched: then and under the lock.
 * @throws 422 when there is no room for `count` more within the lock
 */
export async function assertRoom(db: Db, { kind, lock }: Pick<Container, 'kind' | 'lock'>, count: number): Promise<void> {
  const { table, limit } = containerKinds[kind]
  if (!limit) throw new Error(`Nothing comes into a container (${kind}) by a move`)
  if ((await countWithinLock(db, table, lock.id)) + count > limit.count)
    fail(limit.problem, { field: limit.field, values: { count: limit.count } })
}

/** Positions for `count` new things side by side at `index`; no index, or one beyond the end: at the end. @throws 422 when there is no room for them */
export async function findRoom(locked: Locked, container: Container, index: number | undefined, count = 1): Promise<number[]> {
  assertLocked(locked, container)
  await assertRoom(locked.db, container, count)
  return findPositions(locked.db, container, { index, count })
}

/** Things in the order that they are to have, of one container or each of its own. */
export interface Things {
  ids: readonly string[]
  from: Container | ((id: string) => Container)
}
/** Where a thing was: put back one after the other, all stand as they stood. */
export interface FormerPlace {
  id: string
  container: Container
  index: number
}
/** Things that come from one container. */
interface Source {
  container: Container
  ids: readonly string[]
}
type Columns = Readonly<Record<string, unknown>>
type ColumnsOf = Columns | ((id: string) => Columns)

/**
 * Moves things side by side to `index` of a container, their own or another one; no index, or one beyond the end: to its end. It is
 * counted without them. All are moved or none, in as many statements as one.
 * @param index or of each where it goes, rising, as they are put in one after the other: this undoes a move
 * @param columns of theirs that change with it, of all or of each; not with an index of each
 * @returns where they were; of one container the first one first
 * @throws 404 when one is no longer where it was found, or `to` has left its lock; 422 when there is no room for them
 */
export async function moveTo(
  locked: Locked,
  { ids, from }: Things,
  to: Container,
  index: number | readonly number[] | undefined,
  columns?: ColumnsOf,
): Promise<FormerPlace[]> {
  const { db } = locked
  const sources = typeof from === 'function' ? bySource(ids, from) : [{ container: from, ids }]
  for (const container of [...sources.map((source) => source.container), to]) assertLocked(locked, container)
  if (!columns && typeof index !== 'object' && sources.every(({ container }) => keyOf(container) === keyOf(to)))
    return moveWithin(db, ids, to, index)
  const before = await findFormerPlaces(db, sources)
  const arriving = sources.filter(({ container }) => container.lock.id !== to.lock.id).flatMap((source) => source.ids)
  if (arriving.length) {
    await assertRoom(db, to, arriving.length)
    const { holdsContainers } = { holdsContainers: undefined, ...containerKinds[to.kind] }
    if (holdsContainers) await assertRoom(db, { kind: holdsContainers, lock: to.lock }, await countVideosOf(db, arriving))
  }
  if (typeof index === 'object') await placeEach(db, ids, to, index)
  else await placeTogether(db, ids, to, index, columns)
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
const bySource = (ids: readonly string[], from: (id: string) => Container): Source[] =>
  groupBy(ids, (id) => keyOf(from(id))).map((ids) => ({ container: from(ids[0]!), ids }))

/** @throws 404 unless all are where they were found */
async function findFormerPlaces(db: Db, sources: readonly Source[]): Promise<FormerPlace[]> {
  const former: FormerPlace[] = []
  for (const ofKind of groupBy(sources, ({ container }) => container.kind)) {
    const ids = ofKind.flatMap((source) => source.ids)
    const places = await findPlaces(db, ofKind[0]!.container.kind, ids)
    for (const { container, ids } of ofKind) {
      const found = ids.map((id): FormerPlace => {
        const place = places.get(id)
        return place && isPlacedIn(place, container) ? { id, container, index: place.index } : fail(common.not_found)
      })
      former.push(...found.toSorted((one, other) => one.index - other.index))
    }
  }
  return former
}

/** @throws 404 unless all of the things, and the container within its lock, are still there */
async function write(db: Db, to: Container, placed: readonly Placed[], columns?: Columns): Promise<void> {
  const held = await writePlaces(db, to, placed, columns)
  if (held.length < placed.length) fail(common.not_found)
  if (held.includes(false)) throw new Error(`What was moved is not in its container (${to.kind})`)
}

async function placeTogether(db: Db, ids: readonly string[], to: Container, index: number | undefined, columns: ColumnsOf = {}) {
  const positions = await findPositions(db, to, { index, count: ids.length, moving: ids })
  const placed = ids.map((id, at) => ({ id, position: positions[at]! }))
  const columnsOf = typeof columns === 'function' ? columns : () => columns
  // One statement for those that change alike: most often for all of them.
  const parts = typeof columns === 'function' ? groupBy(placed, ({ id }) => JSON.stringify(columns(id))) : [placed]
  if (parts.length > 1) await checkPlaces(db, 'deferred')
  for (const part of parts) await write(db, to, part, { ...to.sets, ...columnsOf(part[0]!.id) })
  if (parts.length > 1) await checkPlaces(db, 'immediate')
}

/** Writes only what leaves the longest run that already rises. */
async function moveWithin(db: Db, ids: readonly string[], container: Container, index: number | undefined): Promise<FormerPlace[]> {
  const placed = new Map((await listPlaced(db, container)).map((thing) => [thing.id, thing]))
  if (!ids.every((id) => placed.has(id))) fail(common.not_found)
  const moving = new Set(ids)
  const before = [...placed.keys()]
  const order = before.filter((id) => !moving.has(id))
  order.splice(Math.max(index ?? order.length, 0), 0, ...ids)
  await write(db, container, planOrder(order.map((id) => placed.get(id)!)))
  return before.flatMap((id, index) => (moving.has(id) ? [{ id, container, index }] : []))
}

async function placeEach(db: Db, ids: readonly string[], to: Container, indexes: readonly number[]): Promise<void> {
  const moving = new Set(ids)
  const order: Parameters<typeof planOrder>[0][number][] = (await listPlaced(db, to)).filter(({ id }) => !moving.has(id))
  ids.forEach((id, at) => order.splice(indexes[at]!, 0, { id }))
  await write(db, to, planOrder(order), to.sets)
}

/**
 * Brings things of one container into an order; those that are not named stay behind what they stood behind.
 * @returns the ids of all that it holds, in order; undefined when one of the named is not in it: then nothing has changed
 */
export async function putInOrder(locked: Locked, container: Container, ids: readonly string[]): Promise<string[] | undefined> {
  assertLocked(locked, container)
  const placed = new Map((await listPlaced(locked.db, container)).map((thing) => [thing.id, thing]))
  if (!ids.every((id) => placed.has(id))) return undefined
  const order = reorder([...placed.keys()], ids)
  await writePlaces(locked.db, container, planOrder(order.map((id) => placed.get(id)!)))
  return order
}
