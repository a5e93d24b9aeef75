import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Log } from '#kit/server/log.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { indexed } from '#test/search.ts'
import { serve } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { searchContract as contract, type SearchPage } from '../contract.ts'
import { indexChanges } from './index-changes.ts'

const server = await serve({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, bulkDb, guest } = server
const ann = await person(server)

const count = async (keyword: string) => ((await guest(contract.search, { query: { keyword, category: 'videos' } })) as SearchPage).count
const waiting = async () =>
  (
    await sql<{
      key: string
      failures: number
      is_due: boolean
    }>`select key, failures, due_at <= now() as is_due from search_change`.execute(db)
  ).rows
const isBlocked = async (relation: string) =>
  (
    await sql<{ blocked: number }>`select count(*)::integer as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${relation}%`}`.execute(db)
  ).rows[0]!.blocked > 0

test('a thing that can’t be indexed waits, while all others are indexed; it is logged once', async () => {
  await sql`create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.name like '%poison%' then raise exception 'poison'; end if;
      return new;
    end $$`.execute(bulkDb)
  await sql`create trigger poison before insert on search_document for each row execute function refuse_poison()`.execute(bulkDb)
  const titles = Array.from({ length: 250 }, (_, at) => (at === 117 ? 'Ibis with poison' : `Ibis ${at}`))
  const { videoIds } = await makeFilledChannel(db, ann.client, titles)
  const log = { warn: vi.fn<Log['warn']>() }
  await indexChanges(db, { log })
  expect(await count('ibis')).toBe(249)
  expect(await waiting()).toEqual([{ key: videoIds[117], failures: 1, is_due: false }])
  await sql`update search_change set due_at = now()`.execute(db)
  await indexChanges(db, { log })
  expect(await waiting()).toEqual([{ key: videoIds[117], failures: 2, is_due: false }])
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(log.warn.mock.calls[0]![0]).toMatchObject({ subject: 'video', key: videoIds[117] })
  await ann.client(channelsContract.updateVideo, { params: { id: videoIds[117]! }, body: { title: 'Ibis at last' } })
  await sql`update search_change set due_at = now()`.execute(db)
  await indexed(db)
  expect([await count('ibis'), await waiting()]).toEqual([250, []])
  await sql`drop trigger poison on search_document`.execute(bulkDb)
})

test('a deadlock with a deletion delays the batch only', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Egret one', 'Egret two', 'Egret three'])
  await indexed(db)
  const [gone, changed] = videoIds
  await sql`update video set title = title || ' again' where id = any (${videoIds.slice(0, 2)})`.execute(db)
  const log = { warn: vi.fn<Log['warn']>() }
  const job = await bulkDb.transaction().execute(async (tx) => {
    await sql`delete from video where id = ${gone}`.execute(tx)
    const run = indexChanges(db, { log })
    await expect.poll(() => isBlocked('delete from search_document')).toBe(true)
    // Waits for the job, which waits for the deleted document: the job waited first, so it is the one that PostgreSQL ends.
    await sql`update video set title = 'Egret changed' where id = ${changed}`.execute(tx)
    return { run }
  })
  await job.run
  await indexed(db)
  expect([await count('egret'), await count('egret changed'), await waiting()]).toEqual([2, 1, []])
  expect(log.warn).not.toHaveBeenCalled()
})

test('a connection that ends within a batch loses no change', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Avocet one', 'Avocet two'])
  await bulkDb.transaction().execute(async (tx) => {
    await sql`lock table search_vocabulary in exclusive mode`.execute(tx)
    const stop = new AbortController()
    const run = indexChanges(db, { signal: stop.signal }).catch((error: unknown) => error)
    await expect.poll(() => isBlocked('search_vocabulary')).toBe(true)
    stop.abort()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%search_vocabulary%'`.execute(tx)
    expect(await run).toBeInstanceOf(Error)
  })
  expect((await waiting()).map(({ key }) => key)).toEqual(expect.arrayContaining(videoIds))
  await indexed(db)
  expect(await count('avocet')).toBe(2)
})
