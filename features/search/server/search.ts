/** Searches. Exact words come first, then other spellings, beginnings, parts of words, typing errors and stems. */
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { rowsText } from '#kit/server/db/json-rows.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Match } from '../contract.ts'
import { type IndexedSubject, limits, type Sort } from '../rules.ts'
import { keywordTokens, foldText, createSignatureMasks, otherSpellings, findStem } from '../tokens.ts'
import { type RequestedSubject, findDocuments, type SortPosition } from './queries/find.ts'
import { type Hit, readHits } from './queries/hits.ts'
import {
  rareWordMaxThings,
  findOwnWords,
  findSimilarWords,
  type KnownToken,
  lookUpTokens,
  type SimilarWords,
} from './queries/vocabulary.ts'
import {
  matchClasses,
  matchClassIndex,
  type DriverWord,
  fields,
  type OtherToken,
  type SearchConditions,
} from './queries/search-conditions.ts'

const maxWords = 8
/** Minimum letters of a last word for which words that begin with it are looked up. */
const shortestBeginning = 3
/**
 * Maximum documents read per word. `begun` applies while the last word has one or two letters. Signatures can't exclude documents then, and
 * the best documents suffice.
 */
const maxResults = { first: limits.count + 1, next: 200, similar: 100, begun: 300 } as const

const matchKinds: Readonly<Record<(typeof matchClasses)[number], Match['how']>> = {
  exact: 'exact',
  spelling: 'exact',
  prefix: 'prefix',
  part: 'prefix',
  typo: 'typo',
  stem: 'stem',
}

interface WordVariant {
  tokens: readonly KnownToken[]
  similar: ReadonlyMap<string, SimilarWords>
  /** True if the last word is too short to find documents by. It is then compared with the documents that the other words find. */
  isLastCompared?: boolean
}

/**
 * Returns the words that count as matches of a token. They don't depend on the token's position. Otherwise, typing another word could add
 * results.
 */
function listMatchingWords(
  { token, things, beginnings }: KnownToken,
  isLast: boolean,
  similar: WordVariant['similar'],
): Omit<OtherToken, 'way'> {
  const prefixes = isLast || things < rareWordMaxThings ? beginnings : []
  const { parts = [], typos = [], stems = [] } = similar.get(token) ?? {}
  const words = [token, ...prefixes, ...parts, ...typos, ...stems]
  return { token, begins: isLast, words, prefixes, parts, typos, stems, ...createSignatureMasks(token, isLast, words) }
}

/** Returns the conditions on documents for a spelling of a keyword. */
function createConditions({ tokens, similar, isLastCompared }: WordVariant, way: number): { drivers: DriverWord[]; others: OtherToken[] } {
  const last = tokens.length - 1
  const choices = tokens.map((token, index) => listMatchingWords(token, index === last, similar))
  // Reads documents by the rarest token. A token with similar words counts as more frequent, because each similar word adds documents.
  const rarity = tokens.map(({ uses }, index) => {
    if (isLastCompared && index === last) return Infinity
    const { prefixes, parts, typos, stems } = choices[index]!
    return uses + (prefixes.length + parts.length + typos.length + stems.length > 0 ? maxResults.first : 0)
  })
  const rarest = rarity.indexOf(Math.min(...rarity))
  const { token, begins, prefixes, parts, typos, stems } = choices[rarest]!
  const maxDocuments = isLastCompared ? maxResults.begun : maxResults.first
  const driver = (term: string, name: (typeof matchClasses)[number], limit: number): DriverWord => ({
    way,
    term,
    class: matchClassIndex(name),
    limit,
    begins: begins && term === token,
  })
  return {
    drivers: [
      driver(token, 'exact', maxDocuments),
      ...prefixes.map((word, index) => driver(word, 'prefix', index === 0 ? maxDocuments : maxResults.next)),
      ...parts.map((word) => driver(word, 'part', maxResults.similar)),
      ...typos.map((word) => driver(word, 'typo', maxResults.similar)),
      ...stems.map((word) => driver(word, 'stem', maxResults.similar)),
    ],
    others: choices.filter((_, index) => index !== rarest).map((other) => ({ way, ...other })),
  }
}

