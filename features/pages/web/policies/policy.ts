/**
 * A paragraph, list or table. Placeholders: `{terms}`, `{privacy}`, `{cookies}` and `{settings}` become links, `{brand}` the product's
 * name, `{contact}` the sentence with the contact address.
 */
export type PolicyBlock = string | { list: readonly string[] } | { table: Table }

export interface Table {
  columns: readonly string[]
  /** A cell per column; the first is the row's header. */
  rows: readonly (readonly string[])[]
}

export interface Section {
  /** The section's fragment id, the same in each language. */
  id: string
  title: string
  parts: readonly PolicyBlock[]
}

/** A policy text. */
export interface Policy {
  /** Effective date, as displayed. */
  version: string
  /** Summary. */
  lead: string
  sections: readonly Section[]
  /** The changes that the announced terms make. */
  amendment?: readonly PolicyBlock[]
}

export type PolicyName = 'terms' | 'privacy' | 'cookies'
