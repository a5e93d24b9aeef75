import { setTimeout as sleep } from 'node:timers/promises'
import { createHmac, randomBytes } from 'node:crypto'
import { createBatches } from '#kit/server/db/batches.ts'
import { type Db, timeoutsOf, waitWithinScope } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { StatementEndedError } from '#kit/server/db/statement-scope.ts'
import { addressKey } from '#kit/server/http/limits.ts'
import { insertViews, type NewView, viewTargetKey, viewTargetKind, viewerKey, findOrCreateSalt } from './queries/views.ts'

/** A view to be written. */
export type Viewing = Omit<NewView, 'id'>
const keyOf = ({ viewer, viewed }: Viewing) => `${viewerKey(viewer)} ${viewTargetKey(viewed)}`

/** Milliseconds before the first retry for a view whose account is locked. The delay doubles with each retry. */
const firstPauseMs = 50

/**
 * Writes views in batches, so that many viewers need only one connection and few statements. Views whose account is locked are retried in
 * later batches, without delaying other views.
 * @param poolDb a database that outlives the requests, because a batch spans several requests
 * @returns a function that resolves with the view's id; undefined if its viewer or thing was deleted, or if a concurrent request is
 * inserting it
 */
export function createViewWriter(poolDb: Db): (db: Db, viewing: Viewing) => Promise<string | undefined> {
  const write = createBatches(async (viewings: readonly [Viewing, ...Viewing[]]) => {
    // Equal views of concurrent requests are written once.
    const views = new Map(viewings.map((viewing): [string, NewView] => [keyOf(viewing), { id: newId(), ...viewing }]))
    const idsByRequest = await insertViews(poolDb, [...views.values()] as [NewView, ...NewView[]])
    return new Map([...views].map(([key, { id }]) => [key, idsByRequest.get(id)]))
  })
  return async (db, viewing) => {
    const { lockMs } = timeoutsOf(poolDb)
    const endsAt = performance.now() + lockMs
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const id = (await write(db, viewTargetKind(viewing.viewed), viewing)).get(keyOf(viewing))
      if (id !== null) return id
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) throw new StatementEndedError(`the account of a view was locked for ${lockMs} ms`)
      await waitWithinScope(db, sleep(Math.min(pauseMs, leftMs)))
    }
  }
}

/** A guest, or a user to count anonymously. */
type Visitor = { address: string; userAgent: string } | { userId: string }

/**
 * Hashes visitors so that they can be recognised only on the same day (UTC). All processes use the day's salt, which is then deleted.
 * @returns a function that returns 16 bytes in hexadecimal
 */
export function createVisitorHash(): (db: Db, visitor: Visitor) => Promise<string> {
  let today: { day: string; salt: Promise<Buffer> } | undefined
  return async (db, visitor) => {
    const day = new Date().toISOString().slice(0, 10)
    if (today?.day !== day) {
      const salt = findOrCreateSalt(db, day, randomBytes(32))
      today = { day, salt }
      // Forgets a salt that couldn't be read, so that the next call tries again.
      salt.catch(() => (today = undefined))
    }
    const name = 'userId' in visitor ? `user\n${visitor.userId}` : `${addressKey(visitor.address)}\n${visitor.userAgent}`
    const hash = createHmac('sha256', await today.salt).update(name)
    return hash.digest('hex').slice(0, 32)
  }
}
