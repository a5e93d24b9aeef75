import * as z from 'zod/mini'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { createLog } from '../log.ts'
import { defineJob } from './job.ts'
import { pauseJobs, resumeJobs } from './job-store.ts'
import { createJobs } from './jobs.ts'

const database = await createFreshDatabase()
const job = defineJob('pausing', z.object({ n: z.number() }))

test('pausing applies to all processes and survives restarts; a schedule leaves one waiting job', async () => {
  const db = database.connect()
  const ran: string[] = []
  const instance = async (name: string) => {
    const jobs = createJobs({ db, log: createLog({ level: 'silent' }) })
    jobs.work(job, async ({ n }) => void ran.push(`${name} ${n}`))
    await jobs.start()
    onTestFinished(() => jobs.stop())
    return jobs
  }
  const first = await instance('first')
  await pauseJobs(db, job.name)
  expect(await pauseJobs(db, job.name)).toBe(false)
  await first.send(job, { n: 1 })
  await first.stop()
  const second = await instance('second')
  await second.send(job, { n: 2 })
  await second.send(job, { n: 3 }, { singletonKey: 'schedule' })
  expect(await second.send(job, { n: 4 }, { singletonKey: 'schedule' })).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(ran).toEqual([])
  expect(await resumeJobs(db, job.name)).toBe(true)
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['second 1', 'second 2', 'second 3']), { timeout: 20_000 })
  expect(await resumeJobs(db, job.name)).toBe(false)
})
