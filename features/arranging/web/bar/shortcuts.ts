import { createStore } from '#ui/store.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { PlaceInList } from '#features/channels/web/bar-edits.ts'

/** A place among the shortcuts of a side. The index doesn't count the moved shortcut. */
export interface ShortcutPlace {
  isLeft: boolean
  index: number
}

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A package in the bar; the id is that of the package. `move` moves it, in a step with undo. */
    shortcut: PlaceInList & {
      isLeft: boolean
      picture: string | null
      href: string
      move: (to: ShortcutPlace, tools: ActionTools) => Promise<UndoableStep | undefined>
    }
  }
}

/** The shortcuts of the user's bar, in order; another feature sets them. */
export const barShortcuts = createStore<readonly SubjectOf<'shortcut'>[]>([])
