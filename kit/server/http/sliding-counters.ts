import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'

/** A maximum within a time window. */
export interface Limit {
  max: number
  windowSeconds: number
}

/** `retryAfter`: whole seconds until a retry makes sense; 0 if allowed. */
export interface LimitResult {
  allowed: boolean
  retryAfter: number
}

const slotsPerWindow = 60
const flushIntervalMs = 1000
/** How soon a fast-growing counter is shared. */
const promptFlushMs = 20

interface Slot {
  /** Number of the slot since 1970. */
  at: number
  /** The total of all instances at the last flush. */
  shared: number
  /** The count of this instance since the last flush. */
  unflushed: number
}

interface Counter {
  slotMs: number
  windowMs: number
  max: number
  /**
   * An array of exact length, because there can be a hundred thousand counters, most with one slot: 260 bytes each, with a map or `push`
   * 380.
   */
  slots: Slot[]
  unflushed: number
}

interface CounterOptions {
  db: Db
  log: Log
  /** Returns the key in the database. */
  hash: (name: string) => Buffer
}

/**
 * Counts in sliding windows in memory, without a statement. `count()` never allows more than `max` in any `windowSeconds` of one instance.
 * A window consists of sixty slots, and each slot leaves the window as a whole. A call therefore counts up to a sixtieth of the window too
 * long, but never too short. Instances share their slots about every second, and within milliseconds while a counter grows fast. A counter
 * that grew by less than 1 % of `max` is not shared.
 */
export function createSlidingCounters({ db, log, hash }: CounterOptions) {
  const counters = new Map<string, Counter>()
  let isFlushing = false
  let promptFlush: NodeJS.Timeout | undefined
  /** False while the database is down, to limit flushes to one per second. */
  let canFlushPromptly = true

  async function flush() {
    if (isFlushing) return
    isFlushing = true
    try {
      await flushCounters(db, counters, hash)
      canFlushPromptly = true
    } catch (error) {
      // The next flush includes these counts. Until then, each instance counts for itself.
      canFlushPromptly = false
      log.debug({ err: error }, 'rate limits could not be shared between instances')
    } finally {
      isFlushing = false
    }
  }

  const timer = setInterval(() => {
    const now = Date.now()
    for (const [name, counter] of counters) {
      countUsed(counter, now)
      if (!counter.slots.length) counters.delete(name)
    }
    void flush()
  }, flushIntervalMs).unref()

  function scheduleFlush() {
    if (!canFlushPromptly || isFlushing) return
    promptFlush ??= setTimeout(() => {
      promptFlush = undefined
      void flush()
    }, promptFlushMs).unref()
  }

  function counterOf(name: string, { max, windowSeconds }: Limit): Counter {
    const key = `${windowSeconds}:${name}`
    let counter = counters.get(key)
    if (!counter) {
      const windowMs = windowSeconds * 1000
      counter = { slotMs: Math.ceil(windowMs / slotsPerWindow), windowMs, max, slots: [], unflushed: 0 }
      counters.set(key, counter)
    }
    return counter
  }

  function change(counter: Counter, amount: number, now: number) {
    if (amount < 0) giveBack(counter, -amount)
    else addTo(counter, Math.floor(now / counter.slotMs), amount)
    if (counter.unflushed >= Math.max(10, counter.max / 100)) scheduleFlush()
  }

  return {
    /** @param name the limit's name with the counted user or address, in lower case (NFKC) */
    count(name: string, limit: Limit, amount: number): LimitResult {
      const now = Date.now()
      const counter = counterOf(name, limit)
      const usedCount = countUsed(counter, now)
      if (amount >= 0 && usedCount + amount > limit.max)
        return { allowed: false, retryAfter: secondsUntilFree(counter, usedCount + amount - limit.max, now) }
      change(counter, amount, now)
      return { allowed: true, retryAfter: 0 }
    },
    add(name: string, limit: Limit, amount: number): void {
      const now = Date.now()
      const counter = counterOf(name, limit)
      countUsed(counter, now)
      change(counter, amount, now)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(promptFlush)
    },
  }
}

const endOf = ({ slotMs }: Counter, at: number) => (at + 1) * slotMs

/**
 * Deletes the slots outside the window, including slots so far in the future that the clock must have been set back.
 * @returns the count of the remaining slots
 */