/** Finds words that resemble tokens, including words of the reader's own things. */
async function findSimilar(db: Db, reader: Reader, tokens: readonly KnownToken[]): Promise<WordVariant['similar']> {
  const searched = tokens
    .filter(({ things }) => things < rareWordMaxThings)
    .map(({ token, things, begins }) => ({ token, stem: findStem(token), isClose: things > 0 || begins }))
  const [similar, ownWords] = await Promise.all([findSimilarWords(db, searched), findOwnWords(db, reader, searched)])
  const ownByToken = new Map(ownWords.map(({ token, words }) => [token, words]))
  return new Map(
    similar.map((words) => [words.token, { ...words, typos: [...new Set([...words.typos, ...(ownByToken.get(words.token) ?? [])])] }]),
  )
}

/** The reader for whom results are read, and their language. */
export interface SearchContext {
  db: Db
  reader: Reader
  language: Language
}

/** Prepares a keyword for all categories. @returns undefined if it has no words */
export async function prepareSearch(db: Db, reader: Reader, keyword: string): Promise<SearchConditions | undefined> {
  const keywordWords = keywordTokens(keyword).slice(0, maxWords)
  if (keywordWords.length === 0) return undefined
  const spellings = otherSpellings(keyword).map((spelling) => spelling.slice(0, maxWords))
  const lookedUp = new Map(
    (await lookUpTokens(db, [...new Set([...keywordWords, ...spellings.flat()])])).map((lookUpToken) => [lookUpToken.token, lookUpToken]),
  )
  const [tokens = [], ...others] = [keywordWords, ...spellings].map((spelling) => spelling.flatMap((token) => lookedUp.get(token) ?? []))
  const typedVariant: WordVariant = { tokens, similar: await findSimilar(db, reader, tokens) }
  // Whether the last word has too few letters to look up words that begin with it.
  const isShort = keywordWords.length > 1 && keywordWords.at(-1)!.length < shortestBeginning
  const variants: WordVariant[] = [
    ...(isShort && tokens.at(-1)!.uses === 0 ? [] : [typedVariant]),
    ...(isShort ? [{ ...typedVariant, isLastCompared: true }] : []),
    ...others.map((other) => ({ tokens: other, similar: new Map<string, SimilarWords>() })),
  ]
  const conditions = variants.map(createConditions)
  return {
    keyword: foldText(keyword).trim(),
    drivers: rowsText(conditions.flatMap(({ drivers }) => drivers)),
    others: rowsText(conditions.flatMap(({ others }) => others)),
    isSingle: variants.length === 1 && tokens.length === 1,
  }
}

export interface ThingsQuery {
  sort: Sort
  isOwn: boolean
  /** Whether to count titles of the guide. */
  isCounted?: boolean
  after?: SortPosition
}
export type CategoryQuery = ThingsQuery & RequestedSubject
export interface CategoryHits {
  count: number
  hits: (Hit & { match: Match; position: SortPosition })[]
}

/** Returns the field and the kind of match of a code. */
const matchOf = (code: number): Match => ({
  field: fields[code % fields.length]!,
  how: matchKinds[matchClasses[Math.floor(code / fields.length)]!],
})

/** Finds things of several kinds. The reader's own things, and titles of the guide, are searched one kind at a time. */
export async function searchThings<Subject extends IndexedSubject>(
  { db, reader, language }: SearchContext,
  conditions: SearchConditions | undefined,
  query: ThingsQuery,
  requested: readonly { subject: Subject; limit: number }[],
): Promise<Record<Subject, CategoryHits>> {
  const result = conditions ? await findDocuments(db, reader, conditions, { ...query, requested }) : []
  const keys = Object.fromEntries(
    requested.map(({ subject }) => [subject, result.flatMap((row) => (row.subject === subject && row.key !== null ? [row.key] : []))]),
  )
  const isEmpty = Object.values(keys).every((list) => list.length === 0)
  const read = new Map((isEmpty ? [] : await readHits(db, reader, language, keys)).map((hit) => [`${hit.subject} ${hit.key}`, hit]))
  const all = {} as Record<Subject, CategoryHits>
  for (const { subject } of requested) {
    const rows = result.filter((row) => row.subject === subject)
    const hits = rows.flatMap(({ key, score, number, code }) => {
      const hit = read.get(`${subject} ${key}`)
      return hit && score !== null && number !== null && code !== null
        ? [{ ...hit, match: matchOf(code), position: { score, number } }]
        : []
    })
    all[subject] = { count: rows[0]?.count ?? 0, hits }
  }
  return all
}

/** Finds the things of a kind. */
export const searchCategory = async (
  context: SearchContext,
  conditions: SearchConditions | undefined,
  { subject, limit, ...query }: CategoryQuery,
): Promise<CategoryHits> => (await searchThings(context, conditions, query, [{ subject, limit }]))[subject]
