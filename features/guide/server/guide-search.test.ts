import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { guestReader } from '#kit/server/reader.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { guideContract as contract } from '../contract.ts'
import { searchedWords, searchProgrammes } from './queries/guide.ts'

// Runs no jobs: open transactions of the indexing job would keep the vacuum from removing deleted titles.
const server = await startTestServer({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, guest } = server
const titles = ['Café of the North', 'The 100 % Quiz', 'A_B', 'Quiz']
await makeTvChannel(
  db,
  {},
  titles.map((title, index) => [title, 60 * index, 60] as const),
)
const searchTitles = async (query: string) =>
  (await guest(contract.searchGuide, { query: { query } })).map(({ programme }) => programme.title)

test.each<[query: string, titles: string[]]>([
  ['north CAFE', ['Café of the North']],
  ['of n', ['Café of the North']],
  ['quiz', ['The 100 % Quiz', 'Quiz']],
  ['QUIZ quiz Quiz', ['The 100 % Quiz', 'Quiz']],
  ['% quiz', ['The 100 % Quiz']],
  ['%', ['The 100 % Quiz']],
  ['%%%', []],
  ['_', ['A_B']],
  ['\uFF05 quiz', ['The 100 % Quiz']],
  ['\uFF05\uFF05\uFF05', []],
  ['\uFF3F', ['A_B']],
  ['100\uFF05quiz', []],
  ['é', ['Café of the North', 'The 100 % Quiz']],
  ['\\', []],
])('%j finds %j', async (query, expected) => {
  expect((await searchTitles(query)).toSorted()).toEqual(expected.toSorted())
})

test('% is not a wildcard among channels and keywords, at any width', async () => {
  await makeTvChannel(db, { name: 'Fifty % More' })
  for (const query of ['%', '\uFF05']) {
    expect((await guest(contract.searchTvChannels, { body: { query } })).map(({ name }) => name)).toEqual(['Fifty % More'])
    expect((await guest(contract.listTvKeywords, { body: { query } })).keywords).toEqual(['Fifty % More'])
  }
})

test('a number finds the TV channel with that number, also with a decimal part', async () => {
  await makeTvChannel(db, { name: 'Uno', number: 5.1 })
  const result = await guest(contract.searchTvChannels, { body: { query: '5.1' } })
  expect(result.map(({ name, number }) => [name, number])).toContainEqual(['Uno', 5.1])
})

test('many short words among many titles take only about as long as a few full scans', async () => {
  const { bulkDb } = server
  await sql`
    insert into programme_title (title) select 'A title ' || md5(n::text) || ' e i o 1 2' from generate_series(1, 40000) as n`.execute(
    bulkDb,
  )
  await sql`analyze programme_title`.execute(bulkDb)
  const msOf = async (work: () => Promise<unknown>) => {
    const begunMs = performance.now()
    await work()
    return performance.now() - begunMs
  }
  // Alternates between the scan and the search, so that a busy machine slows both. The best ratio of several runs counts.
  const ratios: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    const baselineMs = await msOf(() => sql`select count(*) from programme_title where folded_title || '' like '%a%'`.execute(db))
    ratios.push((await msOf(() => searchTitles('a e i o 1 2 t l'))) / baselineMs)
  }
  // If the words were folded for each title, the ratio would be fifty.
  expect(Math.min(...ratios)).toBeLessThan(20)
})

test('a search reads a limited part of very many titles, for any words', { tags: ['slow'] }, async () => {
  await sql`
    insert into programme_title (title)
    select 'The ' || md5(n::text) || case n % 3 when 0 then ' and the news' when 1 then ' of the day' else ' ' || n end
    from generate_series(1, 200000) as n`.execute(server.bulkDb)
  await sql`vacuum analyze programme_title`.execute(server.bulkDb)
  const words = [
    'the',
    'and',
    'and the',
    'news of',
    'the and day',
    'e',
    'q',
    '12',
    'abc',
    'xyz',
    'the zzz',
    'nowhere at all',
    'cafe',
    '日本語',
    'the 日本語',
    'a日b',
    'новости',
  ]
  const pages = await Promise.all(
    words.map(async (word) => {
      return [word, await countPagesRead(db, (counting) => searchProgrammes(counting, guestReader, searchedWords(word), 'en', 20))] as const
    }),
  )
  expect(pages.filter(([, read]) => read >= 2500)).toEqual([])
  expect(await searchTitles('cafe north')).toEqual(['Café of the North'])
})
