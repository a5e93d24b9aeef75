import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeChannel, makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { searchContract as contract } from '../contract.ts'
import { deleteOldTermResults } from './queries/followed-terms.ts'
import { notifySearchers } from './notify-searchers.ts'
import { searchFollowers } from '#test/followed-searches.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const { follower, told, texts, newCounts } = searchFollowers(server)
const owner = await createUser(server)

test('a thousand videos are one notification, and new_count stops at 99', async () => {
  const ann = await follower('kowari')
  await makeFilledChannel(
    db,
    owner.client,
    Array.from({ length: 1000 }, (_, index) => `Kowari ${index}`),
    { name: 'Many' },
  )
  await told()
  expect(await texts(ann)).toEqual(['1,000 new results for “kowari”'])
  expect(await newCounts(ann)).toEqual({ kowari: 99 })
})

test('concurrent jobs notify once; a failed or late job loses nothing', async () => {
  const followers = await Promise.all(Array.from({ length: 12 }, () => follower('pademelon')))
  await makeFilledChannel(db, owner.client, ['Pademelon one', 'Pademelon two'], { name: 'Film' })
  await updateSearchIndex(db)
  await sql`update followed_term set due_at = now() where due_at is not null`.execute(db)
  const listDue = async () => (await sql`select from followed_term where due_at is not null`.execute(db)).rows.length
  const run = () => notifySearchers(db, new AbortController().signal)
  // Makes the transaction fail. The transaction is rolled back, and retried later.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refuse before insert on notification for each row execute function refuse()`.execute(db)
  await run()
  await sql`drop trigger refuse on notification`.execute(db)
  expect([await listDue(), await texts(followers[0]!)]).toEqual([1, []])
  await sql`update followed_term set due_at = now() where due_at is not null`.execute(db)
  await Promise.all([run(), run(), run()])
  await run()
  for (const person of followers) expect(await texts(person)).toEqual(['2 new results for “pademelon”'])
  expect(await listDue()).toBe(0)
})

test('the job starts by itself, a few seconds after a find', async () => {
  const ann = await follower('bettong')
  await makeChannel(owner.client, { name: 'Bettong' })
  await updateSearchIndex(db)
  await expect.poll(() => texts(ann), { timeout: 30_000, interval: 500 }).toEqual(['1 new result for “bettong”'])
}, 40_000)

test('terms without followers, old finds and the oldest news of a search are deleted', async () => {
  const ann = await follower('woylie')
  const other = await follower('wallaroo')
  await makeFilledChannel(
    db,
    owner.client,
    Array.from({ length: 1002 }, (_, index) => `Woylie ${index}`),
    { name: 'Many' },
  )
  await told()
  await makeChannel(owner.client, { name: 'Woylie' })
  await told()
  await other.client(contract.deleteSearch, { params: { id: other.search } })
  await sql`update search_find set found_at = found_at - interval '31 days' where term = 'woylie'`.execute(db)
  await deleteOldTermResults(db)
  const { rows } = await sql`
    select (select count(*)::int from search_find where term = 'woylie') as finds, (select count(*)::int from search_news where search_id = ${ann.search}) as news,
      (select array_agg(distinct term) from followed_term where term in ('woylie', 'wallaroo')) as terms,
      (select count(*)::int from followed_spelling where term = 'wallaroo') as spellings`.execute(db)
  expect(rows).toEqual([{ finds: 0, news: 1000, terms: ['woylie'], spellings: 0 }])
})

test('a search whose followers cannot be notified does not delay the others', async () => {
  const [ann, bob] = [await follower('aardwolf'), await follower('zorilla')]
  await makeChannel(owner.client, { name: 'Aardwolf and zorilla' })
  await updateSearchIndex(db)
  await sql`create function refuse_aardwolf() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(db)
  await sql`create trigger refused before update on search_history for each row when (new.followed_term = 'aardwolf') execute function refuse_aardwolf()`.execute(
    db,
  )
  const warned: object[] = []
  await sql`update followed_term set due_at = now() where due_at is not null`.execute(db)
  await notifySearchers(db, new AbortController().signal, { warn: (details: object) => void warned.push(details) })
  await sql`drop trigger refused on search_history`.execute(db)
  // Logs contain no searched words.
  expect(warned.map((details) => Object.keys(details))).toEqual([['err']])
  expect([await newCounts(ann), await newCounts(bob)]).toEqual([{ aardwolf: 0 }, { zorilla: 1 }])
  await told()
  expect(await newCounts(ann)).toEqual({ aardwolf: 1 })
})
