import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { normalize } from '#kit/contract/names.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { createBatches } from '../db/batches.ts'
import { type Db, withStatementTimeout } from '../db/db.ts'
import { fail } from './fail.ts'
import type { Log } from '../log.ts'
import { createSlidingCounters, type Limit, type LimitResult } from './sliding-counters.ts'

/** With `cooldown`, a reached limit refuses for a whole window after the last counted attempt. */
interface StrictLimit extends Limit {
  cooldown?: boolean
}

export interface Limits {
  /**
   * Counts an attempt unless the limit is reached. Exact even for concurrent attempts: a sliding window in one statement. Any period of
   * {@link Limit.windowSeconds} contains at most {@link Limit.max} attempts. Refused attempts don't count.
   */
  take(key: string, limit: StrictLimit): Promise<LimitResult>
  /** Takes several limits together: counts all or, if one is reached, none. `retryAfter`: the seconds until all limits allow an attempt. */
  takeAll(limits: readonly (readonly [key: string, limit: StrictLimit])[]): Promise<LimitResult>
  /**
   * Undoes the latest attempt: take first and give back afterwards, so that concurrent guesses can't exceed the limit. If the database
   * fails, the attempt stays counted.
   */
  giveBack(key: string): Promise<void>
  /** Returns the counted attempts of the last `windowSeconds`. */
  used(key: string, windowSeconds: number): Promise<number>
  /**
   * Counts a very frequent call in a sliding window in memory ({@link createSlidingCounters}). Instances share their counts about every
   * second, and within milliseconds while a counter grows fast; each may under-report up to 1 % of `max`.
   * @param amount counted as a whole or refused; a negative amount reduces the count
   */
  count(key: string, limit: Limit, amount?: number): LimitResult
  /** Counts completed work, even if the count exceeds `max`; {@link Limits.count} then refuses. A negative amount reduces the count. */
  add(key: string, limit: Limit, amount: number): void
  stop(): void
}

export interface LimitsOptions {
  db: Db
  log: Log
  /** False: allows everything and counts nothing. For benchmarks. */
  enabled: boolean
}

const allowedResult: LimitResult = { allowed: true, retryAfter: 0 }

/** Throws 429 with `Retry-After` unless allowed: `assertAllowed(await limits.take(…))`. */
export function assertAllowed({ allowed, retryAfter }: LimitResult): void {
  if (!allowed) fail(commonErrors.too_many, { retryAfter })
}

/**
 * Returns the limit key of an address. For IPv4, even if written as IPv6: the IPv4 address. For IPv6: the /64 network, which belongs to one
 * household or machine.
 */