function countUsed(counter: Counter, now: number): number {
  const { slots, slotMs, windowMs } = counter
  const isInWindow = ({ at }: Slot) => endOf(counter, at) > now - windowMs && at * slotMs <= now + windowMs
  if (!slots.every(isInWindow)) {
    counter.slots = slots.filter(isInWindow)
    counter.unflushed = counter.slots.reduce((total, { unflushed }) => total + unflushed, 0)
  }
  return counter.slots.reduce((total, { shared, unflushed }) => total + shared + unflushed, 0)
}

const findSlot = ({ slots }: Counter, at: number) => slots.find((slot) => slot.at === at)

function addTo(counter: Counter, at: number, amount: number) {
  const slot = findSlot(counter, at)
  if (slot) slot.unflushed += amount
  else counter.slots = counter.slots.concat({ at, shared: 0, unflushed: amount })
  counter.unflushed += amount
}

/** Reduces the latest slots first, none below zero. Reducing older slots would make an older call count for less than its window. */
function giveBack(counter: Counter, amount: number) {
  let remaining = amount
  for (const { at, shared, unflushed } of newestFirst(counter)) {
    const part = Math.min(remaining, Math.max(shared + unflushed, 0))
    addTo(counter, at, -part)
    remaining -= part
  }
}

/** Returns the whole seconds until slots with this count have left the window. */
function secondsUntilFree(counter: Counter, amount: number, now: number): number {
  let remaining = amount
  for (const { at, shared, unflushed } of newestFirst(counter).toReversed()) {
    remaining -= shared + unflushed
    if (remaining <= 0) return Math.ceil((endOf(counter, at) + counter.windowMs - now) / 1000)
  }
  return counter.windowMs / 1000
}

const newestFirst = ({ slots }: Counter) => slots.toSorted((a, b) => b.at - a.at)

/** Adds this instance's counts to the shared counts, and reads the sums: one statement for all counters. */
async function flushCounters(db: Db, counters: ReadonlyMap<string, Counter>, hash: (name: string) => Buffer): Promise<void> {
  const dueCounters = new Map<string, Counter>()
  for (const [name, counter] of counters)
    if (counter.unflushed !== 0 && Math.abs(counter.unflushed) * 100 >= counter.max) dueCounters.set(hash(name).toString('hex'), counter)
  if (!dueCounters.size) return
  const flushed = [...dueCounters].flatMap(([key, counter]) =>
    counter.slots
      .filter(({ unflushed }) => unflushed !== 0)
      .map(({ at, unflushed }) => ({ key, slot: at, unflushed, expires: (endOf(counter, at) + counter.windowMs) / 1000 })),
  )
  // Locks rows in the order of their keys, which prevents deadlocks between instances.
  const { rows } = await sql<{ key: string; slot: number; hits: number }>`
    with flushed as (
      insert into rate_count as c (key, slot, hits, expires_at)
      select decode(key, 'hex'), slot, hits, to_timestamp(expires)
      from unnest(${flushed.map((item) => item.key)}::text[], ${flushed.map((item) => item.slot)}::bigint[],
        ${flushed.map((item) => item.unflushed)}::int[], ${flushed.map((item) => item.expires)}::float8[]) as f (key, slot, hits, expires)
      order by key, slot
      on conflict (key, slot) do update set hits = c.hits + excluded.hits
      returning key, slot, hits
    )
    select encode(key, 'hex') as key, slot::float8 as slot, hits from flushed
    union all
    select encode(key, 'hex'), slot::float8, hits from rate_count as others
    where key in (select decode(key, 'hex') from unnest(${[...dueCounters.keys()]}::text[]) as k (key)) and expires_at > now()
      and not exists (select from flushed where flushed.key = others.key and flushed.slot = others.slot)`.execute(db)
  for (const { key, slot: at, unflushed } of flushed) if (findSlot(dueCounters.get(key)!, at)) addTo(dueCounters.get(key)!, at, -unflushed)
  for (const { key, slot: at, hits } of rows) {
    const counter = dueCounters.get(key)!
    const slot = findSlot(counter, at)
    if (slot) slot.shared = hits
    else counter.slots = counter.slots.concat({ at, shared: hits, unflushed: 0 })
  }
}
