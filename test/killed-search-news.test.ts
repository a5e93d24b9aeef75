// @module-tag slow
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchContract } from '#features/search/contract.ts'
import { notifySearchersJob } from '#features/search/server/job-kinds.ts'
import { makeChannel } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'
import { updateSearchIndex } from './search.ts'

const { db, start } = await createServerProcesses()
const followers = 250

const sendJobs = (count: number) =>
  sql`insert into job (name, payload, max_attempts) select ${notifySearchersJob.name}, '{}', 1 from generate_series(1, ${count}::integer)`.execute(
    db,
  )
/** Counts transactions that wait to write notifications. */
const countWaiting = async () =>
  (await sql`select pid from pg_locks where relation = 'notification'::regclass and not granted`.execute(db)).rows.length
const countUnnotified = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from search_history join followed_term on followed_term = followed_term.term where told_to < last_find`.execute(
    db,
  )
  return rows[0]!.count
}

test('after a process is killed while it notifies 250 followers of a search, two others notify each once', async () => {
  const server = await start('one', { RATE_LIMITS: 'off' })
  const ids: string[] = []
  for (let index = 0; index < followers; index++) {
    const { id: userId, client } = await createUser({ db, clientFor: server.clientFor })
    const { id } = await client(searchContract.saveSearch, { body: { search: index % 2 ? 'Tamandua' : 'tamandua' } })
    await client(searchContract.followSearch, { params: { id } })
    ids.push(userId)
  }
  const owner = await createUser({ db, clientFor: server.clientFor })
  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // Locks the notifications, so that stored news can't be written as notifications yet.
    await sql`lock table notification in share mode`.execute(tx)
    await makeChannel(owner.client, { name: 'Tamandua' })
    await makeChannel(owner.client, { name: 'Tamandua again' })
    await updateSearchIndex(db)
    await expect.poll(countWaiting, { timeout: 60_000 }).toBe(1)
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
  })
  expect(await countUnnotified()).toBe(followers)
  await Promise.all(['two', 'three'].map((name) => start(name)))
  await expect
    .poll(async () => (await countUnnotified()) && (await sendJobs(4), await countUnnotified()), { timeout: 60_000, interval: 500 })
    .toBe(0)
  const { rows } = await sql<{ count: number; bundles: number }>`
    select count, count(*)::integer as bundles from notification where account_id = any(${ids}) group by count`.execute(db)
  expect(rows).toEqual([{ count: 2, bundles: followers }])
}, 240_000)