export function addressKey(address: string): string {
  // IPv4 has a single notation.
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function networkKey(address: string): string {
  const key = addressKey(address)
  return isIP(key) === 4 ? `${key.replace(/\d+$/, '0')}/24` : key
}

/** Ignores letter case, full-width forms and similar variants. */
const foldKey = (key: string) => normalize(key, 'NFKC').toLowerCase()
/** Hashes the key, so that no name or address is stored and every length fits. */
const hashKey = (key: string) => createHash('sha256').update(foldKey(key)).digest()

/** Attempts further in the future were counted before the clock was set back, so they are ignored. */
const maxClockLead = sql`interval '1 minute'`

/** Counts as many attempts as the limit allows. @returns their number, and the seconds until a retry of the refused attempts makes sense */
async function countInDatabase(
  db: Db,
  key: string,
  { max, windowSeconds, cooldown = false }: StrictLimit,
  count: number,
): Promise<{ counted: number; retryAfter: number }> {
  const span = sql`make_interval(secs => ${windowSeconds}::int)`
  // `excluded.hits[1]` is the time of these attempts. It stays the same in the whole statement, even after a wait for a lock.
  const { rows } = await sql<{ counted: number; wait: number }>`
    insert into rate_limit as r (key, hits, taken, expires_at)
    select ${hashKey(key)}, array_fill(at, array[number]), number, at + ${span}
    from (select clock_timestamp() as at, greatest(least(${count}::int, ${max}::int), 1) as number) as attempt
    on conflict (key) do update set (hits, taken, expires_at) = (
      select kept || array_fill(excluded.hits[1], array[added]), added, case when added = 0 then r.expires_at else excluded.expires_at end
      from (select array(select least(hit, excluded.hits[1]) from unnest(r.hits) with ordinality as u (hit, n) where hit < excluded.hits[1] + ${maxClockLead} order by n)) as k (known),
           lateral (select case when ${cooldown}::boolean and cardinality(known) >= ${max}::int and known[cardinality(known)] > excluded.hits[1] - ${span} then known
                    else array(select hit from unnest(known) hit where hit > excluded.hits[1] - ${span}) end) as a (kept),
           lateral (select greatest(least(${count}::int, ${max}::int - cardinality(kept)), 0)) as b (added))
    returning taken as counted, extract(epoch from hits[case when ${cooldown}::boolean then cardinality(hits) else greatest(cardinality(hits) - ${max}::int + 1, 1) end]
      + ${span} - clock_timestamp())::float8 as wait`.execute(db)
  const { counted, wait } = rows[0]!
  return { counted, retryAfter: Math.max(1, Math.ceil(wait)) }
}

/** How long attempts wait for other attempts at the same limit. Leaves time to run and to respond. */
const queueTimeoutMs = 3000

/** Batches concurrent attempts at one limit, so that they use a single connection and a failing database gets a single query. */
function createTake(db: Db): Limits['take'] {
  const countBatched = createBatches(async (attempts: readonly [Attempt, ...Attempt[]]) => {
    const [{ key, limit }] = attempts
    const { counted, retryAfter } = await countInDatabase(db, key, limit, attempts.length)
    return { counted: new Set(attempts.slice(0, counted)), retryAfter }
  })
  return async (key, limit) => {
    const attempt = { key, limit }
    const name = `${limit.max}:${limit.windowSeconds}:${limit.cooldown}:${foldKey(key)}`
    const { counted, retryAfter } = await countBatched(withStatementTimeout(db, queueTimeoutMs), name, attempt)
    return counted.has(attempt) ? allowedResult : { allowed: false, retryAfter }
  }
}
interface Attempt {
  key: string
  limit: StrictLimit
}

async function giveBack({ db, log }: Pick<LimitsOptions, 'db' | 'log'>, key: string): Promise<void> {
  const undone = sql`update rate_limit set hits = trim_array(hits, 1) where key = ${hashKey(key)} and cardinality(hits) > 0`.execute(db)
  await undone.catch((err: unknown) => log.warn({ err }, 'an undone attempt stays counted'))
}

async function takeAll(
  { take, giveBack }: Pick<Limits, 'take' | 'giveBack'>,
  limits: readonly (readonly [string, StrictLimit])[],
): Promise<LimitResult> {
  const countedKeys: string[] = []
  let retryAfter = 0
  for (const [key, limit] of limits) {
    const result = await take(key, limit)
    if (result.allowed) countedKeys.push(key)
    else retryAfter = Math.max(retryAfter, result.retryAfter)
  }
  if (retryAfter === 0) return allowedResult
  for (const key of countedKeys) await giveBack(key)
  return { allowed: false, retryAfter }
}

async function readUsage(db: Db, key: string, windowSeconds: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from rate_limit, unnest(hits) hit
    where key = ${hashKey(key)} and hit > clock_timestamp() - make_interval(secs => ${windowSeconds}::int) and hit < clock_timestamp() + ${maxClockLead}`.execute(
    db,
  )
  return rows[0]!.used
}

/** Deletes expired limits. */
export async function deleteOldLimits(db: Db): Promise<void> {
  await sql`delete from rate_limit where expires_at < now()`.execute(db)
  await sql`delete from rate_count where expires_at < now()`.execute(db)
}

export function createLimits({ db, log, enabled }: LimitsOptions): Limits {
  if (!enabled)
    return {
      take: async () => allowedResult,
      takeAll: async () => allowedResult,
      giveBack: async () => {},
      used: async () => 0,
      count: () => allowedResult,
      add() {},
      stop() {},
    }
  const take = createTake(db)
  const undo = (key: string) => giveBack({ db, log }, key)
  const counters = createSlidingCounters({ db, log, hash: hashKey })
  return {
    take,
    takeAll: (limits) => takeAll({ take, giveBack: undo }, limits),
    giveBack: undo,
    used: (key, windowSeconds) => readUsage(db, key, windowSeconds),
    count: (key, limit, amount = 1) => counters.count(foldKey(key), limit, amount),
    add: (key, limit, amount) => counters.add(foldKey(key), limit, amount),
    stop: () => counters.stop(),
  }
}
