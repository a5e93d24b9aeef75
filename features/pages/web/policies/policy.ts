/** A paragraph, or a list or a table. `{terms}`, `{privacy}`, `{cookies}` and `{settings}` in a text become links, `{brand}` the product's name, `{contact}` a sentence that says where to write to. */
export type Part = string | { list: readonly string[] } | { table: Table }

export interface Table {
  columns: readonly string[]
  /** A cell for each column; the first names its row. */
  rows: readonly (readonly string[])[]
}

export interface Section {
  /** Names the section in its address; the same in each language. */
  id: string
  title: string
  parts: readonly Part[]
}

/** A long text of the house. */
export interface Policy {
  /** When it came into force, as people read it. */
  version: string
  /** What it comes down to. */
  lead: string
  sections: readonly Section[]
  /** Of terms whose next version is announced: what that changes. */
  amendment?: readonly Part[]
}

export type PolicyName = 'terms' | 'privacy' | 'cookies'
