/** Conditions of searches on documents. */
import type { RowsText } from '#kit/server/db/json-rows.ts'
import type { Masks } from '../../tokens.ts'

/** Conditions on documents. `ways` are the spellings of a keyword; a document must match one. */
export interface SearchConditions {
  /** Folded, for names that are equal. */
  keyword: string
  drivers: RowsText<Driver>
  others: RowsText<Other>
  /** Whether the keyword is one token in one spelling, for which the lists of terms suffice. */
  isSingle: boolean
}

/** A word by which documents are read: the rarest token of the keyword, or a word that stands for it. */
export interface Driver {
  way: number
  term: string
  /** See {@link classes}. */
  class: number
  /** Maximum documents read. */
  limit: number
  /** Whether the token may be the beginning of a word. The vocabulary doesn't know words of the reader's own things. */
  begins: boolean
}

/** A further token that documents must have, and words that stand for it. */
export interface Other extends Masks {
  way: number
  token: string
  /** Whether the token may be the beginning of a word. */
  begins: boolean
  /** The token, and all words of the fields below. */
  words: readonly string[]
  prefixes: readonly string[]
  parts: readonly string[]
  typos: readonly string[]
  stems: readonly string[]
}

/** How a word was found, the best first: another spelling is in other words, a part is within a word. */
export const classes = ['exact', 'spelling', 'prefix', 'part', 'typo', 'stem'] as const
export const classOf = (name: (typeof classes)[number]) => classes.indexOf(name)
export const fields = ['name', 'tags', 'description'] as const
