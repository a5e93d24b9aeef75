import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '../db/db.ts'
import { fail } from './fail.ts'

/** Identifies a call. */
export interface Call {
  /** The `Idempotency-Key` header. */
  key: string
  userId: string
  /** Method and path pattern: `POST /api/playlists`. */
  route: string
  /** Everything the call depends on: params, query, body (with files), team. */
  input: unknown
}

/** Makes changes in transactions that store their result for repeated calls. Even a single statement needs such a transaction. */
interface StoringWriter {
  storingDb: Db
  transaction(): { execute<T>(change: (tx: Db) => Promise<T>): Promise<T> }
}
/** A database for changes, each of which is atomic. */
export type TransactionRunner = Db | StoringWriter

export const databaseOfRunner = (writer: TransactionRunner): Db => ('storingDb' in writer ? writer.storingDb : writer)

/** Runs a change of one statement. A single statement is atomic, so it needs a transaction only to store its result. */
export const runStatement = <T>(writer: TransactionRunner, change: (db: Db) => Promise<T>): Promise<T> =>
  'storingDb' in writer ? writer.transaction().execute(change) : change(writer)

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** Normalizes a value: the order of keys doesn't matter, and files are compared by content. */
async function toCanonical(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const name = value instanceof File ? value.name : ''
    return { name, type: value.type, content: sha256(new Uint8Array(await value.arrayBuffer())).toString('hex') }
  }
  if (Array.isArray(value)) return Promise.all(value.map(toCanonical))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(await Promise.all(entries.map(async ([name, part]) => [name, await toCanonical(part)] as const)))
}

/**
 * Stores the result of a call. A concurrent call with the same key waits here for the outcome. @throws if the call was made in the last 24
 * hours
 */
async function storeResult(tx: Db, key: Buffer, input: Buffer, result: unknown): Promise<void> {
  const answer = JSON.stringify(result ?? null)
  const { rows } = await sql`
    insert into idempotency_key as k (key, input, answer) values (${key}, ${input}, ${answer})
    on conflict (key) do update set input = excluded.input, answer = excluded.answer, made_at = now()
      where k.made_at < now() - interval '24 hours'
    returning key`.execute(tx)
  if (!rows.length) fail(commonErrors.unavailable, { retryAfter: 1 })
}

const findStoredResult = async (db: Db, key: Buffer) =>
  (
    await sql<{ input: Buffer; answer: string }>`
      select input, answer from idempotency_key where key = ${key} and made_at >= now() - interval '24 hours'`.execute(db)
  ).rows[0]

/**
 * Runs `work`, which makes its change in one transaction of the given {@link TransactionRunner}. Returns the result of that transaction
 * (small JSON, such as an id). The same call within 24 hours returns the same result and changes nothing, even if both calls run
 * concurrently. A failed call leaves no trace and may be retried. The first call costs one more statement. A repeated call is detected at
 * the end of its transaction, and rolled back. It is also detected when `work` refuses it, such as for a limit that the first call has used
 * up. Effects of `work` outside the transaction happen again.
 * @throws 400 for an invalid key (1 to 255 visible ASCII characters are valid), 409 for a key used with other input
 */
export async function runOnce<T>(db: Db, call: Call, work: (writer: TransactionRunner) => Promise<T>): Promise<T> {
  if (!/^[\x21-\x7e]{1,255}$/.test(call.key)) fail(commonErrors.malformed)
  const key = sha256(JSON.stringify([call.userId, call.route, call.key]))
  const input = sha256(JSON.stringify([await toCanonical(call.input)]))
  const execute = <R>(change: (tx: Db) => Promise<R>) =>
    db.transaction().execute(async (tx) => {
      const result = await change(tx)
      await storeResult(tx, key, input, result)
      return result
    })
  try {
    return await work({ storingDb: db, transaction: () => ({ execute }) })
  } catch (error) {
    // The original error is more useful than an error of this read.
    const earlier = await findStoredResult(db, key).catch(() => undefined)
    if (!earlier) throw error
    return earlier.input.equals(input) ? (JSON.parse(earlier.answer) as T) : fail(commonErrors.key_reused)
  }
}

/** Deletes keys of calls more than 24 hours old. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_key where made_at < now() - interval '24 hours'`.execute(db)
}
