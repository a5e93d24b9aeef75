import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import type { SeriesPlace } from './access.ts'
import { lockOwner, lockPlaylists } from './queries/places.ts'
import { isSeriesOf } from './queries/series.ts'

/** Whoever is about to lock channels or their owners waits here, by their ids. */
export const inTurn = createKeyedMutex()

/** Runs `change`, all of it or nothing, while nobody else changes the sections of this owner, a user or a team. */
export const inOwner = <T>(db: Db, ownerId: string, change: (db: Db) => Promise<T>): Promise<T> =>
  inTurn(db, [ownerId], () =>
    db.transaction().execute(async (db) => {
      await lockOwner(db, ownerId)
      return change(db)
    }),
  )

/** Runs `change`, all of it or nothing, while nobody else changes what is in these channels. @throws 404 when one has gone meanwhile */
export function inPlaylists<T>(db: Db, ids: readonly string[], change: (db: Db) => Promise<T>): Promise<T> {
  const distinct = [...new Set(ids)]
  return inTurn(db, distinct, () =>
    db.transaction().execute(async (db) => {
      // All at once and in the order of their ids: two who swap videos must not wait for each other for ever.
      if ((await lockPlaylists(db, distinct)).length < distinct.length) fail(common.not_found)
      return change(db)
    }),
  )
}

/** The same for the channels of these series. @throws 404 when a series has gone meanwhile */
export const inSeries = <T>(db: Db, places: readonly SeriesPlace[], change: (db: Db) => Promise<T>): Promise<T> =>
  inPlaylists(
    db,
    places.map(({ playlistId }) => playlistId),
    async (db) => {
      for (const { id, playlistId } of places) if (!(await isSeriesOf(db, id, playlistId))) fail(common.not_found)
      return change(db)
    },
  )
