import type { SubjectType } from './subjects.ts'

/** Keys that are no action's: the player's, those that move what is lifted. */
export interface ShortcutList {
  /** Where they work. */
  name: string
  /** Any of `keys` does it; they are written as those of actions are. */
  rows: readonly { label: string; keys: readonly string[] }[]
}

export interface ShortcutLists {
  /** Headings for the actions of each type of subject, in the order in which they are listed. */
  subjects: Partial<Record<SubjectType, string>>
  others: readonly ShortcutList[]
}
