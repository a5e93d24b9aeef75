import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { runOnce, type TransactionRunner } from './idempotency.ts'
import type { Reader } from '../reader.ts'

/**
 * Makes the change of a call in one transaction of the writer, and returns the transaction's result: see {@link runOnce}. The response is
 * read from that result, so that a repeated call returns the same response.
 */
export type Once = <T>(work: (writer: TransactionRunner) => Promise<T>) => Promise<T>

interface OnceContext {
  db: Db
  request: FastifyRequest
  reader: Reader
}

/** Stores the results of calls with an `Idempotency-Key`. Calls without the header cost nothing extra. */
export function createOnce({ method, path }: Endpoint, { db, request, reader: { user } }: OnceContext, input: object): Once {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !user) return (work) => work(db)
  const call = { key, userId: user.id, route: `${method} ${path}`, input: { ...input, teamId: user.teamId } }
  return (work) => runOnce(db, call, work)
}
