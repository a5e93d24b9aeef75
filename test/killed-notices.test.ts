// @module-tag slow
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { socialContract } from '#features/social/contract.ts'
import { notifyOwnersJob } from '#features/social/server/new-followers.ts'
import { makeChannel } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const owners = 50
const followers = 40

const countWaiting = async () => (await db.selectFrom('follow_to_tell').select('event_id').execute()).length
const sendJobs = (count: number) =>
  sql`insert into job (name, payload, max_attempts) select ${notifyOwnersJob.name}, '{}', 1 from generate_series(1, ${count}::integer)`.execute(
    db,
  )
/** Counts transactions that wait to write notifications. */
const countWaitingTransactions = async () =>
  (await sql`select pid from pg_locks where relation = 'notification'::regclass and not granted`.execute(db)).rows.length

test('two processes notify of 2,000 follows of 50 channels; after one is killed, each owner is notified once of all', async () => {
  const [first, second] = await Promise.all(['one', 'two'].map((name) => start(name, { RATE_LIMITS: 'off' })))
  const both = [first!, second!]
  const channels: string[] = []
  const notified: string[] = []
  for (let i = 0; i < owners; i++) {
    const owner = await createUser({ db, clientFor: first!.clientFor })
    notified.push(owner.id)
    channels.push((await makeChannel(owner.client)).id)
  }
  const people: { token: string }[] = []
  for (let i = 0; i < followers; i++) people.push(await createUser({ db, clientFor: first!.clientFor }))
  /** Makes every user follow all channels, alternating between the processes. */
  const followAll = (users: readonly { token: string }[], servers: typeof both) =>
    Promise.all(
      users.map(async ({ token }, nth) => {
        for (const [index, id] of channels.entries())
          await servers[(nth + index) % servers.length]!.clientFor({ token })(socialContract.follow, {
            body: { following_type: 'playlist', following_id: id },
          })
      }),
    )

  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // Locks the notifications, so that claimed rows can't be written as notifications yet.
    await sql`lock table notification in share mode`.execute(tx)
    await followAll(people.slice(0, 30), both)
    await sendJobs(4)
    await expect.poll(countWaitingTransactions, { timeout: 60_000 }).toBe(2)
    second!.child.kill('SIGKILL')
    await once(second!.child, 'exit')
  })
  await followAll(people.slice(30), [first!])
  await expect
    .poll(async () => (await countWaiting()) && (await sendJobs(1), await countWaiting()), { timeout: 60_000, interval: 500 })
    .toBe(0)

  const { rows } = await sql<{ rows: number; count: number; named: number }>`
    select count(*)::integer as rows, sum(count)::integer as count, max(cardinality(actor_ids)) as named from notification
    where account_id = any(${notified}) group by account_id`.execute(db)
  expect(rows).toEqual(Array.from({ length: owners }, () => ({ rows: 1, count: followers, named: followers })))
  const counts = await db
    .selectFrom('playlist_count')
    .innerJoin('playlist', 'playlist.key', 'playlist_key')
    .select('followers')
    .where('playlist.id', 'in', channels)
    .execute()
  expect(counts).toEqual(Array.from({ length: owners }, () => ({ followers })))
}, 240_000)
