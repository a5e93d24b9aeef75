import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { databaseOf, type Writer } from '#kit/server/idempotency.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import type { SeriesPlace } from './access.ts'
import { lockOwner, lockPlaylists } from './queries/places.ts'
import { isSeriesOf } from './queries/series.ts'

/** Whoever is about to lock channels or their owners waits here, by their ids. */
export const inTurn = createKeyedMutex()

/** Runs `change`, all of it or nothing, while nobody else changes the sections of this owner, a user or a team. */
export const inOwner = <T>(writer: Writer, ownerId: string, change: (db: Db) => Promise<T>): Promise<T> =>
  inTurn(databaseOf(writer), [ownerId], () =>
    writer.transaction().execute(async (db) => {
      await lockOwner(db, ownerId)
      return change(db)
    }),
  )

/** Runs `change`, all of it or nothing, while nobody else changes what is in these channels. @throws 404 when one has gone meanwhile */
export function inPlaylists<T>(writer: Writer, ids: readonly string[], change: (db: Db) => Promise<T>): Promise<T> {
  const distinct = [...new Set(ids)]
  return inTurn(databaseOf(writer), distinct, () =>
    writer.transaction().execute(async (db) => {
      // All at once and in the order of their ids: two who swap videos must not wait for each other for ever.
      if ((await lockPlaylists(db, distinct)).length < distinct.length) fail(common.not_found)
      return change(db)
    }),
  )
}

/** The same for the channels of these series. @throws 404 when a series has gone meanwhile */
export const inSeries = <T>(writer: Writer, places: readonly SeriesPlace[], change: (db: Db) => Promise<T>): Promise<T> =>
  inPlaylists(
    writer,
    places.map(({ playlistId }) => playlistId),
    async (db) => {
      for (const { id, playlistId } of places) if (!(await isSeriesOf(db, id, playlistId))) fail(common.not_found)
      return change(db)
    },
  )
