// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchingContract } from '#features/watching/contract.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const instances = await Promise.all(['one', 'two'].map((name) => start(name, { RATE_LIMITS: 'off' })))
const [one] = instances as [(typeof instances)[0]]
const owner = await createUser({ db, clientFor: one.clientFor })

const readFigures = async () =>
  (
    await sql<{ runs: number; views: number; unique_views: number; shown: number }>`
      select (select count(*)::int from job where name = 'watching-counting') as runs,
        (select coalesce(sum(views), 0)::int from channel_view_count) as views,
        (select coalesce(sum(unique_views), 0)::int from channel_view_total) as unique_views,
        (select sum(views)::int from playlist) as shown`.execute(db)
  ).rows[0]!

test('views at both processes are counted within seconds, once each, and by few counts', async () => {
  const { videoIds } = await makeFilledChannel(db, owner.client, ['A', 'B'])
  const people = await Promise.all(Array.from({ length: 30 }, () => createUser({ db, clientFor: one.clientFor })))
  const view = (token: string, viewable_id: string, index: number) =>
    instances[index % 2]!.clientFor({ token })(watchingContract.createView, { body: { viewable_type: 'video', viewable_id } })
  // Each user views both videos, one at each process, and the first one again at the other process.
  const begun = Date.now()
  await Promise.all(
    people.flatMap(({ token }, index) => [
      view(token, videoIds[0]!, index),
      view(token, videoIds[1]!, index + 1),
      view(token, videoIds[0]!, index + 1),
    ]),
  )
  const counted = { views: people.length, unique_views: people.length, shown: people.length }
  await expect.poll(readFigures, { timeout: 30_000, interval: 250 }).toMatchObject(counted)
  const took = (Date.now() - begun) / 1000
  // Each process starts a count after a second, and then one in five seconds; the schedule starts one a minute.
  expect((await readFigures()).runs).toBeLessThanOrEqual(instances.length * (1 + Math.ceil(took / 5)) + 1 + Math.ceil(took / 60))
  expect((await sql`select from view_to_count`.execute(db)).rows).toEqual([])
}, 60_000)
