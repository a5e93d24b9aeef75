import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFilledChannel } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { matchTerms } from './followed-words.ts'
import { indexChanges } from './index-changes.ts'
import { listSpellings } from './queries/followed-terms.ts'
import { notifySearchers } from './notify-searchers.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, bulkDb } = server
const owner = await createUser(server)

const run = async () => {
  await sql`update followed_term set due_at = now() where due_at is not null`.execute(db)
  await notifySearchers(db, new AbortController().signal)
}
const readCounts = async () => {
  const { rows } = await sql<{ news: number; bundles: number; told: number }>`
    select (select count(*)::int from search_news) as news, count(*)::int as bundles, coalesce(sum(count), 0)::int as told
    from notification where kind = 'search_match'`.execute(db)
  return rows[0]!
}

/** Inserts users who follow searches. @param search SQL on `i`: the words of the search, the rarest first */
const fillFollowers = async (from: number, to: number, search: string) => {
  await sql`
    insert into account (id, email, password_hash) select lpad(i::text, 11, '0'), 'fan' || i || '@example.com', 'none' from generate_series(${from}::int, ${to}::int) i`.execute(
    bulkDb,
  )
  await sql`insert into followed_term (term) select distinct ${sql.raw(search)} from generate_series(${from}::int, ${to}::int) i on conflict do nothing`.execute(
    bulkDb,
  )
  await sql`
    insert into followed_spelling (word, term, words) select words[1], term, words
    from (select term, string_to_array(term, ' ') as words from followed_term) as each on conflict do nothing`.execute(bulkDb)
  await sql`
    insert into search_history (account_id, search, term, followed_term) select lpad(i::text, 11, '0'), ${sql.raw(search)}, ${sql.raw(search)}, ${sql.raw(search)}
    from generate_series(${from}::int, ${to}::int) i`.execute(bulkDb)
}

test('a thing is compared only with searches for its rarest words, among 10,000 followed ones', { tags: ['slow'] }, async () => {
  await fillFollowers(1, 10_000, "'word' || i || ' film'")
  await sql`analyze`.execute(db)
  const titles = Array.from({ length: 1000 }, (_, index) => `A long film about word${(index % 200) + 1} and other things ${index}`)
  await makeFilledChannel(db, owner.client, titles, { name: 'Large' })
  const spellings = await listSpellings(db, ['film', 'word7', 'about', 'word8'])
  expect(spellings.map(({ term }) => term).toSorted()).toEqual(['word7 film', 'word8 film'])
  const read = await countPagesRead(db, async (counting) => void (await listSpellings(counting, ['film', 'word7', 'about', 'word8'])))
  expect(read).toBeLessThan(50)
  await Promise.all([indexChanges(db), indexChanges(db)])
  await updateSearchIndex(db)
  await sql`analyze`.execute(db)
  await Promise.all([run(), run()])
  await run()
  // The server's own job may still notify the followers of a search.
  await expect.poll(readCounts).toEqual({ news: 1000, bundles: 200, told: 1000 })
})

test('a find for many followers is stored once, and each is notified once', { tags: ['slow'] }, async () => {
  await fillFollowers(20_001, 21_000, "'crowd'")
  await makeFilledChannel(db, owner.client, ['A crowd', 'Another crowd', 'The third crowd'], { name: 'Three' })
  await updateSearchIndex(db)
  const { rows } = await sql`select count(*)::int as finds from search_find where term = 'crowd'`.execute(db)
  expect(rows).toEqual([{ finds: 3 }])
  await Promise.all([run(), run()])
  await run()
  await expect.poll(readCounts).toEqual({ news: 4000, bundles: 1200, told: 4000 })
})

test('many searches for the same rare word are compared in memory', () => {
  const spellings = Array.from({ length: 10_000 }, (_, index) => ({
    term: `rare ${index}`,
    word: 'rare',
    words: ['rare', `other${index}`],
  }))
  const items = Array.from({ length: 10 }, (_, index) => ({
    tokens: ['rare', `other${index}`, ...Array.from({ length: 62 }, (_, n) => `more${n}`)],
  }))
  expect(matchTerms(items, spellings).map(({ terms }) => [...terms])).toEqual(items.map((_, index) => [`rare ${index}`]))
})
