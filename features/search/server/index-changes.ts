/** Keeps the search index up to date. */
import type { Db } from '#kit/server/db/db.ts'
import { fold, stemOf, tokensOf } from '../tokens.ts'
import { addWords, deleteDocuments, insertDocuments, type SearchDocument, type SearchSource, takeChanges } from './queries/index.ts'

/** Things per transaction. Users who change one of them wait for it. */
const atOnce = 200

const dayMs = 86_400_000
/** Younger things come first: a year counts about as much as half as many views again. */
const freshSinceMs = Date.UTC(2015, 0)
const daysPerPoint = 12

/** Combines popularity and age to a number from 0 to 1999. It never changes with time, so pages of results stay in order. */
function qualityOf({
  popularity,
  added_at: added,
  published_at: published,
}: Pick<SearchSource, 'popularity' | 'added_at' | 'published_at'>) {
  const days = (Math.min(added.getTime(), published.getTime()) - freshSinceMs) / dayMs
  return popularity + Math.round(Math.min(1000, Math.max(0, days / daysPerPoint)))
}

function documentOf({ name, tags, description, ...source }: SearchSource): SearchDocument {
  const nameTokens = tokensOf(name)
  const tagTokens = tokensOf(tags.join(' '))
  const tokens = [...new Set([...nameTokens, ...tagTokens, ...tokensOf(description)])].slice(0, 64)
  return {
    ...source,
    name: fold(name).trim().slice(0, 300).toWellFormed(),
    name_tokens: nameTokens,
    tag_tokens: tagTokens,
    tokens,
    quality: qualityOf(source),
  }
}

/** Counts the words of public documents: others must not change any answer. */
function wordsOf(documents: readonly SearchDocument[]) {
  const uses = new Map<string, number>()
  for (const word of documents.flatMap(({ scope, tokens }) => (scope === 'public' ? tokens : []))) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses].map(([word, count]) => ({ word, stem: stemOf(word), uses: count }))
}

/** Writes the documents of all noted changes, in short transactions. Can stop after each. */
export async function indexChanges(db: Db, signal?: AbortSignal): Promise<void> {
  const indexSome = () =>
    db.transaction().execute(async (tx) => {
      const changes = await takeChanges(tx, atOnce)
      if (!changes) return false
      const documents = changes.found.map(documentOf)
      await deleteDocuments(tx, changes.taken)
      await insertDocuments(tx, documents)
      await addWords(tx, wordsOf(documents))
      return true
    })
  while (!signal?.aborted && (await indexSome()));
}
