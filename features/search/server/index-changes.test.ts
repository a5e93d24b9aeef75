import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Log } from '#kit/server/log.ts'
import { makeChannel, makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { searchContract as contract, type SearchPage } from '../contract.ts'
import { indexChanges, prepareDocuments } from './index-changes.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, bulkDb, guest } = server
const ann = await createUser(server)

const count = async (keyword: string) => ((await guest(contract.search, { query: { keyword, category: 'videos' } })) as SearchPage).count
const countWaiting = async () =>
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
  const titles = Array.from({ length: 250 }, (_, index) => (index === 117 ? 'Ibis with poison' : `Ibis ${index}`))
  const { videoIds } = await makeFilledChannel(db, ann.client, titles)
  const log = { warn: vi.fn<Log['warn']>() }
  await indexChanges(db, { log })
  expect(await count('ibis')).toBe(249)
  expect(await countWaiting()).toEqual([{ key: videoIds[117], failures: 1, is_due: false }])
  await sql`update search_change set due_at = now()`.execute(db)
  await indexChanges(db, { log })
  expect(await countWaiting()).toEqual([{ key: videoIds[117], failures: 2, is_due: false }])
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(log.warn.mock.calls[0]![0]).toMatchObject({ subject: 'video', key: videoIds[117] })
  await ann.client(channelsContract.updateVideo, { params: { id: videoIds[117]! }, body: { title: 'Ibis at last' } })
  await sql`update search_change set due_at = now()`.execute(db)
  await updateSearchIndex(db)
  expect([await count('ibis'), await countWaiting()]).toEqual([250, []])
  await sql`drop trigger poison on search_document`.execute(bulkDb)
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
  expect((await countWaiting()).map(({ key }) => key)).toEqual(expect.arrayContaining(videoIds))
  await updateSearchIndex(db)
  expect(await count('avocet')).toBe(2)
})

test('a change that is queued again while it waits is not written before its transaction has ended', async () => {
  const { id } = await makeChannel(ann.client, { name: 'Pangolin' })
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await updateSearchIndex(db)
  await sql`insert into search_change (subject, key) values ('playlist', ${String(key)})`.execute(db)
  let running: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`update playlist set status_id = 1, public_since = null where id = ${id}`.execute(tx)
    running = indexChanges(db)
    await Promise.race([running, sleep(500)])
  })
  await running
  await updateSearchIndex(db)
  const rows = async () =>
    (await sql<{ scope: string | null }>`select scope from search_document where subject = 'playlist' and key = ${String(key)}`.execute(db))
      .rows
  expect(await rows()).toEqual([{ scope: null }])
})

test('a thing that is deleted while it is being written leaves no document', async () => {
  const { id } = await makeChannel(ann.client, { name: 'Okapi' })
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`delete from playlist where id = ${id}`.execute(db)
  expect((await sql`select from search_change where subject = 'playlist' and key = ${String(key)}`.execute(db)).rows).toHaveLength(1)
  // Writes the document of an earlier state, like a job that read the thing before the change.
  await sql`insert into search_document (subject, key, name, name_tokens, tag_tokens, tokens, popularity, added_at, published_at, quality)
    values ('playlist', ${String(key)}, 'okapi', '{okapi}', '{}', '{okapi}', 0, now(), now(), 0)`.execute(db)
  await updateSearchIndex(db)
  expect((await sql`select from search_document where subject = 'playlist' and key = ${String(key)}`.execute(db)).rows).toEqual([])
})

test('a deletion waits for the job that writes the thing, without a deadlock', async () => {
  const { id } = await makeChannel(ann.client, { name: 'Dugong' })
  await updateSearchIndex(db)
  await sql`update playlist set name = 'Dugong again' where id = ${id}`.execute(db)
  const both = await bulkDb.transaction().execute(async (tx) => {
    await sql`lock table search_vocabulary in exclusive mode`.execute(tx)
    const run = indexChanges(db)
    await expect.poll(() => isBlocked('search_vocabulary')).toBe(true)
    const deletion = sql`delete from playlist where id = ${id}`.execute(db)
    await expect.poll(() => isBlocked('delete from playlist')).toBe(true)
    return { both: Promise.all([run, deletion]) }
  })
  await both.both
  await updateSearchIndex(db)
  expect((await sql`select from search_document where name like 'dugong%'`.execute(db)).rows).toEqual([])
})

test('requests get a turn while a large batch is prepared', async () => {
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const at = new Date('2026-01-02T03:04:05Z')
  const sources = Array.from({ length: 200 }, (_, number) => ({
    subject: 'video' as const,
    key: `video-${number}`,
    playlist_key: 1,
    owner_id: 'owner',
    scope: 'public' as const,
    name: `Night trains ${number}`,
    tags: [],
    description: '',
    popularity: 0,
    added_at: at,
    published_at: at,
  }))
  const { documents, words } = await prepareDocuments(sources)
  isOver = true
  expect(documents).toHaveLength(200)
  expect(words.find(({ word }) => word === 'night')).toMatchObject({ uses: 200 })
  expect(rounds).toBeGreaterThanOrEqual(20)
})
