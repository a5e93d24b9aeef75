import { expect, test } from 'vitest'
import { searchContract, type SearchPage, type SearchResults } from '#features/search/contract.ts'
import { categories, limits } from '#features/search/rules.ts'
import { startTestServer } from '#test/serve.ts'
import { names } from './corpus/corpus.ts'
import { insertCorpus } from './corpus/insert.ts'
import { type QueryGrades, ndcg, qualityOf } from './metrics.ts'
import { queries, type Query, type QueryClass, queryClasses } from './queries.ts'

/** Minimum values of NDCG@10: below them, the search is too weak. */
const minQuality = { overall: 0.9, eachClass: 0.8 }
const resultsPerQuery = 10

const server = await startTestServer({ RATE_LIMITS: 'off' })
const clients = { nl: server.clientFor({ language: 'nl' }), en: server.clientFor({ language: 'en' }) }
await insertCorpus(server)

const nameOf = (item: SearchPage['data'][number]) => ('name' in item ? item.name : 'title' in item ? item.title : item.nickname)

interface SearchAnswer extends QueryGrades {
  query: Query
  /** Names of the first results. */
  found: readonly string[]
}

/** Reads the first results in the query's category. */
async function search(query: Query): Promise<SearchAnswer> {
  const { keyword, language, about, grades } = query
  const page = (await clients[language](searchContract.search, {
    query: { keyword, category: about, limit: resultsPerQuery },
  })) as SearchPage
  const result = page.data.map(nameOf).slice(0, resultsPerQuery)
  return { query, found: result, grades: result.map((name) => grades[name] ?? 0), all: Object.values(grades) }
}

const answers = {} as Record<QueryClass, SearchAnswer[]>
for (const name of queryClasses) answers[name] = await Promise.all(queries[name].map(search))
const allAnswers = Object.values(answers).flat()
const quality = (name: QueryClass) => qualityOf(answers[name])

/** Describes the queries with lower values: their results with grades, and the answers that weren't found. */
function describeWeak(some: readonly SearchAnswer[], below: number): string {
  const lines = some
    .filter(({ grades, all }) => ndcg(grades, all) < below)
    .map(({ query, found, grades, all }) => {
      const missing = Object.keys(query.grades).filter((name) => !found.includes(name))
      const results = found.map((name, index) => `${name} (${grades[index]})`).join(', ')
      return `${ndcg(grades, all).toFixed(2)} “${query.keyword}” in ${query.about}: ${results || 'nothing'}${missing.length ? ` — missing: ${missing.join(', ')}` : ''}`
    })
  return lines.join('\n')
}

const row = (cells: readonly string[]) => cells.map((cell, index) => (index ? cell.padStart(11) : cell.padEnd(14))).join('')
const rowOf = (name: string, { queries, ndcg, mrr, zeroHitRate }: ReturnType<typeof qualityOf>) =>
  row([name, String(queries), ndcg.toFixed(3), mrr.toFixed(3), zeroHitRate.toFixed(2)])
const table = [
  row(['class', 'queries', 'NDCG@10', 'MRR', 'zero hits']),
  ...queryClasses.map((name) => rowOf(name, quality(name))),
  ...(['nl', 'en'] as const).map((language) => rowOf(language, qualityOf(allAnswers.filter(({ query }) => query.language === language)))),
  rowOf('all', qualityOf(allAnswers)),
]
process.stdout.write(`\nQuality of search\n${table.join('\n')}\n${describeWeak(allAnswers, minQuality.overall)}\n`)

test('names in the corpus are unique, and queries are half Dutch and only grade names in the corpus', () => {
  for (const category of categories) expect(new Set(names[category]).size).toBe(names[category].length)
  for (const name of queryClasses)
    expect([name, ...['nl', 'en'].map((language) => queries[name].filter((query) => query.language === language).length)]).toEqual([
      name,
      5,
      5,
    ])
  for (const { about, grades } of Object.values(queries).flat()) expect(names[about]).toEqual(expect.arrayContaining(Object.keys(grades)))
})

/** Returns an empty text if the mean NDCG@10 reaches the floor. Otherwise describes the weak queries. */
function describeShortfall(some: readonly SearchAnswer[], floor: number): string {
  const { ndcg } = qualityOf(some)
  return ndcg < floor ? `${ndcg.toFixed(3)}\n${describeWeak(some, floor)}` : ''
}

test(`NDCG@10 is at least ${minQuality.overall} overall`, () => {
  expect(describeShortfall(allAnswers, minQuality.overall)).toBe('')
})

test.each(queryClasses)(`NDCG@10 is at least ${minQuality.eachClass} for the class: %s`, (name) => {
  expect(describeShortfall(answers[name], minQuality.eachClass)).toBe('')
})

const withoutHits = (name: QueryClass) => answers[name].filter(({ found }) => !found.length).map(({ query }) => query.keyword)

test('every exact query finds something', () => {
  expect(withoutHits('exact')).toEqual([])
})

test('every prefix query finds something', () => {
  expect(withoutHits('prefix')).toEqual([])
})

test('the response for all categories begins with the results of each', async () => {
  for (const { query, found } of allAnswers) {
    const searchResults = (await clients[query.language](searchContract.search, { query: { keyword: query.keyword } })) as SearchResults
    const firstResults = searchResults[query.about].map(nameOf).slice(0, resultsPerQuery)
    expect([query.keyword, firstResults]).toEqual([query.keyword, found.slice(0, limits.shown[query.about])])
  }
})

test('pages of any size hold at most as many results, and list and count the same ones', async () => {
  const listResults = async (limit: number) => {
    const items: string[] = []
    const sizes: number[] = []
    const counts: number[] = []
    let cursor: string | null = null
    do {
      const input = { query: { keyword: 'het', category: 'videos', limit, ...(cursor !== null && { cursor }) } } as const
      const page = (await clients.nl(searchContract.search, input)) as SearchPage
      items.push(...page.data.map(nameOf))
      sizes.push(page.data.length)
      counts.push(page.count)
      cursor = page.next_cursor
    } while (cursor !== null)
    return { items, isWithinLimit: Math.max(...sizes) <= limit, counts: [...new Set(counts)] }
  }
  const results = await listResults(50)
  for (const limit of [1, 3, 9, 10]) expect([limit, await listResults(limit)]).toEqual([limit, results])
})
