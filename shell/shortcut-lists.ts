import type { SubjectType } from './subjects.ts'

/** Opens the palette. */
export const paletteKeys = 'Mod+k'
/** Opens the search. */
export const searchKeys = '/'
/** Opens the list of shortcuts. */
export const helpKeys = '?'

/** Shortcuts that work in the same place. */
export interface ShortcutList {
  /** Heading of the list, which says where the shortcuts work. */
  name: string
  /** Each shortcut works with any of its `keys`, which have the format of `ui/keys.ts`. */
  rows: readonly { label: string; keys: readonly string[] }[]
}

export interface ShortcutLists {
  /** Headings of the actions per subject type, in display order. */
  subjects: Partial<Record<SubjectType, string>>
  /** Shortcuts that belong to no action, such as those of the player and of dragging. */
  others: readonly ShortcutList[]
}
