/** Searches: words of the keyword first, then other spellings, typing errors and stems. */
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Match } from '../contract.ts'
import type { IndexedSubject, Sort } from '../rules.ts'
import { askedTokens, fold, otherSpellings, stemOf, tokensOf } from '../tokens.ts'
import { findDocuments, type SortPosition, type Wanted } from './queries/find.ts'
import { type Hit, readHits } from './queries/hits.ts'
import { findSimilarWords, type KnownToken, lookUpTokens } from './queries/vocabulary.ts'

const maxWords = 8

/** A keyword as it is compared with documents, in several ways: the next one is used if those before find little. */
export interface Asked {
  keyword: string
  ways: (() => Promise<Wanted | undefined>)[]
}

/** Returns what documents must have. `similar` are words that may stand for each token. */
function wantedOf(keyword: string, known: readonly KnownToken[], similar: readonly (readonly string[])[]): Wanted | undefined {
  const last = known.length - 1
  const choices = known.map(({ token, beginnings }, at) => [token, ...(at === last ? beginnings : []), ...(similar[at] ?? [])])
  // The rarest token reads the fewest documents. The beginning of a word is unknown to the vocabulary.
  const rarity = known.map(({ uses }, at) => (choices[at]!.length > 1 ? uses + 1000 : uses))
  const rarest = rarity.indexOf(Math.min(...rarity))
  const isBeginning = last !== rarest && (similar[last] ?? []).length === 0
  const others = choices.filter((_, at) => at !== rarest && !(isBeginning && at === last))
  const tokens = known.map(({ token }) => token)
  return {
    keyword,
    tokens,
    driver: choices[rarest]!,
    others: JSON.stringify(others),
    beginning: isBeginning ? tokens[last]! : '',
    ownBeginning: rarest === last ? tokens[last]! : '',
  }
}

/** Prepares a keyword for all categories. */
export async function prepareSearch(db: Db, given: string): Promise<Asked> {
  const tokens = askedTokens(given).slice(0, maxWords)
  const keyword = fold(given).trim()
  if (tokens.length === 0) return { keyword, ways: [] }
  const known = await lookUpTokens(db, tokens)
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined
    return () => (made ??= make())
  }
  const spelled = otherSpellings(given).map((spelling) =>
    once(async () => wantedOf(keyword, await lookUpTokens(db, spelling.slice(0, maxWords)), [])),
  )
  const similar = once(async () => {
    const found = await findSimilarWords(db, tokens, tokens.map(stemOf))
    const words = found.map(({ typos, sameStem }, at) => (known[at]!.uses > 0 ? sameStem : [...sameStem, ...typos]))
    return words.some((list) => list.length > 0) ? wantedOf(keyword, known, words) : undefined
  })
  return { keyword, ways: [() => Promise.resolve(wantedOf(keyword, known, [])), ...spelled, similar] }
}

export interface CategoryQuery {
  subject: IndexedSubject
  sort: Sort
  isOwn: boolean
  limit: number
  after?: SortPosition & { way: number }
}
export interface CategoryHits {
  count: number
  hits: (Hit & { match: Match; position: SortPosition & { way: number } })[]
}

/** Explains why a thing was found: the best of its fields, and how. @param isSimilar by similar words */
function matchOf(keyword: string, { name, tags }: Hit, isSimilar: boolean): Match {
  const asked = askedTokens(keyword)
  const last = asked.at(-1) ?? ''
  for (const [field, text] of [
    ['name', name],
    ['tags', tags.join(' ')],
  ] as const) {
    const tokens = tokensOf(text)
    const has = (token: string) => tokens.includes(token)
    if (asked.every(has)) return { field, how: 'exact' }
    if (asked.slice(0, -1).every(has) && tokens.some((token) => token.startsWith(last))) return { field, how: 'prefix' }
    const stems = new Set(tokens.map(stemOf))
    if (asked.every((token) => has(token) || stems.has(stemOf(token)))) return { field, how: 'stem' }
  }
  return isSimilar ? { field: 'name', how: 'typo' } : { field: 'description', how: 'exact' }
}

/** Finds the things of a kind. */
export async function searchCategory(
  db: Db,
  reader: Reader,
  language: Language,
  asked: Asked,
  { subject, sort, isOwn, limit, after }: CategoryQuery,
): Promise<CategoryHits> {
  for (const [way, prepare] of asked.ways.entries()) {
    if (after && way < after.way) continue
    const wanted = await prepare()
    if (!wanted) continue
    const found = await findDocuments[sort](db, reader, subject, { isOwn }, wanted, limit, after)
    const count = found[0]?.count ?? 0
    if (count === 0) continue
    const positions = found.flatMap(({ key, score, number }) =>
      key === null || score === null || number === null ? [] : [{ key, score, number }],
    )
    const read = new Map(
      (
        await readHits[subject](
          db,
          reader,
          positions.map(({ key }) => key),
          language,
        )
      ).map((hit) => [hit.key, hit]),
    )
    const hits = positions.flatMap(({ key, ...position }) => {
      const hit = read.get(key)
      return hit ? [{ ...hit, match: matchOf(asked.keyword, hit, way === asked.ways.length - 1), position: { ...position, way } }] : []
    })
    return { count, hits }
  }
  return { count: 0, hits: [] }
}
