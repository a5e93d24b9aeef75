import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { common } from '#kit/contract/problems.ts'
import type { Db } from './db.ts'
import { fail } from './fail.ts'

/** What makes two calls the same one. */
export interface Call {
  /** The `Idempotency-Key` header; a call without one is always a new one. */
  key: string | undefined
  userId: string
  /** Method and path's pattern: `POST /api/wallet`. */
  route: string
  /** Everything the call depends on: params, query, body (with files), the team. */
  input: unknown
}

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

/** False when the same call was made in the last 24 hours. While one is being made, this waits for how it ends, as long as for any lock. */
async function claim(tx: Db, key: Buffer, input: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as k (key, input) values (${key}, ${input})
    on conflict (key) do update set input = excluded.input, answer = null, made_at = now() where k.made_at < now() - interval '24 hours'
    returning key`
    .execute(tx)
    .catch((error: { code?: string }) =>
      error.code === '55P03' ? fail(common.unavailable, { retryAfter: 1 }) : Promise.reject(error as Error),
    )
  return rows.length > 0
}

async function earlierAnswer(tx: Db, key: Buffer, input: Buffer): Promise<unknown> {
  const { rows } = await sql<{ input: Buffer; answer: string }>`select input, answer from idempotency_key where key = ${key}`.execute(tx)
  const [earlier] = rows
  if (!earlier?.input.equals(input)) return fail(common.key_reused)
  return JSON.parse(earlier.answer)
}

/**
 * Runs a call in a transaction, once: the same call again within 24 hours gets the answer of the first and does nothing, also when
 * both come at the same time. A call that fails leaves no trace and may be tried again.
 * @throws 400 for a key that is none (1 to 255 visible ASCII characters), 409 for a key that came with other input,
 * 503 while the same call is still being made
 */
export async function runOnce<T>(db: Db, call: Call, run: (tx: Db) => Promise<T>): Promise<T> {
  if (call.key === undefined) return db.transaction().execute(run)
  if (!/^[\x21-\x7e]{1,255}$/.test(call.key)) fail(common.malformed)
  const key = sha256(JSON.stringify([call.userId, call.route, call.key]))
  const input = sha256(JSON.stringify([await canonical(call.input)]))
  return db.transaction().execute(async (tx) => {
    if (!(await claim(tx, key, input))) return (await earlierAnswer(tx, key, input)) as T
    const answer = await run(tx)
    await sql`update idempotency_key set answer = ${JSON.stringify(answer ?? null)} where key = ${key}`.execute(tx)
    return answer
  })
}

/** Forgets calls of more than 24 hours ago. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_key where made_at < now() - interval '24 hours'`.execute(db)
}
