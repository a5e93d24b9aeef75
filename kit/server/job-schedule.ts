import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Job } from './job.ts'

export interface Schedules {
  /** Sends what has come due since the last time. Asks the database only then. */
  run(now?: Date): Promise<void>
}

/** Moments that lie further ahead than this were written before the clock was set back. */
const aheadMs = 600_000

type Send = (job: Job, tx: Db) => Promise<unknown>

/**
 * Runs jobs by the clock. pg-boss has a way of its own, which forgets what came due while no server ran, such as every night's work
 * on a machine that is switched off at night. Here one missed run is made up for at the start, however many there were.
 * @throws for a schedule that is none, and for a job that wants more than `{}`
 */
export async function startSchedules(db: Db, jobs: readonly Job[], send: Send, now = new Date()): Promise<Schedules> {
  const { default: cron } = await import('cron-parser')
  const timetable = jobs.flatMap((job) => {
    if (job.schedule === undefined) return []
    job.schema.parse({})
    const at = (moment: Date) => cron.parseExpression(job.schedule!, { utc: true, currentDate: moment })
    return {
      job,
      // The moment itself counts as past.
      latest: (moment: Date) =>
        at(new Date(moment.getTime() + 1))
          .prev()
          .toDate(),
      next: (moment: Date) => at(moment).next().toDate(),
      due: now,
    }
  })

  let latestRun = now
  async function run(moment = new Date()) {
    const isSetBack = moment.getTime() < latestRun.getTime() - aheadMs
    for (const entry of timetable) {
      if (entry.due > moment && !isSetBack) continue
      await db.transaction().execute(async (tx) => {
        if (await claim(tx, entry.job.name, entry.latest(moment), moment)) await send(entry.job, tx)
      })
      entry.due = entry.next(moment)
    }
    latestRun = moment
  }

  for (const { job, latest } of timetable)
    await sql`insert into job_schedule (job, due_at) values (${job.name}, ${latest(now)}) on conflict do nothing`.execute(db)
  await run(now)
  return { run }
}

/** True for one instance of all. */
async function claim(tx: Db, job: string, dueAt: Date, moment: Date): Promise<boolean> {
  const ahead = new Date(moment.getTime() + aheadMs)
  const { rows } = await sql`
    update job_schedule set due_at = ${dueAt} where job = ${job} and (due_at < ${dueAt} or due_at > ${ahead}) returning job`.execute(tx)
  return rows.length > 0
}

/**
 * Jobs that were sent or begun before the clock was set back would wait for the time they were written at, and so would pg-boss's own
 * upkeep: what seems to come from the future is taken as of now, and waits as long from now on as it was told to wait.
 */
export async function mendFutureJobs(db: Db): Promise<void> {
  const limit = sql`now() + make_interval(secs => ${aheadMs / 1000})`
  await sql`
    update pgboss.job set start_after = start_after - (greatest(created_on, started_on) - now()), created_on = least(created_on, now()), started_on = least(started_on, now())
    where state < 'completed' and greatest(created_on, started_on) > ${limit}`.execute(db)
  await sql`
    update pgboss.version set maintained_on = now(), monitored_on = now() where greatest(maintained_on, monitored_on) > ${limit}`.execute(
    db,
  )
}
