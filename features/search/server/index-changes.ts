/** Keeps the search index up to date. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Db, isDatabaseFull } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { keywordTokens, foldText, createSignature, findStem, tokenize } from '../tokens.ts'
import { recordTermResults } from './record-term-results.ts'
import {
  addWords,
  deleteDocuments,
  insertDocuments,
  postponeChange,
  readSources,
  type SearchDocument,
  type SearchSource,
  takeChanges,
  type IndexedItem,
  type WordUses,
} from './queries/index.ts'

/**
 * Things per transaction. Users who change one of them wait for the transaction, and garbage collection of larger batches would delay
 * requests.
 */
const batchSize = 200

const dayMs = 86_400_000
/** Things newer than this date rank higher: each year counts about as much as 40 % more views. */
const freshSinceMs = Date.UTC(2015, 0)
const daysPerPoint = 12
const pointsPerNameToken = 5

/**
 * Combines popularity, age and the length of the name to a number from 0 to 1999. The number doesn't change with time, so pages of results
 * stay in order.
 */
function qualityOf({ popularity, added_at: added, published_at: published }: SearchSource, nameTokens: readonly string[]) {
  const days = (Math.min(added.getTime(), published.getTime()) - freshSinceMs) / dayMs
  return Math.max(0, popularity + Math.round(Math.min(1000, Math.max(0, days / daysPerPoint))) - pointsPerNameToken * nameTokens.length)
}

function documentOf(searchSource: SearchSource): SearchDocument {
  const { name, tags, description, ...source } = searchSource
  const nameTokens = tokenize(name)
  const [first, second] = keywordTokens(name)
  const tagTokens = tokenize(tags.join(' '))
  const tokens = [...new Set([...nameTokens, ...tagTokens, ...tokenize(description)])].slice(0, 64)
  return {
    ...source,
    name: foldText(name).trim().slice(0, 300).toWellFormed(),
    name_tokens: nameTokens,
    tag_tokens: tagTokens,
    tokens,
    signature: createSignature(tokens),
    whole: second === undefined ? (first ?? null) : null,
    quality: qualityOf(searchSource, nameTokens),
  }
}

/** Adds the words of a document to the counts. Only for public documents, because private ones must not change other users’ results. */
function countWords(counts: Map<string, WordUses>, { subject, scope, tokens }: SearchDocument) {
  for (const word of scope === 'public' ? tokens : []) {
    const count = counts.get(word) ?? { word, stem: findStem(word), uses: 0, title_uses: 0 }
    count[subject === 'programme' ? 'title_uses' : 'uses'] += 1
    counts.set(word, count)
  }
}

/** Number of things prepared between two pauses: a few milliseconds of work. */
const thingsPerPause = 10

/** Prepares documents and words to write. Pauses, so that requests don’t wait for a batch. */
export async function prepareDocuments(sources: readonly SearchSource[]): Promise<{ documents: SearchDocument[]; words: WordUses[] }> {
  const documents: SearchDocument[] = []
  const counts = new Map<string, WordUses>()
  for (const [index, searchSource] of sources.entries()) {
    if (index % thingsPerPause === 0) await nextTurn()
    const document = documentOf(searchSource)
    documents.push(document)
    countWords(counts, document)
  }
  return { documents, words: [...counts.values()] }
}

/** Attempts with a batch before it is halved. */
const attemptsPerSize = 2
const waitMs = 50

/** Writes the documents of the first changes in one transaction. @param onBatch called with the changes before they are written */
const indexBatch = (db: Db, size: number, onBatch: (changes: IndexedItem[]) => void): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changes = await takeChanges(tx, size)
    if (changes.length === 0) return false
    onBatch(changes)
    const { documents, words } = await prepareDocuments(await readSources(tx, changes))
    await recordTermResults(tx, documents)
    await deleteDocuments(tx, changes)
    await insertDocuments(tx, documents)
    await addWords(tx, words)
    return true
  })

export interface IndexingOptions {
  signal?: AbortSignal
  log?: Pick<Log, 'warn'>
}

/**
 * Writes the documents of all queued changes, in short transactions; can stop after each. A batch that fails is tried again and then
 * halved, until the thing that fails is alone. That thing is postponed, and the others are written.
 */
export async function indexChanges(db: Db, { signal, log }: IndexingOptions = {}): Promise<void> {
  let size = batchSize
  let attempts = 0
  while (!signal?.aborted) {
    let batchItems: IndexedItem[] = []
    try {
      if (!(await indexBatch(db, size, (changes) => (batchItems = changes)))) return
      size = batchSize
      attempts = 0
    } catch (error) {
      const [first] = batchItems
      // If the database is down or full, or the server stops, the changes stay queued.
      if (!first || signal?.aborted || isDatabaseFull(error)) throw error
      attempts += 1
      if (attempts < attemptsPerSize) {
        await sleep(waitMs)
        continue
      }
      attempts = 0
      if (batchItems.length > 1) {
        size = Math.ceil(batchItems.length / 2)
      } else if ((await postponeChange(db, first)) === 1) {
        log?.warn({ ...first, err: error }, 'a thing could not be indexed for the search, and is tried again later')
      }
    }
  }
}
