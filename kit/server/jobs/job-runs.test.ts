import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { type JobHandler } from './job.ts'
import { deleteOldJobs } from './job-store.ts'
import { createJobs } from './jobs.ts'
import { createJobInstances, type TestJob } from '#test/job-instances.ts'

const { db, log, started, payload, newJob, instance, sleep, until, rowsOf, never, untilAborted, untilEnded } = await createJobInstances()

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
    // Waits for the handler instead of the job's row: a job that is taken but not begun would be handed back.
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
    const clock = measureUndisturbedMs()
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
    const clock = measureUndisturbedMs()
    await jobs.stop()
    expect(clock()).toBeLessThan(5000)
    expect(await rowsOf(job)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })
})

describe('a heartbeat', () => {
  const stopHeartbeat = (job: TestJob) =>
    sql`update job set heartbeat_at = now() - interval '41 seconds' where name = ${job.name}`.execute(db)

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
    // The state after kill -9: no heartbeats, and the job isn't handed back.
    await sql`update job set heartbeat_at = now() - interval '1 hour', run_id = gen_random_uuid() where name = ${job.name}`.execute(db)
    await killed.stop()
    expect(await rowsOf(job)).toMatchObject([{ state: 'active', attempts: 1 }])
    const attempts: number[] = []
    const recordAttempt: JobHandler<typeof payload> = async (_, { attempt }) => void attempts.push(attempt)
    await Promise.all([instance(job, recordAttempt, { heartbeatSeconds: 1 }), instance(job, recordAttempt, { heartbeatSeconds: 1 })])
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
    await stopHeartbeat(job)
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
    await until(() => expect(reason).toMatchObject({ name: 'LostRunError' }), 4000)
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
    // This job becomes due after the cancelled job.
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
