import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { expect, test } from 'vitest'
import { rowsText } from '#kit/server/db/json-rows.ts'
import { guestReader } from '#kit/server/reader.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { updateSearchIndex } from '#test/search.ts'
import { createSignatureMasks } from '../tokens.ts'
import { indexChanges } from './index-changes.ts'
import { findDocuments } from './queries/find.ts'
import type { DriverWord } from './queries/search-conditions.ts'
import { addWords, takeChanges } from './queries/index.ts'
import { lookUpTokens } from './queries/vocabulary.ts'
import { prepareSearch, searchCategory, type SearchContext } from './search.ts'

const server = await startTestServer({ WORKER: 'off' })
const { db, bulkDb } = server
const [ann, bob] = [await createUser(server), await createUser(server)]

const asGuest = (db: Db): SearchContext => ({ db, reader: guestReader, language: 'en' })

/** Inserts public channels of Ann; `name` and `tags` are SQL on `i`. */
const fill = (count: number, name: string, tags = "'{}'") =>
  sql`
    insert into playlist (id, user_id, name, tags, status_id, public_since, position)
    select random_id(), ${ann.id}, ${sql.raw(name)}, ${sql.raw(tags)}, 3, now(), ${Math.floor(Math.random() * 1e12)}::bigint + i
    from generate_series(1, ${count}) i`.execute(bulkDb)

test('a search reads a limited number of rows of thousands of things, also adversarial ones', async () => {
  await fill(3000, "'The common channel ' || i", "array['music', 'gardens' || i % 50]")
  await fill(
    100,
    "'Commno ' || i",
    "(select array_agg(left(repeat('musci' || chr(97 + n % 26) || i || ' ', 10), 50)) from generate_series(1, 49) n)",
  )
  await updateSearchIndex(db)
  await sql`analyze`.execute(db)
  // Reading a document costs three database pages. At most 1,001 documents of a word are read, or 300 if a short last word is compared with
  // them.
  const maxPages = { 'common m': 1500, 'comm m': 1500 } as Readonly<Record<string, number>>
  const keywords = [
    'common',
    'common m',
    'comm m',
    'the common music',
    'comm',
    'musci',
    'gadrens',
    'the channel musick',
    'nothing',
    'musci '.repeat(16),
  ]
  for (const keyword of keywords) {
    const read = await countPagesRead(db, async (counting) => {
      const search = await prepareSearch(counting, guestReader, keyword)
      await searchCategory(asGuest(counting), search, { subject: 'playlist', sort: 'relevance', isOwn: false, limit: 20 })
    })
    expect([keyword, read < (maxPages[keyword] ?? 5000)]).toEqual([keyword, true])
  }
})

test('words that begin with four letters are read without others that share the first three', async () => {
  const words = (beginning: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ word: `${beginning}${index}`, stem: `${beginning}${index}`, uses: 1000, title_uses: 0 }))
  await addWords(bulkDb, [...words('inte', 3000), ...words('inta', 30)])
  await sql`analyze search_vocabulary`.execute(db)
  const lookUp = (token: string) => countPagesRead(db, (counting) => lookUpTokens(counting, [token]))
  expect([(await lookUp('inta')) < 60, (await lookUp('int')) < 60]).toEqual([true, true])
  const [result] = await lookUpTokens(db, ['inta'])
  expect(result!.beginnings).toHaveLength(20)
})

test('a channel of a thousand videos turns private and public in bounded statements', async () => {
  const titles = Array.from({ length: 1000 }, (_, index) => `Thousandfold ${index}`)
  const { playlistId } = await makeFilledChannel(db, bob.client, titles, { name: 'Large' })
  await updateSearchIndex(db)
  const count = async () =>
    (
      await searchCategory(asGuest(db), await prepareSearch(db, guestReader, 'thousandfold'), {
        subject: 'video',
        sort: 'relevance',
        isOwn: false,
        limit: 1,
      })
    ).count
  expect(await count()).toBe(1000)
  const update = (body: object) => bob.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body })
  await update({ name: 'Renamed' })
  const waitingSubjects = async () => (await sql<{ subject: string }>`select distinct subject from search_change`.execute(db)).rows
  expect(await waitingSubjects()).toEqual([{ subject: 'playlist' }])
  await update({ status_id: 1 })
  expect(await count()).toBe(0)
  await update({ status_id: 3 })
  await updateSearchIndex(db)
  expect(await count()).toBe(1000)
})

