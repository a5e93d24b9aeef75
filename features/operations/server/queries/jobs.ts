import { sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { JobKind, OperatorJob } from '../../contract/jobs.ts'
import { jobStates, type OperatorJobState } from '../../rules.ts'
import { boundedCount } from './bounded-count.ts'

export type KindRow = Pick<JobKind, 'kind' | 'waiting' | 'active' | 'dead' | 'due_since' | 'paused_at'>

/**
 * Selects the name by a range. For `=`, PostgreSQL assumes that all kinds have equally many jobs, and reads the whole table for kinds with
 * less than a thousand. Each state has a partial index by name.
 */
const countOf = (state: OperatorJobState) =>
  boundedCount(sql`from job where name between kind.name and kind.name and state = ${sql.lit(state)}`)

/** Counts the jobs of each of these kinds, in the order of `names`. */
export async function countKinds(db: Db, names: readonly string[]): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind.name as kind, ${countOf('waiting')} as waiting, ${countOf('active')} as active, ${countOf('dead')} as dead,
      (select ${isoTime(sql`min(run_after)`)} from job where name = kind.name and state = 'waiting' and run_after <= now()) as due_since,
      (select ${isoTime(sql`paused_at`)} from job_pause where job_pause.job = kind.name) as paused_at
    from unnest(${[...names]}::text[]) with ordinality as kind (name, place) order by place`.execute(db)
  return rows
}

/** Seconds after which a job counts as silent: four heartbeats, as in the queue. */
const silentSeconds = 40

const selectJobs = (db: Db) =>
  db
    .selectFrom('job')
    .leftJoin('account', 'account.id', 'job.owner_id')
    .select((eb) => [
      'job.id',
      'job.name as kind',
      eb.ref('job.state').$castTo<OperatorJobState>().as('state'),
      'job.attempts',
      'job.max_attempts',
      'job.progress as percent',
      'job.error',
      isoTime(sql.ref('job.created_at')).as('created_at'),
      isoTime(sql.ref('job.run_after')).as('run_after'),
      isoTime(sql.ref<Date | null>('job.started_at')).as('started_at'),
      isoTime(sql.ref<Date | null>('job.finished_at')).as('finished_at'),
      sql<boolean>`job.state = 'active' and job.heartbeat_at < now() - make_interval(secs => ${sql.lit(silentSeconds)})`.as('is_silent'),
      sql<boolean>`job.state = 'active' and job.cancel_requested`.as('is_cancelling'),
      sql<boolean>`exists (select from job_pause where job_pause.job = job.name)`.as('is_paused'),
      sql<
        OperatorJob['owner']
      >`case when account.id is not null then jsonb_build_object('id', account.id, 'nickname', account.nickname) end`.as('owner'),
    ])

/**
 * SQL: the fields of the payload that a kind shows. Other fields stay in the database.
 * @param fieldsByKind names of fields by kind
 */
const shownFields = (fieldsByKind: Readonly<Record<string, readonly string[]>>) =>
  sql<OperatorJob['fields']>`coalesce((
    select jsonb_agg(jsonb_build_object('name', field.name, 'value', left(job.payload ->> field.name, 200)) order by field.name)
    from jsonb_array_elements_text(${JSON.stringify(fieldsByKind)}::jsonb -> job.name) as field (name)
    where job.payload ->> field.name is not null), '[]')`

type FieldsByKind = Readonly<Record<string, readonly string[]>>

interface JobPage {
  kind: string | undefined
  state: OperatorJobState | undefined
  after: { createdAt: string; id: string } | undefined
  limit: number
}

/** Lists jobs, latest first. Reads the latest jobs of each state from the index, because most jobs may have the same state. */
export function selectJobPage(db: Db, fieldsByKind: FieldsByKind, { kind, state, after, limit }: JobPage) {
  const isKind = kind === undefined ? sql`true` : sql`job.name = ${kind}`
  const isLater = after ? sql`(job.created_at, job.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`
  const latest = sql`(
    select latest.id from unnest(${state === undefined ? [...jobStates] : [state]}::text[]) as wanted (state),
      lateral (select job.id from job where job.state = wanted.state and ${isKind} and ${isLater}
        order by job.created_at desc, job.id desc limit ${limit}) as latest)`
  return selectJobs(db)
    .select([shownFields(fieldsByKind).as('fields'), exactIsoTime(sql.ref('job.created_at')).as('time')])
    .where(sql<boolean>`job.id = any(array${latest})`)
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(limit)
}

export const findJob = (db: Db, fieldsByKind: FieldsByKind, id: string) =>
  selectJobs(db).select(shownFields(fieldsByKind).as('fields')).where('job.id', '=', id).executeTakeFirst()

/** Returns the current state of a job, without its owner and payload. */
export const findJobState = prepare(
  (_: Db, __: Reader, id: string) => sql<{
    id: string
    kind: string
    state: OperatorJobState
    owner_id: string | null
    is_cancelling: boolean
  }>`
    select job.id, name as kind, state, account.id as owner_id, state = 'active' and cancel_requested as is_cancelling from job left join account on account.id = job.owner_id where job.id = ${id}`,
)

/** Locks a job until the transaction ends. @returns whether the job is cancelled, for example by a concurrent call */
export async function lockCancelledJob(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_cancelled: boolean }>`
    select state = 'cancelled' or (state = 'active' and cancel_requested) as is_cancelled from job where id = ${id} for update`.execute(tx)
  return rows[0]?.is_cancelled === true
}

/** The latest failed jobs of a kind. */
export const listFailedJobIds = async (db: Db, kind: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('job')
      .select('id')
      .where('name', '=', kind)
      .where('state', '=', 'dead')
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)
