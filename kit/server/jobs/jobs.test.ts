import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { undisturbedClock } from '#test/busy-machine.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { defineJob, PermanentJobError, type JobHandler, type JobOptions } from './job.ts'
import { deleteOldJobs } from './job-store.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'
import { createLog } from '../log.ts'

const database = await freshDatabase()
const db = database.connect()
const log = createLog({ level: 'silent' })

const started: Jobs[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
})

const payload = z.object({ n: z.number() })
let count = 0
const newJob = (options: JobOptions = {}) => defineJob(`job-${++count}`, payload, options)
type TestJob = ReturnType<typeof newJob>

/** Starts an instance of the server that runs one kind of job. */
async function instance(job: TestJob, handler: JobHandler<typeof payload>, options: Partial<JobsOptions> = {}) {
  const jobs = createJobs({ db: database.connect(), log, ...options })
  jobs.work(job, handler)
  await jobs.start()
  started.push(jobs)
  return jobs
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** A long default for busy machines; tests that check the speed pass their own. */
const until = (check: () => void | Promise<void>, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 5 })
const rowsOf = async (job: TestJob) =>
  (
    await sql<{
      state: string
      wait: number
      attempts: number
    }>`select state, extract(epoch from run_after - now())::float8 as wait, attempts from job where name = ${job.name}`.execute(db)
  ).rows
const never = () => new Promise<void>(() => undefined)
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
const untilEnded: JobHandler<typeof payload> = (_, { signal }) => untilAborted(signal)

describe('sending', () => {
  test('a job starts at once, gets its payload, and leaves nothing behind', async () => {
    const job = newJob()
    const seen: unknown[] = []
    const jobs = await instance(job, async (given, { id, attempt }) => void seen.push({ given, id, attempt }))
    const elapsed = undisturbedClock()
    const id = await jobs.send(job, { n: 1 })
    await until(() => expect(seen).toEqual([{ given: { n: 1 }, id, attempt: 1 }]))
    expect(elapsed()).toBeLessThan(500)
    await until(async () => expect(await rowsOf(job)).toEqual([]))
  })

  test('a job of another instance starts within about a second', async () => {
    const job = newJob()
    let ran = 0
    await instance(job, async () => void ran++)
    const web = await instance(job, async () => void (ran += 100), { worker: 'off' })
    await web.send(job, { n: 1 })
    await until(() => expect(ran).toBe(1), 1800)
  })

  test('within a transaction a job starts after the commit, and a rollback discards it', async () => {
    const job = newJob()
    const seen: number[] = []
    const jobs = await instance(job, async ({ n }) => void seen.push(n))
    const undone = db.transaction().execute(async (tx) => {
      await jobs.send(job, { n: 1 }, { db: tx })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    let sinceCommit = () => 0
    await db.transaction().execute(async (tx) => {
      await jobs.send(job, { n: 2 }, { db: tx })
      // The job sent later, outside the transaction, has run.
      await jobs.send(job, { n: 3 })
      await until(() => expect(seen).toEqual([3]))
      sinceCommit = undisturbedClock()
    })
    await until(() => expect(seen).toEqual([3, 2]))
    expect(sinceCommit()).toBeLessThan(500)
  })

  test('an invalid payload is refused at once', async () => {
    const job = newJob()
    const jobs = await instance(job, never)
    await expect(jobs.send(job, { n: 'one' as never })).rejects.toThrow()
    await expect(jobs.send(newJob(), { n: 1 })).rejects.toThrow('Nothing runs the job')
    expect(await rowsOf(job)).toEqual([])
  })

  test('a start can be delayed, to a time or by seconds', async () => {
    const job = newJob()
    const ran: number[] = []
    const jobs = await instance(job, async ({ n }) => void ran.push(n))
    await jobs.send(job, { n: 1 }, { startAfter: 100 })
    await jobs.send(job, { n: 2 }, { startAfter: new Date(Date.now() + 200_000) })
    await jobs.send(job, { n: 3 })
    await until(() => expect(ran).toEqual([3]))
    await until(async () => expect(await rowsOf(job)).toHaveLength(2))
    const waits = (await rowsOf(job)).map(({ state, wait }) => [state, Math.round(wait / 10) * 10])
    expect(waits.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      ['waiting', 100],
      ['waiting', 200],
    ])
  })

  test('at most one job with the same key waits; jobs without a key are independent', async () => {
    const job = newJob()
    const jobs = await instance(job, never)
    const later = { startAfter: 100 }
    expect(await jobs.send(job, { n: 1 }, { ...later, singletonKey: 'a' })).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 2 }, { ...later, singletonKey: 'a' })).toBeNull()
    expect(await jobs.send(job, { n: 3 }, { ...later, singletonKey: 'b' })).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 4 }, later)).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 5 }, later)).toEqual(expect.any(String))
  })

  test('no more than its concurrency run at once, and all run', async () => {
    const job = newJob({ concurrency: 2 })
    let now = 0
    let maxSeen = 0
    let done = 0
    const jobs = await instance(job, async () => {
      maxSeen = Math.max(maxSeen, ++now)
      await sleep(20)
      now--
      done++
    })
    const elapsed = undisturbedClock()
    await Promise.all(Array.from({ length: 7 }, (_, n) => jobs.send(job, { n })))
    await until(() => expect(done).toBe(7))
    // Polling alone, once a second for two jobs each, would take three seconds.
    expect(elapsed()).toBeLessThan(2500)
    expect(maxSeen).toBe(2)
  })
})

