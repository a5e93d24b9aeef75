/** Conditions of searches on documents. */
import type { RowsText } from '#kit/server/db/json-rows.ts'
import type { SignatureMasks } from '../../tokens.ts'

/** Conditions on documents. Each `way` is a spelling of the keyword. A document must match one of them. */
export interface SearchConditions {
  /** The folded keyword, to compare with whole names. */
  keyword: string
  drivers: RowsText<DriverWord>
  others: RowsText<OtherToken>
  /** Whether the keyword has one spelling of a single token, so that `search_term` has all data of the search. */
  isSingle: boolean
}

/** A word by which documents are read: the rarest token of the keyword, or a word that is similar to it. */
export interface DriverWord {
  way: number
  term: string
  /** See {@link matchClasses}. */
  class: number
  /** Maximum documents read. */
  limit: number
  /** Whether words that begin with the token match. Needed for the reader's own things, whose words the vocabulary doesn't contain. */
  begins: boolean
}

/** A further token of the keyword. Documents must have it, or a similar word. */
export interface OtherToken extends SignatureMasks {
  way: number
  token: string
  /** Whether words that begin with the token match. */
  begins: boolean
  /** The token, and all words of the lists below. */
  words: readonly string[]
  prefixes: readonly string[]
  parts: readonly string[]
  typos: readonly string[]
  stems: readonly string[]
}

/** The kinds of match, best first. `spelling`: with another spelling of the keyword; `part`: within a word. */
export const matchClasses = ['exact', 'spelling', 'prefix', 'part', 'typo', 'stem'] as const
export const matchClassIndex = (name: (typeof matchClasses)[number]) => matchClasses.indexOf(name)
export const fields = ['name', 'tags', 'description'] as const
