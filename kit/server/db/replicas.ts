/** Chooses a streaming replica of PostgreSQL that is fresh enough for a read. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import type { DatabaseNotifications } from './database-notifications.ts'
import { isReached, laterPosition, type LogPosition } from './log-position.ts'

/** Interval of measurements. */
const measureMs = 250
/** A replica that is further behind isn't read. */
const maxBehindMs = 2000
/** A replica that takes longer to answer a measurement isn't read. */
const responseTimeoutMs = 1000

/** Channel of notifications of commits that hide something, in `migrations/functions/hidden.sql`. */
const channel = 'hidden'

export interface ReplicaFigures {
  /** Host and port, without credentials. */
  name: string
  /** Milliseconds; Infinity: unknown. */
  behindMs: number
  isRead: boolean
}

export interface Replicas {
  /**
   * Returns a replica that is at most 2 s behind, and contains everything up to `minimum` and every commit that hides something.
   * @returns undefined if there is no such replica; the caller then reads from the primary
   */
  choose(minimum?: LogPosition): Promise<Db | undefined>
  /** Returns the position of the primary's log after a commit. Later reads by this process contain it. */
  notePosition(): Promise<LogPosition>
  /** Excludes a replica after a failed read, until it responds again. */
  excludeReplica(replica: Db): void
  figures(): ReplicaFigures[]
  stop(): Promise<void>
}

export interface ReplicaOptions {
  primary: Db
  /** Notifications of the primary. */
  onNotice: DatabaseNotifications['onNotice']
  replicas: readonly { name: string; db: Db }[]
  log: Pick<Log, 'info' | 'warn'>
}

interface Replica {
  readonly name: string
  readonly db: Db
  /** Undefined: unknown, or not reachable. */
  appliedPosition: LogPosition | undefined
  behindMs: number
  measurement: Promise<void> | undefined
}

export function createReplicas({ primary, onNotice, replicas: configured, log }: ReplicaOptions): Replicas {
  const replicas = configured.map(({ name, db }): Replica => ({
    name,
    db,
    appliedPosition: undefined,
    behindMs: Infinity,
    measurement: undefined,
  }))
  const stopping = new AbortController()
  /** Measured positions of the primary's log with their times, the oldest first. */
  let measurements: { atMs: number; position: LogPosition }[] = []
  /** Only replicas that have reached this position are read. It is at or after this process's changes, and all commits that hide something. */
  let required: LogPosition | undefined
  /** Whether something was hidden at a position that isn't known yet, or may have been hidden while notifications were lost. */
  let isRequiredUnknown = true
  let next = 0

  const isRead = ({ appliedPosition, behindMs }: Replica) => appliedPosition !== undefined && behindMs <= maxBehindMs

  async function readPosition(): Promise<LogPosition> {
    const { rows } = await sql<{ position: LogPosition }>`select pg_current_wal_lsn()::text as position`.execute(primary)
    return rows[0]!.position
  }
  async function notePosition() {
    const position = await readPosition()
    required = laterPosition(required, position)
    return position
  }

  /**
   * Measures the position of the primary's log. While the primary doesn't answer, this process can't write, so no replica falls further
   * behind.
   */
  async function measurePrimary() {
    const atMs = performance.now()
    measurements.push({ atMs, position: await readPosition() })
    measurements = measurements.filter(({ atMs: then }) => then > atMs - 10 * maxBehindMs)
  }
  async function readAppliedPosition(db: Db): Promise<LogPosition | undefined> {
    const { rows } = await sql<{ reached: LogPosition | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as reached`.execute(db)
    return rows[0]!.reached ?? undefined
  }
  async function measure(replica: Replica) {
    const wasRead = isRead(replica)
    const timer = setTimeout(() => (replica.appliedPosition = undefined), responseTimeoutMs)
    try {
      const replicaPosition = await readAppliedPosition(replica.db)
      clearTimeout(timer)
      const latest = measurements.at(-1)
      const contained = replicaPosition && measurements.findLast(({ position }) => isReached(replicaPosition, position))
      replica.behindMs = latest && contained ? latest.atMs - contained.atMs : Infinity
      replica.appliedPosition = replicaPosition
    } catch {
      replica.appliedPosition = undefined
    } finally {
      clearTimeout(timer)
    }
    if (wasRead !== isRead(replica)) log.info({ replica: replica.name }, isRead(replica) ? 'a replica is read' : 'a replica is not read')
  }
  async function measureAll() {
    await measurePrimary().catch(() => undefined)
    // Each replica has its own measurement, so a replica that hangs doesn't delay the others.
    for (const replica of replicas) replica.measurement ??= measure(replica).finally(() => (replica.measurement = undefined))
  }
  async function measureRegularly() {
    while (!stopping.signal.aborted) {
      await measureAll()
      await sleep(measureMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  async function requireHidingCommits() {
    isRequiredUnknown = true
    const position = await readPosition().catch(() => undefined)
    if (position === undefined) return
    required = laterPosition(required, position)
    isRequiredUnknown = false
  }
  /** Measures the replica again only if its last known position is before `minimum`. */
  async function contains(replica: Replica, minimum: LogPosition): Promise<boolean> {
    if (isReached(replica.appliedPosition!, minimum)) return true
    try {
      const replicaPosition = await readAppliedPosition(replica.db)
      if (replicaPosition === undefined) return false
      replica.appliedPosition = laterPosition(replica.appliedPosition, replicaPosition)
      return isReached(replicaPosition, minimum)
    } catch {
      replica.appliedPosition = undefined
      return false
    }
  }

  const measuring = measureRegularly()
  // Replicas are not read while notifications of hidden things may be lost.
  onNotice(
    channel,
    () => void requireHidingCommits(),
    () => (isRequiredUnknown = true),
  )
  return {
    notePosition,
    async choose(minimum) {
      if (isRequiredUnknown) return undefined
      const position = laterPosition(required, minimum)
      const usable = replicas.filter(isRead)
      if (usable.length === 0) return undefined
      const replica = usable[next++ % usable.length]!
      return position === undefined || (await contains(replica, position)) ? replica.db : undefined
    },
    excludeReplica(db) {
      for (const replica of replicas) if (replica.db === db) replica.appliedPosition = undefined
    },
    figures: () => replicas.map((replica) => ({ name: replica.name, behindMs: replica.behindMs, isRead: isRead(replica) })),
    async stop() {
      stopping.abort()
      await measuring
      await Promise.all(replicas.map(({ db }) => db.destroy()))
    },
  }
}
