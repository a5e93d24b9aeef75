import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { common } from '#kit/contract/problems.ts'
import type { Db } from '../db/db.ts'
import { fail } from './fail.ts'

/** What makes two calls the same one. */
export interface Call {
  /** The `Idempotency-Key` header. */
  key: string
  userId: string
  /** Method and path's pattern: `POST /api/playlists`. */
  route: string
  /** Everything the call depends on: params, query, body (with files), the team. */
  input: unknown
}

/** Makes changes in transactions that remember what they returned. A change needs one even when it is a single statement. */
interface RememberingWriter {
  remembersIn: Db
  transaction(): { execute<T>(change: (tx: Db) => Promise<T>): Promise<T> }
}
/** Where a change is made, all of it or nothing. */
export type Writer = Db | RememberingWriter

export const databaseOf = (writer: Writer): Db => ('remembersIn' in writer ? writer.remembersIn : writer)

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** The same for the same content, whatever the order of its keys; files count by what is in them. */
async function canonical(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const name = value instanceof File ? value.name : ''
    return { name, type: value.type, content: sha256(new Uint8Array(await value.arrayBuffer())).toString('hex') }
  }
  if (Array.isArray(value)) return Promise.all(value.map(canonical))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(await Promise.all(entries.map(async ([name, part]) => [name, await canonical(part)] as const)))
}

/** One for the same call made at the same time waits here for how it ends. @throws when the call was made in the last 24 hours */
async function remember(tx: Db, key: Buffer, input: Buffer, result: unknown): Promise<void> {
  const answer = JSON.stringify(result ?? null)
  const { rows } = await sql`
    insert into idempotency_key as k (key, input, answer) values (${key}, ${input}, ${answer})
    on conflict (key) do update set input = excluded.input, answer = excluded.answer, made_at = now()
      where k.made_at < now() - interval '24 hours'
    returning key`.execute(tx)
  if (!rows.length) fail(common.unavailable, { retryAfter: 1 })
}

const findEarlier = async (db: Db, key: Buffer) =>
  (
    await sql<{ input: Buffer; answer: string }>`
      select input, answer from idempotency_key where key = ${key} and made_at >= now() - interval '24 hours'`.execute(db)
  ).rows[0]

/**
 * Runs `work`, which makes its change in one transaction of the {@link Writer} that it gets, and returns what that transaction
 * returned (small, JSON: an id). The same call again within 24 hours gets the same and changes nothing, also when both come at the same
 * time. A call that fails leaves no trace and may be tried again.
 *
 * A first call costs one statement more. A repeated one is found out at its end, or when it is refused (it may be the first that
 * left no room for it), and rolled back: what `work` does outside the transaction is done again.
 * @throws 400 for a key that is none (1 to 255 visible ASCII characters), 409 for a key that came with other input
 */
export async function runOnce<T>(db: Db, call: Call, work: (writer: Writer) => Promise<T>): Promise<T> {
  if (!/^[\x21-\x7e]{1,255}$/.test(call.key)) fail(common.malformed)
  const key = sha256(JSON.stringify([call.userId, call.route, call.key]))
  const input = sha256(JSON.stringify([await canonical(call.input)]))
  const execute = <R>(change: (tx: Db) => Promise<R>) =>
    db.transaction().execute(async (tx) => {
      const result = await change(tx)
      await remember(tx, key, input, result)
      return result
    })
  try {
    return await work({ remembersIn: db, transaction: () => ({ execute }) })
  } catch (error) {
    // Why it failed says more than that the database does not answer this either.
    const earlier = await findEarlier(db, key).catch(() => undefined)
    if (!earlier) throw error
    return earlier.input.equals(input) ? (JSON.parse(earlier.answer) as T) : fail(common.key_reused)
  }
}

/** Forgets calls of more than 24 hours ago. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_key where made_at < now() - interval '24 hours'`.execute(db)
}
