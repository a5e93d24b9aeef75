import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { ActiveJob, DeadJob, JobFigures, JobProgress } from './job.ts'

/** Identifies a run in statements on the table `job`. If the job was given to another process, its outcome here has no effect. */
interface RunKey {
  id: string
  runId: string
}
export interface ClaimedJob extends RunKey {
  payload: unknown
  /** 1 for the first attempt. */
  attempt: number
  maxAttempts: number
}

interface NewJob {
  name: string
  payload: object
  maxAttempts: number
  startAfter: Date | number
  singletonKey: string | undefined
  ownerId: string | undefined
}

const retentionDays = { dead: 30, other: 1 } as const

/** @returns the job's id; null if a job with the same `singletonKey` is already waiting */
export async function insertJob(db: Db, { name, payload, maxAttempts, startAfter, singletonKey, ownerId }: NewJob): Promise<string | null> {
  const runAfter = startAfter instanceof Date ? sql`${startAfter}::timestamptz` : sql`now() + make_interval(secs => ${startAfter})`
  const { rows } = await sql<{ id: string }>`
    insert into job (name, payload, max_attempts, run_after, singleton_key, owner_id)
    values (${name}, ${JSON.stringify(payload)}, ${maxAttempts}, ${runAfter}, ${singletonKey ?? null}, ${ownerId ?? null})
    on conflict (name, singleton_key) where state = 'waiting' and singleton_key is not null do nothing
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns the names of kinds with a due job, without paused kinds. */
export async function findDueNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select kind.name from unnest(${names}::text[]) as kind (name),
      lateral (select from job where job.name = kind.name and state = 'waiting' and run_after <= now() limit 1) as due
    where not exists (select from job_pause where job_pause.job = kind.name)`.execute(db)
  return rows.map(({ name }) => name)
}