test('a batch of changes is taken without reading the others', async () => {
  await sql`insert into search_change (subject, key, due_at) select 'video', 'gone' || i, now() - interval '1 second' from generate_series(1, 20000) i`.execute(
    bulkDb,
  )
  await sql`analyze search_change`.execute(db)
  expect(await countPagesRead(db, (counting) => takeChanges(counting, 10))).toBeLessThan(120)
  await sql`delete from search_change`.execute(bulkDb)
})

test('counting known words writes no index', async () => {
  const words = Array.from({ length: 500 }, (_, index) => ({ word: `known${index}`, stem: `known${index}`, uses: 1000, title_uses: 0 }))
  await addWords(db, words)
  const updatesIn = async (tx: Db) => {
    const { rows } = await sql<{ all: number; hot: number }>`
      select pg_stat_get_xact_tuples_updated('search_vocabulary'::regclass) as all, pg_stat_get_xact_tuples_hot_updated('search_vocabulary'::regclass) as hot
    `.execute(tx)
    return rows[0]!
  }
  const updated = await db.transaction().execute(async (tx) => {
    // The statistics include earlier work of this connection.
    const before = await updatesIn(tx)
    await addWords(
      tx,
      words.filter((_, index) => index % 25 === 0).map((word) => ({ ...word, uses: 1 })),
    )
    const after = await updatesIn(tx)
    return { all: after.all - before.all, hot: after.hot - before.hot }
  })
  expect([updated.all, updated.hot > 10]).toEqual([20, true])
})

test('two concurrent jobs index each change once', async () => {
  await fill(600, "'Doublet ' || i")
  await Promise.all([indexChanges(db), indexChanges(db)])
  await updateSearchIndex(db)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_document where name like 'doublet%'`.execute(db)
  expect(rows[0]!.count).toBe(600)
})

test('documents with signatures of a former version are found by several words', async () => {
  await fill(3, "'Formerly signed ' || i")
  await updateSearchIndex(db)
  const { mask } = createSignatureMasks('formerly', false, ['signed'])
  await sql`update search_term set signature = ${mask}::bigint where document_id in (select id from search_document where name like 'formerly%')`.execute(
    bulkDb,
  )
  const search = await prepareSearch(db, guestReader, 'formerly signed')
  const { count } = await searchCategory(asGuest(db), search, { subject: 'playlist', sort: 'relevance', isOwn: false, limit: 20 })
  expect(count).toBe(3)
})

test('the documents of longer words are not read if the exact word has enough', async () => {
  await fill(1010, "'Whole ' || i")
  await fill(300, "'Wholesale ' || i")
  await updateSearchIndex(db)
  await sql`vacuum analyze search_term`.execute(bulkDb)
  const search = (await prepareSearch(db, guestReader, 'whole'))!
  const query = { sort: 'relevance', isOwn: false } as const
  const pagesOf = (drivers: readonly DriverWord[]) =>
    countPagesRead(db, (counting) =>
      findDocuments(
        counting,
        guestReader,
        { ...search, drivers: rowsText(drivers) },
        { ...query, requested: [{ subject: 'playlist', limit: 20 }] },
      ),
    )
  const drivers = JSON.parse(search.drivers) as DriverWord[]
  expect(drivers).toHaveLength(2)
  expect(await pagesOf(drivers)).toBe(await pagesOf(drivers.slice(0, 1)))
  // The last pages contain results of words that begin with the keyword.
  const first = await searchCategory(asGuest(db), search, { ...query, subject: 'playlist', limit: 1000 })
  expect([first.count, first.hits.every(({ match }) => match.how === 'exact')]).toEqual([1000, true])
  const after = first.hits.at(-1)!.position
  const next = await searchCategory(asGuest(db), search, { ...query, subject: 'playlist', limit: 50, after })
  expect([next.count, next.hits[0]!.match.how, next.hits.at(-1)!.match.how]).toEqual([1000, 'exact', 'prefix'])
})
