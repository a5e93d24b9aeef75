// @module-tag slow
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchContract, type SearchPage } from '#features/search/contract.ts'
import { recoverJobs } from '#kit/server/jobs/job-store.ts'
import { makeFilledChannel } from './channels.ts'
import { holdStatements } from './blocked-statements.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const heldStatements = await holdStatements(db)
const countPending = async () => (await sql`select from search_change`.execute(db)).rows.length

test('after a process is killed while it writes the search index, another indexes each thing once', async () => {
  const server = await start('one', { RATE_LIMITS: 'off' })
  const owner = await createUser({ db, clientFor: server.clientFor })
  await expect.poll(countPending, { timeout: 60_000 }).toBe(0)
  const release = await heldStatements.before('insert on search_vocabulary for each row')
  await heldStatements.during(async (untilBlocked) => {
    await makeFilledChannel(
      db,
      owner.client,
      Array.from({ length: 300 }, (_, index) => `Dotterel ${index}`),
    )
    await untilBlocked()
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
  })
  await release()
  expect(await countPending()).toBeGreaterThan(0)
  await sql`update job set heartbeat_at = now() - interval '1 hour' where state = 'active'`.execute(db)
  await recoverJobs(db, 60)
  const secondServer = await start('two', { RATE_LIMITS: 'off' })
  await expect.poll(countPending, { timeout: 90_000, interval: 500 }).toBe(0)
  const result = (await secondServer.guest(searchContract.search, { query: { keyword: 'dotterel', category: 'videos' } })) as SearchPage
  expect(result.count).toBe(300)
  const { rows } = await sql`select from search_document where name like 'dotterel %'`.execute(db)
  expect(rows).toHaveLength(300)
}, 240_000)
