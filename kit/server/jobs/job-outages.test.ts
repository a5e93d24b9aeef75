import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createJobInstances } from '#test/job-instances.ts'

const { database, db, newJob, instance, sleep, until, rowsOf, never } = await createJobInstances()

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
  const clock = measureUndisturbedMs()
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
