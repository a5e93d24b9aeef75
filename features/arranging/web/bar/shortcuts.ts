import { createStore } from '#ui/store.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { PlaceInList } from '#features/channels/web/bar-edits.ts'

/** A place among the shortcuts of a side. The index counts without the moved one. */
export interface ShortcutPlace {
  isLeft: boolean
  index: number
}

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A package in the bar; the id is the package's. `move` puts it elsewhere, in one undoable step. */
    shortcut: PlaceInList & {
      isLeft: boolean
      picture: string | null
      href: string
      move: (to: ShortcutPlace, tools: ActionTools) => Promise<UndoableStep>
    }
  }
}

/** The shortcuts of the user's bar, in order; another feature sets them. */
export const barShortcuts = createStore<readonly SubjectOf<'shortcut'>[]>([])
