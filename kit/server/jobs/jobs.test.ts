import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { PermanentJobError } from './job.ts'
import { createJobs } from './jobs.ts'
import { createJobInstances } from '#test/job-instances.ts'

const { database, db, log, started, newJob, instance, sleep, until, rowsOf, never, untilEnded } = await createJobInstances()

describe('sending', () => {
  test('a job starts at once, gets its payload, and leaves nothing behind', async () => {
    const job = newJob()
    const log: unknown[] = []
    const jobs = await instance(job, async (given, { id, attempt }) => void log.push({ given, id, attempt }))
    const elapsed = measureUndisturbedMs()
    const id = await jobs.send(job, { n: 1 })
    await until(() => expect(log).toEqual([{ given: { n: 1 }, id, attempt: 1 }]))
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
    const log: number[] = []
    const jobs = await instance(job, async ({ n }) => void log.push(n))
    const undone = db.transaction().execute(async (tx) => {
      await jobs.send(job, { n: 1 }, { db: tx })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    let sinceCommit = () => 0
    await db.transaction().execute(async (tx) => {
      await jobs.send(job, { n: 2 }, { db: tx })
      // This job is sent last and outside the transaction, but runs first.
      await jobs.send(job, { n: 3 })
      await until(() => expect(log).toEqual([3]))
      sinceCommit = measureUndisturbedMs()
    })
    await until(() => expect(log).toEqual([3, 2]))
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
    const delay = { startAfter: 100 }
    expect(await jobs.send(job, { n: 1 }, { ...delay, singletonKey: 'a' })).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 2 }, { ...delay, singletonKey: 'a' })).toBeNull()
    expect(await jobs.send(job, { n: 3 }, { ...delay, singletonKey: 'b' })).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 4 }, delay)).toEqual(expect.any(String))
    expect(await jobs.send(job, { n: 5 }, delay)).toEqual(expect.any(String))
  })

  test('no more than its concurrency run at once, and all run', async () => {
    const job = newJob({ concurrency: 2 })
    let now = 0
    let maxSeen = 0
    let runCount = 0
    const jobs = await instance(job, async () => {
      maxSeen = Math.max(maxSeen, ++now)
      await sleep(20)
      now--
      runCount++
    })
    const elapsed = measureUndisturbedMs()
    await Promise.all(Array.from({ length: 7 }, (_, n) => jobs.send(job, { n })))
    await until(() => expect(runCount).toBe(7))
    // With polling alone, once a second for two jobs at a time, this would take three seconds.
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
    const listDead = async () => (await jobs.listDead()).filter((item) => item.job === job.name)
    await until(async () => expect(await listDead()).toHaveLength(1))
    expect(await listDead()).toEqual([
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
    expect(await listDead()).toEqual([])
  })

  test('a handler can fail a job permanently', async () => {
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
    const error = (await jobs.listDead()).find((item) => item.job === job.name)!.error
    expect(error).toMatch(/^odd \ufffd x{1900,}$/)
  })

  test('an invalid payload of an older release fails permanently, without the handler', async () => {
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

test('a long-running kind of job does not delay another', async () => {
  const [slow, quick] = [newJob({ timeoutSeconds: 7200 }), newJob()]
  let runCount = 0
  const jobs = createJobs({ db: database.connect(), log })
  jobs.work(slow, untilEnded)
  jobs.work(quick, async () => void runCount++)
  await jobs.start()
  started.push(jobs)
  for (let n = 0; n < 5; n++) await jobs.send(slow, { n })
  for (let n = 0; n < 5; n++) await jobs.send(quick, { n })
  await until(() => expect(runCount).toBe(5))
})

test('configuration errors are reported', async () => {
  const job = newJob()
  const jobs = await instance(job, never)
  expect(() => jobs.work(newJob(), never)).toThrow('after the start')
  const idle = createJobs({ db, log })
  idle.work(job, never)
  expect(() => idle.work(job, never)).toThrow('Two handlers')
})
