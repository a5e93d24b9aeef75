// @module-tag slow
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchingContract } from '#features/watching/contract.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const channels = 3
const viewers = 12

const sendJob = () => sql`insert into job (name, payload, max_attempts) values ('watching-counting', '{}', 1)`.execute(db)
const countRunning = async () =>
  (await sql`select pid from pg_locks where relation = 'channel_view_count'::regclass and not granted`.execute(db)).rows.length
const readFigures = async () =>
  (
    await sql<{ views: number; unique_views: number; videos: number; waiting: number }>`
      select (select sum(views) from channel_view_count)::int as views, (select sum(unique_views) from channel_view_total)::int as unique_views,
        (select sum(views) from item_view_count)::int as videos, (select count(*) from view_to_count)::int as waiting`.execute(db)
  ).rows[0]!

test('servers killed while they count, and while views arrive, neither lose nor repeat views', async () => {
  const [first, second] = await Promise.all(['one', 'two'].map((name) => start(name, { RATE_LIMITS: 'off' })))
  const owner = await createUser({ db, clientFor: first!.clientFor })
  const videos: string[] = []
  for (let index = 0; index < channels; index++) videos.push((await makeFilledChannel(db, owner.client, ['A'])).videoIds[0]!)
  const people = await Promise.all(Array.from({ length: viewers }, () => createUser({ db, clientFor: first!.clientFor })))
  /** Repeats a view until a server acknowledges it. */
  const view = async (token: string, video: string, servers: readonly (typeof first)[]) => {
    for (const server of servers)
      try {
        return await server!.clientFor({ token })(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: video } })
      } catch {
        // Ignored: if one server was killed, the other one gets the repeated view.
      }
    throw new Error('no server took the view')
  }
  const viewAll = (some: typeof people, servers: readonly (typeof first)[]) =>
    Promise.all(some.flatMap(({ token }) => videos.map((video) => view(token, video, servers))))

  await viewAll(people.slice(0, 4), [first, second])
  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table channel_view_count`.execute(tx)
    await sendJob()
    await expect.poll(countRunning, { timeout: 60_000 }).toBeGreaterThan(0)
    const viewed = viewAll(people.slice(4, 8), [second, first])
    second!.child.kill('SIGKILL')
    await Promise.all([once(second!.child, 'exit'), viewed])
    first!.child.kill('SIGKILL')
    await once(first!.child, 'exit')
  })
  const others = await Promise.all(['three', 'four'].map((name) => start(name, { RATE_LIMITS: 'off' })))
  await viewAll(people.slice(8), others)
  // Some viewers whose view was acknowledged repeat it within 30 minutes.
  await viewAll(people.slice(0, 6), others)
  await expect.poll(async () => (await sendJob(), (await readFigures()).waiting), { timeout: 120_000, interval: 2000 }).toBe(0)
  const total = channels * viewers
  expect(await readFigures()).toEqual({ views: total, unique_views: total, videos: total, waiting: 0 })
}, 240_000)