/** Starts the jobs that have waited longest. Skips jobs that another process is starting. */
export async function claimJobs(db: Db, name: string, limit: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    update job set state = 'active', run_id = gen_random_uuid(), attempts = attempts + 1, singleton_key = null, error = null,
      started_at = now(), heartbeat_at = now(), progress = null, progress_text = null
    where id in (
      select id from job where name = ${name} and state = 'waiting' and run_after <= now()
        and not exists (select from job_pause where job_pause.job = ${name})
      order by run_after limit ${limit} for update skip locked)
    returning id, run_id as "runId", payload, attempts as attempt, max_attempts as "maxAttempts"`.execute(db)
  return rows
}

const isSameRun = ({ id, runId }: RunKey) => sql`id = ${id} and run_id = ${runId}`

/** Jobs without an owner are deleted, as no user can query them. */
export async function completeJob(db: Db, run: RunKey): Promise<void> {
  await sql`
    with deleted as (delete from job where ${isSameRun(run)} and owner_id is null)
    update job set state = 'done', run_id = null, payload = '{}', progress = 100, finished_at = now()
    where ${isSameRun(run)} and owner_id is not null`.execute(db)
}
export async function retryJob(db: Db, run: RunKey, error: string, waitSeconds: number): Promise<void> {
  await sql`
    update job set state = 'waiting', run_id = null, error = ${error}, run_after = now() + make_interval(secs => ${waitSeconds})
    where ${isSameRun(run)}`.execute(db)
}
export async function markJobDead(db: Db, run: RunKey, error: string): Promise<void> {
  await sql`update job set state = 'dead', run_id = null, error = ${error}, finished_at = now() where ${isSameRun(run)}`.execute(db)
}
/** Undoes the start of a job, without counting an attempt. */
export async function returnJob(db: Db, run: RunKey): Promise<void> {
  await sql`
    update job set state = 'waiting', run_id = null, attempts = attempts - 1, run_after = now() where ${isSameRun(run)}`.execute(db)
}
export async function endCancelledJob(db: Db, run: RunKey): Promise<void> {
  await sql`
    update job set state = 'cancelled', run_id = null, payload = '{}', finished_at = now() where ${isSameRun(run)}`.execute(db)
}

export interface Heartbeat extends RunKey {
  percent: number | null
  textKey: string | null
}
/** Updates the heartbeat and progress of these runs. @returns the runs still owned by this process, and whether each is cancelled */
export async function writeHeartbeats(db: Db, beats: readonly Heartbeat[]): Promise<Map<string, { isCancelled: boolean }>> {
  const column = <K extends keyof Heartbeat>(key: K) => beats.map((beat) => beat[key])
  const { rows } = await sql<{ runId: string; isCancelled: boolean }>`
    update job set heartbeat_at = now(), progress = beat.percent, progress_text = beat.text_key
    from unnest(${column('id')}::uuid[], ${column('runId')}::uuid[], ${column('percent')}::smallint[], ${column('textKey')}::text[])
      as beat (id, run_id, percent, text_key)
    where job.id = beat.id and job.run_id = beat.run_id
    returning job.run_id as "runId", cancel_requested as "isCancelled"`.execute(db)
  return new Map(rows.map(({ runId, isCancelled }) => [runId, { isCancelled }]))
}

/** Requeues jobs whose process sends no heartbeats; after the last attempt they become dead. @returns the new state of each */
export async function recoverJobs(db: Db, silentSeconds: number): Promise<{ id: string; job: string; state: string }[]> {
  const message = 'the process that ran it ended'
  const { rows } = await sql<{ id: string; job: string; state: string }>`
    update job set run_id = null, run_after = now(), error = ${message}, state = next.state,
      payload = case next.state when 'cancelled' then '{}' else payload end,
      finished_at = case next.state when 'waiting' then null else now() end
    from (select id as job_id, case when cancel_requested then 'cancelled' when attempts >= max_attempts then 'dead' else 'waiting' end as state
      from job where state = 'active' and heartbeat_at < now() - make_interval(secs => ${silentSeconds}) for update skip locked) as next
    where id = next.job_id
    returning id, name as job, job.state`.execute(db)
  return rows
}

/**
 * Corrects jobs that were sent or started before the clock was set back, as they would wait until the old time. They count as created now,
 * and keep the delay until their start.
 */
export async function fixFutureJobs(db: Db, aheadMs: number): Promise<void> {
  const latest = sql`greatest(created_at, heartbeat_at)`
  await sql`
    update job set run_after = run_after - (${latest} - now()), created_at = least(created_at, now()), heartbeat_at = least(heartbeat_at, now())
    where state in ('waiting', 'active') and ${latest} > now() + make_interval(secs => ${aheadMs / 1000})`.execute(db)
}

export async function deleteOldJobs(db: Db): Promise<void> {
  await sql`
    delete from job where finished_at < now() - interval '1 day'
      * case state when 'dead' then ${retentionDays.dead}::int else ${retentionDays.other}::int end`.execute(db)
}

/**
 * @param ownerId if given, cancels only a job of this owner; if missing, also discards failed jobs
 * @returns false if there is no such job
 */
export async function cancelJob(db: Db, id: string, ownerId?: string): Promise<boolean> {
  const isCancellable =
    ownerId === undefined ? sql`state in ('waiting', 'active', 'dead')` : sql`state in ('waiting', 'active') and owner_id = ${ownerId}`
  const { rows } = await sql`
    update job set cancel_requested = true,
      state = case state when 'active' then state else 'cancelled' end,
      payload = case state when 'active' then payload else '{}' end,
      finished_at = case state when 'active' then null else now() end
    where id = ${id} and ${isCancellable} returning id`.execute(db)
  return rows.length > 0
}

/**
 * SQL: whether a job of this kind is waiting or running for a row. The job's payload has the row's `column` as `id`. An unfinished row may
 * have no job, because operators can cancel any job.
 */
export const isJobOpen = (name: string, column: string) =>
  sql<boolean>`exists (select from job where job.name = ${name} and job.state in ('waiting', 'active') and job.payload ->> 'id' = ${sql.ref(column)})`

/** Stops all processes from starting jobs of this kind (idempotent); running jobs continue. @returns false if it was paused already */
export async function pauseJobs(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`insert into job_pause (job) values (${name}) on conflict do nothing returning job`.execute(db)
  return rows.length > 0
}
/** @returns false if it was not paused */
export async function resumeJobs(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`delete from job_pause where job = ${name} returning job`.execute(db)
  return rows.length > 0
}

export async function findProgress(db: Db, id: string, ownerId: string): Promise<JobProgress | undefined> {
  const { rows } = await sql<JobProgress>`
    select state, progress as percent, progress_text as "textKey" from job where id = ${id} and owner_id = ${ownerId}`.execute(db)
  return rows[0]
}

export async function listActiveJobs(db: Db): Promise<ActiveJob[]> {
  const { rows } = await sql<ActiveJob>`
    select id, name as job, attempts as attempt, started_at as "startedAt", progress as percent, progress_text as "textKey"
    from job where state = 'active' order by started_at, id`.execute(db)
  return rows
}

export async function listDeadJobs(db: Db, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, name as job, coalesce(error, '') as error, attempts, created_at as "sentAt", finished_at as "diedAt"
    from job where state = 'dead' order by finished_at desc, id limit ${limit}`.execute(db)
  return rows
}

/** Resets the attempts of dead jobs; others stay as they are. @returns the names, one per revived job */
export async function reviveJobs(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update job set state = 'waiting', attempts = 0, cancel_requested = false, finished_at = null, error = null, run_after = now()
    where state = 'dead' and id = any(${[...ids]}::uuid[]) returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns for how many seconds the oldest due job has waited; 0 if there is none. */
export async function findOldestDueSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(run_after)), 0)::float8 as seconds from job where state = 'waiting' and run_after <= now()`.execute(
    db,
  )
  return rows[0]!.seconds
}

/** Counts the waiting, running and dead jobs of each name that has any. */
export async function countJobs(db: Db): Promise<JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select name as job, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'dead')::int as dead
    from job where state in ('waiting', 'active', 'dead') group by name order by name`.execute(db)
  return rows
}