describe('failing', () => {
  test('a failed job is retried, each time after a longer delay', async () => {
    const job = newJob({ retries: 4, backoffSeconds: 100 })
    const attempts: number[] = []
    const jobs = await instance(job, async (_, { attempt }) => {
      attempts.push(attempt)
      throw new Error('broken')
    })
    await jobs.send(job, { n: 1 })
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      await until(async () => expect((await rowsOf(job))[0]).toMatchObject({ state: 'waiting', attempts: attempt }))
      waits.push((await rowsOf(job))[0]!.wait)
      await sql`update job set run_after = now() where name = ${job.name}`.execute(db)
      await until(() => expect(attempts).toHaveLength(attempt + 1))
    }
    expect(attempts).toEqual([1, 2, 3, 4])
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThan(100 * 2 ** index - 5)
      expect(wait).toBeLessThan(200 * 2 ** index + 5)
    })
  })

  test('a job out of retries is dead, is listed without its payload, and can be retried', async () => {
    const job = newJob({ retries: 0 })
    let broken = true
    const attempts: number[] = []
    const jobs = await instance(job, async (_, { attempt }) => {
      attempts.push(attempt)
      if (broken) throw new Error('could not reach smtp://me:hush@mail.example')
    })
    const id = await jobs.send(job, { n: 42 })
    const dead = async () => (await jobs.listDead()).filter((one) => one.job === job.name)
    await until(async () => expect(await dead()).toHaveLength(1))
    expect(await dead()).toEqual([
      {
        id,
        job: job.name,
        error: 'could not reach smtp://[redacted]@mail.example',
        attempts: 1,
        sentAt: expect.any(Date),
        diedAt: expect.any(Date),
      },
    ])
    expect((await jobs.figures()).find((figure) => figure.job === job.name)).toEqual({ job: job.name, waiting: 0, active: 0, dead: 1 })
    broken = false
    expect(await jobs.retryDead([id!, '00000000-0000-4000-8000-000000000000'])).toBe(1)
    await until(async () => expect(await rowsOf(job)).toEqual([]))
    expect(attempts).toEqual([1, 1])
    expect(await dead()).toEqual([])
  })

  test('a handler can give up', async () => {
    const job = newJob({ retries: 5 })
    const jobs = await instance(job, async () => {
      throw new PermanentJobError('no such address')
    })
    const id = await jobs.send(job, { n: 1 })
    await until(async () => expect(await jobs.listDead()).toContainEqual(expect.objectContaining({ id, error: 'no such address' })))
  })

  test("an error with characters that PostgreSQL can't store is stored without them", async () => {
    const job = newJob({ retries: 0 })
    const jobs = await instance(job, async () => {
      throw new Error(`odd\0 \ud800 ${'x'.repeat(5000)}`)
    })
    await jobs.send(job, { n: 1 })
    await until(async () => expect(await jobs.listDead()).toContainEqual(expect.objectContaining({ job: job.name })))
    const error = (await jobs.listDead()).find((one) => one.job === job.name)!.error
    expect(error).toMatch(/^odd \ufffd x{1900,}$/)
  })

  test('an invalid payload of an older release is given up, not handled', async () => {
    const job = newJob({ retries: 5 })
    let handled = false
    const jobs = await instance(job, async () => void (handled = true))
    const id = await jobs.send(job, { n: 1 }, { startAfter: 100 })
    await sql`update job set payload = '{}', run_after = now() where name = ${job.name}`.execute(db)
    await until(async () => expect(await jobs.listDead()).toContainEqual(expect.objectContaining({ id })))
    expect(handled).toBe(false)
  })

  test('a timeout is a failure, and aborts the handler', async () => {
    const job = newJob({ retries: 0, timeoutSeconds: 1 })
    let reason: unknown
    const jobs = await instance(job, (_, { signal }) => {
      signal.addEventListener('abort', () => (reason = signal.reason))
      return never()
    })
    await jobs.send(job, { n: 1 })
    await until(async () =>
      expect(await jobs.listDead()).toContainEqual(expect.objectContaining({ job: job.name, error: 'took longer than 1 s' })),
    )
    expect(reason).toBeInstanceOf(Error)
  })
})

