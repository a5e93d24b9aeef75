import { setTimeout as sleep } from 'node:timers/promises'
import { createBatches } from '#kit/server/batches.ts'
import { type Db, timeoutsOf, waitWithinScope } from '#kit/server/db.ts'
import { newId } from '#kit/server/ids.ts'
import { StatementEnded } from '#kit/server/statement-scope.ts'
import { insertViews, type NewView, type Viewed, viewedKey, viewedKind, type Viewer, viewerKey } from './queries/views.ts'

type Viewing = Omit<NewView, 'id'>
const keyOf = ({ viewer, viewed }: Viewing) => `${viewerKey(viewer)} ${viewedKey(viewed)}`

/** Between two attempts at a view whose account is locked; each pause is twice the one before. */
const firstPauseMs = 50

/**
 * Writes views. Those that come at once are written together: a crowd takes one connection, and what a statement costs by itself is paid once.
 * A view whose account is locked goes into later batches again: it holds up nobody else's, and no connection.
 * @param lasting a database that outlives the requests: a batch belongs to no single one of them
 * @returns a function that answers the id of the view; undefined: its viewer or what is viewed has gone, or another request makes it at this
 * very moment. @throws StatementEnded when the account stays locked
 */
export function createViewWriter(lasting: Db): (db: Db, viewer: Viewer, viewed: Viewed) => Promise<string | undefined> {
  const write = createBatches(async (viewings: readonly [Viewing, ...Viewing[]]) => {
    // Who asks twice has one view.
    const views = new Map(viewings.map((viewing): [string, NewView] => [keyOf(viewing), { id: newId(), ...viewing }]))
    const idsByAsked = await insertViews(lasting, [...views.values()] as [NewView, ...NewView[]])
    return new Map([...views].map(([key, { id }]) => [key, idsByAsked.get(id)]))
  })
  return async (db, viewer, viewed) => {
    const viewing = { viewer, viewed }
    const { lockMs } = timeoutsOf(lasting)
    const endsAt = performance.now() + lockMs
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const id = (await write(db, viewedKind(viewed), viewing)).get(keyOf(viewing))
      if (id !== null) return id
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) throw new StatementEnded(`the account of a view was locked for ${lockMs} ms`)
      await waitWithinScope(db, sleep(Math.min(pauseMs, leftMs)))
    }
  }
}
