/** Matches followed searches with things. Only this file defines the rules. */
import { keywordTokens, foldText, otherSpellings } from '../tokens.ts'

const maxWords = 8
const maxTermLength = 300

/** Returns the term of a search. Searches with the same term count as one. */
export const termOf = (search: string): string => foldText(search).replaceAll(/\s+/g, ' ').trim().slice(0, maxTermLength).toWellFormed()

/**
 * Returns the spellings of a followed search. A thing is new in the search if it has all words of a spelling. Unlike in other searches, all
 * words must be complete, and typing errors and other forms of a word don't match.
 */
export const spellingsOf = (term: string): string[][] =>
  [keywordTokens(term), ...otherSpellings(term)].map((words) => words.slice(0, maxWords)).filter((words) => words.length > 0)

export interface Spelling {
  term: string
  /** The rarest word of the spelling. */
  word: string
  words: readonly string[]
}

/** Returns the things whose tokens match a spelling, each with the terms of these spellings. */
export function matchTerms<T extends { tokens: readonly string[] }>(
  items: readonly T[],
  spellings: readonly Spelling[],
): { thing: T; terms: ReadonlySet<string> }[] {
  const byWord = new Map<string, Spelling[]>()
  for (const spelling of spellings) {
    const same = byWord.get(spelling.word)
    if (same) same.push(spelling)
    else byWord.set(spelling.word, [spelling])
  }
  return items.flatMap((item) => {
    const tokens = new Set(item.tokens)
    const matching = item.tokens.flatMap((token) => byWord.get(token) ?? []).filter(({ words }) => words.every((word) => tokens.has(word)))
    return matching.length > 0 ? [{ thing: item, terms: new Set(matching.map(({ term }) => term)) }] : []
  })
}

/** Whether the tokens contain all words of at least one spelling. */
export const matchesAny = (tokens: readonly string[], spellings: readonly (readonly string[])[]): boolean =>
  spellings.some((words) => words.every((word) => tokens.includes(word)))
