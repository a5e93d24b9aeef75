import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Job, JobKind } from './job.ts'

export interface Schedules {
  /** Sends the jobs that became due since the last call. Needs no query if no job is due. */
  run(now?: Date): Promise<void>
}

/** Milliseconds. Stored times further in the future than this were written before the clock was set back. */
export const maxClockSkewMs = 600_000

type Send = (job: Job, tx: Db) => Promise<unknown>

/**
 * Sends jobs by the clock. If runs were missed while no server was running, the start sends one job for all of them. Nightly work therefore
 * also happens on a machine that is off at night.
 * @throws for an invalid schedule, and for a job whose payload isn't `{}`
 */
export async function startSchedules(db: Db, jobs: readonly Job[], send: Send, now = new Date()): Promise<Schedules> {
  const { Cron } = await import('croner')
  // Cached, because computing a schedule's times takes milliseconds and many jobs share a schedule.
  const momentsAtStart = new Map<string, { latest: Date; next: Date }>()
  const timetable = jobs.flatMap((job) => {
    const { schedule } = job
    if (schedule === undefined) return []
    job.schema.parse({})
    const cron = new Cron(schedule, { timezone: 'UTC', mode: '5-part' })
    // A run at exactly this moment counts as past.
    const latest = (moment: Date) => cron.previousRuns(1, new Date(moment.getTime() + 1))[0]!
    const nextRun = (moment: Date) => cron.nextRun(moment)!
    const atStart = momentsAtStart.get(schedule) ?? { latest: latest(now), next: nextRun(now) }
    momentsAtStart.set(schedule, atStart)
    return { job, latest, next: nextRun, atStart, due: now }
  })

  let latestRun = now
  async function run(moment = new Date()) {
    const isClockSetBack = moment.getTime() < latestRun.getTime() - maxClockSkewMs
    for (const entry of timetable) {
      if (entry.due > moment && !isClockSetBack) continue
      await db.transaction().execute(async (tx) => {
        if (await claimDueRun(tx, entry.job.name, entry.latest(moment), moment)) await send(entry.job, tx)
      })
      entry.due = entry.next(moment)
    }
    latestRun = moment
  }

  const markedJobs = await markSeen(
    db,
    timetable.map(({ job, atStart }) => ({ job: job.name, dueAt: atStart.latest })),
  )
  for (const entry of timetable) if (!isMissed(markedJobs.get(entry.job.name), entry.atStart.latest, now)) entry.due = entry.atStart.next
  await run(now)
  return { run }
}

/** Describes kinds of jobs, with the next times of their schedules. */
export async function listKinds(jobs: readonly Job[], now = new Date()): Promise<JobKind[]> {
  const { Cron } = await import('croner')
  const nextRun = (schedule: string) => new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(now) ?? undefined
  const nextTimes = new Map(jobs.flatMap(({ schedule }) => (schedule === undefined ? [] : [[schedule, nextRun(schedule)] as const])))
  return jobs
    .map(({ name, schedule, shown }) => ({ name, schedule, nextAt: nextTimes.get(schedule ?? ''), shown }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const isMissed = (seenAt: Date | undefined, dueAt: Date, now: Date) =>
  !seenAt || seenAt < dueAt || seenAt.getTime() > now.getTime() + maxClockSkewMs

/** Inserts schedules that are new, with their past runs marked as handled. @returns the latest handled time of each job */
async function markSeen(db: Db, moments: readonly { job: string; dueAt: Date }[]): Promise<Map<string, Date>> {
  const names = moments.map(({ job }) => job)
  await sql`
    insert into job_schedule (job, due_at) select * from unnest(${names}::text[], ${moments.map(({ dueAt }) => dueAt)}::timestamptz[])
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ job: string; dueAt: Date }>`
    select job, due_at as "dueAt" from job_schedule where job = any(${names}::text[])`.execute(db)
  return new Map(rows.map(({ job, dueAt }) => [job, dueAt]))
}

/** Claims a due run of a scheduled job; true in only one instance. */
async function claimDueRun(tx: Db, job: string, dueAt: Date, moment: Date): Promise<boolean> {
  const maxDueAt = new Date(moment.getTime() + maxClockSkewMs)
  const { rows } = await sql`
    update job_schedule set due_at = ${dueAt} where job = ${job} and (due_at < ${dueAt} or due_at > ${maxDueAt}) returning job`.execute(tx)
  return rows.length > 0
}