describe('stopping', () => {
  test('a job that ends soon is completed', async () => {
    const job = newJob()
    let state = 'waits'
    const jobs = await instance(job, async () => {
      state = 'runs'
      await sleep(200)
      state = 'done'
    })
    await jobs.send(job, { n: 1 })
    // Doesn't check its row: a job that is taken but not begun would be handed back.
    await until(() => expect(state).toBe('runs'))
    await jobs.stop()
    expect(state).toBe('done')
    expect(await rowsOf(job)).toEqual([])
  })

  test('a job that reacts to the signal runs again elsewhere, without counting the attempt', async () => {
    const job = newJob({ retries: 0 })
    const attempts: number[] = []
    const work: JobHandler<typeof payload> = async (_, { attempt, signal }) => {
      attempts.push(attempt)
      if (attempts.length > 1) return
      await untilAborted(signal)
    }
    const first = await instance(job, work)
    await first.send(job, { n: 1 })
    await until(() => expect(attempts).toEqual([1]))
    const clock = undisturbedClock()
    await first.stop()
    expect(clock()).toBeLessThan(1000)
    await instance(job, work)
    await until(() => expect(attempts).toEqual([1, 1]))
  })

  test('a job that ignores the signal is handed back within 5 s', async () => {
    const job = newJob()
    let ran = 0
    const jobs = await instance(job, () => (ran++, never()))
    await jobs.send(job, { n: 1 })
    await until(() => expect(ran).toBe(1))
    const clock = undisturbedClock()
    await jobs.stop()
    expect(clock()).toBeLessThan(5000)
    expect(await rowsOf(job)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })
})

describe('heartbeat', () => {
  const silence = (job: TestJob) => sql`update job set heartbeat_at = now() - interval '41 seconds' where name = ${job.name}`.execute(db)

  test('is sent while a job runs, and no other instance takes the job', async () => {
    const job = newJob({ timeoutSeconds: 7200 })
    let runs = 0
    const work: JobHandler<typeof payload> = (_, { signal }) => (runs++, untilAborted(signal))
    await (await instance(job, work, { heartbeatSeconds: 1 })).send(job, { n: 1 })
    await until(() => expect(runs).toBe(1))
    const lastBeat = async () =>
      (await sql<{ at: string }>`select heartbeat_at::text as at from job where name = ${job.name}`.execute(db)).rows[0]!.at
    await instance(job, work, { heartbeatSeconds: 1 })
    for (let beats = 0; beats < 3; beats++) {
      const last = await lastBeat()
      await until(async () => expect(await lastBeat()).not.toBe(last))
    }
    expect(runs).toBe(1)
  })

  test('is missing after a kill: one other instance takes the job, and the attempt counts', async () => {
    const job = newJob({ timeoutSeconds: 7200 })
    const killed = createJobs({ db, log })
    killed.work(job, untilEnded)
    await killed.start()
    await killed.send(job, { n: 1 })
    await until(async () => expect((await rowsOf(job))[0]).toMatchObject({ state: 'active' }))
    // As after kill -9: no heartbeat, and nothing handed back.
    await sql`update job set heartbeat_at = now() - interval '1 hour', run_id = gen_random_uuid() where name = ${job.name}`.execute(db)
    await killed.stop()
    expect(await rowsOf(job)).toMatchObject([{ state: 'active', attempts: 1 }])
    const attempts: number[] = []
    const take: JobHandler<typeof payload> = async (_, { attempt }) => void attempts.push(attempt)
    await Promise.all([instance(job, take, { heartbeatSeconds: 1 }), instance(job, take, { heartbeatSeconds: 1 })])
    await until(() => expect(attempts).toEqual([2]), 8000)
    await until(async () => expect(await rowsOf(job)).toEqual([]))
    await started.at(-1)!.send(job, { n: 2 })
    await until(() => expect(attempts.length).toBeGreaterThan(1))
    expect(attempts).toEqual([2, 1])
  })

  test('is missing at the last attempt: the job is dead', async () => {
    const job = newJob({ retries: 0 })
    const jobs = await instance(job, never, { worker: 'off' })
    const id = await jobs.send(job, { n: 1 })
    await sql`update job set state = 'active', run_id = gen_random_uuid(), attempts = 1 where name = ${job.name}`.execute(db)
    await silence(job)
    await instance(job, never, { heartbeatSeconds: 1 })
    await until(
      async () => expect(await jobs.listDead()).toContainEqual(expect.objectContaining({ id, error: 'the process that ran it ended' })),
      8000,
    )
  })

  test('aborts the run of an instance whose job was taken by another, and its outcome is ignored', async () => {
    const job = newJob()
    let reason: unknown
    let finish = () => undefined as void
    const jobs = await instance(
      job,
      (_, { signal }) => {
        signal.addEventListener('abort', () => (reason = signal.reason))
        return new Promise((resolve) => (finish = resolve))
      },
      { heartbeatSeconds: 1 },
    )
    await jobs.send(job, { n: 1 })
    await until(async () => expect((await rowsOf(job))[0]).toMatchObject({ state: 'active' }))
    await sql`update job set run_id = gen_random_uuid() where name = ${job.name}`.execute(db)
    await until(() => expect(reason).toMatchObject({ name: 'RunLost' }), 4000)
    finish()
    // Waits for running jobs.
    await jobs.stop()
    expect(await rowsOf(job)).toMatchObject([{ state: 'active' }])
  })
})

describe('progress', () => {
  test('is visible only to its owner, during and after the run', async () => {
    const job = newJob()
    let finish = () => undefined as void
    const jobs = await instance(job, async (_, { report }) => {
      report(33.4, 'items:importing')
      await new Promise<void>((resolve) => (finish = resolve))
    })
    const id = (await jobs.send(job, { n: 1 }, { ownerId: 'ann' }))!
    await until(async () =>
      expect(await jobs.findProgress(id, 'ann')).toEqual({ state: 'active', percent: 33, textKey: 'items:importing' }),
    )
    expect(await jobs.findProgress(id, 'bob')).toBeUndefined()
    expect(await jobs.listActive()).toContainEqual({
      id,
      job: job.name,
      attempt: 1,
      startedAt: expect.any(Date),
      percent: 33,
      textKey: 'items:importing',
    })
    finish()
    await until(async () => expect(await jobs.findProgress(id, 'ann')).toMatchObject({ state: 'done', percent: 100 }))
    expect((await sql`select payload from job where id = ${id}`.execute(db)).rows).toEqual([{ payload: {} }])
    await sql`update job set finished_at = now() - interval '25 hours' where id = ${id}`.execute(db)
    await deleteOldJobs(db)
    expect(await jobs.findProgress(id, 'ann')).toBeUndefined()
  })
})

describe('cancelling', () => {
  test('removes a waiting job, only for its owner', async () => {
    const job = newJob()
    const ran: number[] = []
    const jobs = await instance(job, async ({ n }) => void ran.push(n))
    const id = (await jobs.send(job, { n: 1 }, { ownerId: 'ann', startAfter: 1 }))!
    expect(await jobs.cancel(id, 'bob')).toBe(false)
    expect(await jobs.cancel(id, 'ann')).toBe(true)
    expect(await jobs.cancel(id, 'ann')).toBe(false)
    // Due after it.
    await jobs.send(job, { n: 2 }, { startAfter: 1 })
    await until(() => expect(ran).toContain(2))
    expect(ran).toEqual([2])
    expect(await jobs.findProgress(id, 'ann')).toEqual({ state: 'cancelled', percent: null, textKey: null })
  })

  test('aborts a running job, in another process too, without a retry', async () => {
    const job = newJob({ retries: 5 })
    let runs = 0
    await instance(job, (_, { signal }) => (runs++, untilAborted(signal)), { heartbeatSeconds: 1 })
    const web = await instance(job, never, { worker: 'off' })
    const id = (await web.send(job, { n: 1 }))!
    await until(() => expect(runs).toBe(1))
    expect(await web.cancel(id)).toBe(true)
    await until(async () => expect(await rowsOf(job)).toMatchObject([{ state: 'cancelled' }]), 4000)
    expect(runs).toBe(1)
  })
})

test('a long-running kind of job does not delay another', async () => {
  const [slow, quick] = [newJob({ timeoutSeconds: 7200 }), newJob()]
  let done = 0
  const jobs = createJobs({ db: database.connect(), log })
  jobs.work(slow, untilEnded)
  jobs.work(quick, async () => void done++)
  await jobs.start()
  started.push(jobs)
  for (let n = 0; n < 5; n++) await jobs.send(slow, { n })
  for (let n = 0; n < 5; n++) await jobs.send(quick, { n })
  await until(() => expect(done).toBe(5))
})

test('a database outage ends nothing, and work continues by itself afterwards', async () => {
  const job = newJob({ concurrency: 2 })
  const done: number[] = []
  let finish = () => {}
  const isAway = new Promise<void>((resolve) => (finish = resolve))
  const jobs = await instance(job, async ({ n }) => {
    await isAway
    done.push(n)
  })
  await jobs.send(job, { n: 1 })
  await until(async () => expect((await rowsOf(job))[0]).toMatchObject({ state: 'active' }))
  await database.shut()
  finish()
  await expect(jobs.send(job, { n: 2 })).rejects.toThrow()
  await until(() => expect(done).toEqual([1]))
  await sleep(1500)
  await database.open()
  await until(async () => expect(await rowsOf(job)).toEqual([]), 5000)
  await jobs.send(job, { n: 3 })
  await until(() => expect(done).toEqual([1, 3]))
})

test('stopping takes no longer during a database outage', async () => {
  const job = newJob()
  const jobs = await instance(job, never)
  await jobs.send(job, { n: 1 })
  await until(async () => expect((await rowsOf(job))[0]).toMatchObject({ state: 'active' }))
  await database.shut()
  const clock = undisturbedClock()
  await jobs.stop()
  expect(clock()).toBeLessThan(5000)
  await database.open()
})

test('after the clock was set back a day, earlier jobs run, also of dead instances, and delayed ones wait no longer', async () => {
  const job = newJob()
  const web = await instance(job, never, { worker: 'off' })
  await web.send(job, { n: 1 })
  await web.send(job, { n: 2 })
  await web.send(job, { n: 3 }, { startAfter: 100 })
  await sql`update job set created_at = created_at + interval '1 day', run_after = run_after + interval '1 day' where name = ${job.name}`.execute(
    db,
  )
  await sql`
    update job set state = 'active', run_id = gen_random_uuid(), heartbeat_at = now() + interval '1 day'
    where name = ${job.name} and payload ->> 'n' = '2'`.execute(db)
  const ran: number[] = []
  await instance(job, async ({ n }) => void ran.push(n), { worker: 'only', heartbeatSeconds: 1 })
  await until(() => expect(ran.toSorted((a, b) => a - b)).toEqual([1, 2]), 10_000)
  await until(async () => expect((await rowsOf(job)).map(({ wait }) => Math.round(wait / 100))).toEqual([1]))
})

test('configuration errors are reported', async () => {
  const job = newJob()
  const jobs = await instance(job, never)
  expect(() => jobs.work(newJob(), never)).toThrow('after the start')
  const idle = createJobs({ db, log })
  idle.work(job, never)
  expect(() => idle.work(job, never)).toThrow('Two handlers')
})
