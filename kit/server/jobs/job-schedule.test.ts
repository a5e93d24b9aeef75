import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { startSchedules } from './job-schedule.ts'
import { defineJob, type WorkerMode } from './job.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLog } from '../log.ts'

const db = (await createFreshDatabase()).connect()
const log = createLog({ level: 'silent' })

const startedJobs: Jobs[] = []
afterEach(async () => {
  await Promise.all(startedJobs.splice(0).map((jobs) => jobs.stop()))
})
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })

describe('schedules', () => {
  const hourly = (name: string) => defineJob(name, z.object({}), { schedule: '0 * * * *' })
  const timeAt = (time: string) => new Date(`2030-05-01T${time}Z`)

  test('each scheduled time runs once across all instances, in UTC', async () => {
    const sentJobs: string[] = []
    const instances = await Promise.all(
      ['a', 'b'].map((name) => startSchedules(db, [hourly('hourly')], async () => void sentJobs.push(name), timeAt('10:30:00'))),
    )
    const runAll = (time: string) => Promise.all(instances.map((schedules) => schedules.run(timeAt(time))))
    await runAll('10:59:59')
    expect(sentJobs).toHaveLength(0)
    await runAll('11:00:00')
    await runAll('11:00:01')
    expect(sentJobs).toHaveLength(1)
    await runAll('12:00:30')
    expect(sentJobs).toHaveLength(2)
  })

  test('runs missed while all instances were down are made up for once', async () => {
    const sentJobs: string[] = []
    const start = (time: string) => startSchedules(db, [hourly('missed')], async ({ name }) => void sentJobs.push(name), timeAt(time))
    await start('10:30:00')
    expect(sentJobs).toHaveLength(0)
    await start('17:45:00')
    expect(sentJobs).toEqual(['missed'])
    await start('17:50:00')
    expect(sentJobs).toEqual(['missed'])
  })

  test('a run that could not be sent is sent later', async () => {
    let broken = true
    const sentJobs: string[] = []
    const schedules = await startSchedules(
      db,
      [hourly('broken')],
      async ({ name }) => {
        if (broken) throw new Error('away')
        sentJobs.push(name)
      },
      timeAt('10:30:00'),
    )
    await expect(schedules.run(timeAt('11:00:00'))).rejects.toThrow('away')
    broken = false
    await schedules.run(timeAt('11:00:05'))
    expect(sentJobs).toEqual(['broken'])
  })

  test('setting the clock back a day stops no schedule, in running and in starting processes', async () => {
    const sentJobs: string[] = []
    const start = (time: string) => startSchedules(db, [hourly('set-back')], async () => void sentJobs.push(time), timeAt(time))
    const running = await start('10:30:00')
    const yesterday = new Date(timeAt('10:30:00').getTime() - 86_400_000)
    await running.run(yesterday)
    expect(sentJobs).toHaveLength(1)
    await running.run(new Date(yesterday.getTime() + 3_600_000))
    expect(sentJobs).toHaveLength(2)
    await sql`update job_schedule set due_at = ${timeAt('23:00:00')} where job = 'set-back'`.execute(db)
    await start('12:30:00')
    expect(sentJobs).toHaveLength(3)
  })

  test('an invalid schedule, or a job that requires a payload, doesn’t start', async () => {
    const doNothing = async () => undefined
    await expect(startSchedules(db, [defineJob('odd', z.object({}), { schedule: 'every day' })], doNothing)).rejects.toThrow()
    await expect(
      startSchedules(db, [defineJob('wants', z.object({ n: z.number() }), { schedule: '0 0 * * *' })], doNothing),
    ).rejects.toThrow()
  })

  test('schedules run with the worker, and not in a process that only sends', async () => {
    const job = defineJob('ticking', z.object({}), { schedule: '* * * * *' })
    const sentJobs: unknown[] = []
    const run = async (worker: WorkerMode) => {
      const jobs = createJobs({ db, log, worker })
      jobs.work(job, async (payload) => void sentJobs.push(payload))
      await jobs.start()
      startedJobs.push(jobs)
    }
    await sql`insert into job_schedule (job, due_at) values ('ticking', now() - interval '1 day')`.execute(db)
    await run('off')
    await sleep(1200)
    expect(sentJobs).toEqual([])
    await run('only')
    await waitUntil(() => expect(sentJobs).toEqual([{}]))
  })
})
