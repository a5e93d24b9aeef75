import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { runOnce, type Writer } from './idempotency.ts'
import type { Reader } from '../reader.ts'

/**
 * Makes the change of a call in one transaction of the writer, and returns what that transaction returned: see {@link runOnce}.
 * What is answered is read by that, so that a repeated call is answered like the first.
 */
export type Once = <T>(work: (writer: Writer) => Promise<T>) => Promise<T>

/** Of a call with an `Idempotency-Key`; any other is always a new one, and costs nothing more. */
export function onceFor(db: Db, { method, path }: Endpoint, { headers }: FastifyRequest, { user }: Reader, input: object): Once {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !user) return (work) => work(db)
  const call = { key, userId: user.id, route: `${method} ${path}`, input: { ...input, teamId: user.teamId } }
  return (work) => runOnce(db, call, work)
}
