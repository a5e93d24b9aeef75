/** A user's order of followed things. Hidden ones keep their place among the others. */
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { followsOf } from '#features/curation/server/containers.ts'
import { inContainers, type Locked, moveTo, putInOrder } from '#features/curation/server/move.ts'
import { socialErrors } from '../errors.ts'
import { listPlaces } from './queries/following.ts'

type Place = Awaited<ReturnType<typeof listPlaces>>[number]
const shownIds = (places: readonly Place[]) => places.flatMap(({ shown_id: id }) => id ?? [])

/** Runs `change` on all followed things of the reader under a lock. @returns the ids of the visible ones, in order */
function inFollows(
  db: Db,
  reader: Reader<User>,
  change: (locked: Locked, places: readonly Place[]) => Promise<unknown>,
): Promise<string[]> {
  return inContainers(db, [followsOf(reader.user.id)], async (locked) => {
    await change(locked, await listPlaces(locked.db, reader))
    return shownIds(await listPlaces(locked.db, reader))
  })
}

/** Returns the index, among all, right after the one it should follow; undefined: at the end. */
function indexAmong(places: readonly Place[], index: number): number | undefined {
  if (index === 0) return 0
  const before = shownIds(places)[index - 1]
  return before === undefined ? undefined : places.findIndex(({ shown_id: id }) => id === before) + 1
}

/** Moves a followed thing to an index among the visible ones. @returns all visible ids, in order @throws 422 */
export const moveFollow = (db: Db, reader: Reader<User>, id: string, index: number): Promise<string[]> =>
  inFollows(db, reader, async (locked, places) => {
    const moved = places.find(({ shown_id }) => shown_id === id) ?? fail(socialErrors.not_followed, { field: 'following_id' })
    const others = places.filter((place) => place !== moved)
    const follows = followsOf(reader.user.id)
    await moveTo(locked, { ids: [moved.id], from: follows }, follows, indexAmong(others, index))
  })

/** Reorders followed things. @returns all visible ids, in order @throws 422 for ids not followed */
export const rearrangeFollows = (db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string[]> =>
  inFollows(db, reader, async (locked, places) => {
    const rowOf = new Map(places.flatMap(({ id, shown_id: shown }) => (shown === null ? [] : [[shown, id] as const])))
    const rows = ids.map((id) => rowOf.get(id) ?? fail(socialErrors.not_followed, { field: 'playlists' }))
    await putInOrder(locked, followsOf(reader.user.id), rows)
  })
