// Measures searches for rare words, common words and words with typing errors among 60,000 channels, 1,000,000 videos and 500,000
// programmes, on ten connections. Also measures other users' reads during the searches.
import { sql } from 'kysely'
import '#server/features.ts'
import { indexChanges } from '#features/search/server/index-changes.ts'
import { prepareSearch } from '#features/search/server/search.ts'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb } from '#kit/server/db/db.ts'
import { guestReader } from '#kit/server/reader.ts'
import { assertSameResponse, get, post, read } from './requests.ts'
import { type Benchmark, describeOthers, probeOthers } from './benchmark.ts'
import { type BenchRequest, measureLoad } from './load.ts'
import { fillSearch, words } from './search-volume.ts'
import { range, withClient } from './seed.ts'
import { round } from './turns.ts'

/** Number of different keywords in each flow. */
const keywordsPerKind = 40
const swapLetters = (word: string) => word.slice(0, 2) + word[3]! + word[2]! + word.slice(4)
const beginningOf = (word: string) => word.slice(0, 3)

/** Keywords, with words chosen by their rank. The first word is in a third of all titles, the 40th in a hundredth. */
const keywords: Readonly<Record<'search_rare' | 'search_common' | 'search_typo', readonly string[]>> = {
  search_rare: range(keywordsPerKind).map((at) => (at % 2 ? words[5000 + at * 3000]! : `${words[2000 + at * 100]!} ${words[at]!}`)),
  search_common: range(keywordsPerKind).map(
    (at) => [words[at]!, `${words[at]!} ${words[at + 1]!}`, beginningOf(words[300 + at]!)][at % 3]!,
  ),
  search_typo: range(keywordsPerKind).map((at) =>
    at % 2 ? swapLetters(words[500 + at * 200]!) : `${words[at]!} ${swapLetters(words[600 + at * 50]!)}`,
  ),
}

async function fillTables({ database, db, size, report }: Benchmark) {
  const startedMs = performance.now()
  await withClient(database.url, (client) => fillSearch(client, size))
  const filled = performance.now()
  const connection = createDb({ connection: database.url, timeouts: databaseTimeouts.background, onError: () => undefined })
  // Speeds up indexing by helping the product's job.
  await Promise.all([indexChanges(connection), indexChanges(connection)])
  await connection.destroy()
  const indexed = performance.now()
  await withClient(database.url, (client) => client.query('vacuum analyze'))
  const { rows } = await sql<{ documents: number; bytes: number; vocabulary: number }>`
    select (select count(*)::integer from search_document) as documents,
      pg_total_relation_size('search_document') + pg_total_relation_size('search_term') as bytes,
      pg_total_relation_size('search_vocabulary') as vocabulary`.execute(db)
  const { documents, bytes, vocabulary } = rows[0]!
  const figures = {
    fill_seconds: Math.round((filled - startedMs) / 1000),
    index_seconds: Math.round((indexed - filled) / 1000),
    documents,
    bytes_each: Math.round(bytes / documents),
    vocabulary_mb: round(vocabulary / 1e6, 1),
  }
  report(
    'search_index',
    figures,
    'search index',
    `filled in ${figures.fill_seconds} s, ${documents} documents indexed in ${figures.index_seconds} s, ${figures.bytes_each} bytes each and ` +
      `${figures.vocabulary_mb} MB of words`,
  )
}

const searchOf = (keyword: string) => get(`/api/search?keyword=${encodeURIComponent(keyword)}`)

/** The floor gets the words to search for and the order of the results as a parameter. */
async function createFloorRequest({ servers: { product, floor }, db }: Benchmark, keyword: string): Promise<BenchRequest> {
  const [result, prepared] = await Promise.all([read<object>(product.url, searchOf(keyword)), prepareSearch(db, guestReader, keyword)])
  const bare = post('/search', {
    ...result,
    drivers: JSON.parse(prepared!.drivers) as unknown,
    others: JSON.parse(prepared!.others) as unknown,
  })
  await assertSameResponse({ url: product.url, ask: searchOf(keyword) }, { url: floor.url, ask: bare })
  return bare
}

export async function measureSearch(bench: Benchmark): Promise<void> {
  const flows = Object.entries(keywords).filter(([name]) => bench.isWanted(name))
  if (flows.length === 0) return
  await fillTables(bench)
  for (const [name, keywords] of flows) {
    const floor: BenchRequest[] = []
    for (const keyword of keywords) floor.push(await createFloorRequest(bench, keyword))
    const searches = keywords.map(searchOf)
    await bench.measure(name, { floor, user: searches })
    await measureOthers(bench, name, searches)
  }
}

/** Measures searches and, at the same time, other users' reads. */
async function measureOthers(bench: Benchmark, name: string, searches: readonly BenchRequest[]) {
  const others = await probeOthers(bench, 5)
  let isOver = false
  const probing = others.during(1, () => isOver)
  const { url, pids } = bench.servers.product
  const { p99, requests, errors } = await measureLoad(url, searches, pids, bench.size.searchSeconds)
  isOver = true
  await probing
  const figures = { p99_ms: p99, searches: requests, errors, ...others.figures() }
  bench.report(
    `${name}_beside`,
    figures,
    `${name} beside`,
    `p99 ${p99} ms (${requests} searches, ${errors} errors); ${describeOthers(figures)}`,
  )
}
