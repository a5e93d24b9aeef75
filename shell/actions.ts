import type { Change } from '#kit/web/change.ts'
import type { Read } from '#kit/web/use.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'

/** The parts of a menu from top to bottom, a line between them. */
export const sections = ['add', 'edit', 'move', 'clipboard', 'share', 'go', 'preferences', 'dangerous'] as const
export type Section = (typeof sections)[number]

/** Who looks at the page. */
export interface Reader {
  signedIn: boolean
  /** Acts for a team. */
  inTeam: boolean
}

/** What an action works with. */
export interface ActionTools {
  /** Goes to an address of `paths`. */
  go: (href: string, options?: { replace?: boolean }) => void
  change: Change
  read: Read
  /** The text that was pasted, for an action that {@link Action.takesPaste}. */
  pasted?: string | undefined
}

/** Something that was done and can be taken back. */
export interface UndoableStep {
  /** What was done, as a sentence: “Night Trains” archived. */
  label: string
  /** Takes it back. A call that is refused says why. */
  undo: () => unknown
  /** Does it again after that. A call that is refused says why. */
  redo: () => unknown
  /** Does what was only shown so far, once nobody can take it back any more: its toast has gone, or the page is left. */
  commit?: (() => Promise<void>) | undefined
  /** The call that does it, while the screen shows it already. The label is announced once it succeeds; a refusal is said instead. */
  pending?: Promise<unknown> | undefined
  /** Only screen readers are told: everybody else sees it move. */
  quiet?: boolean | undefined
}

type Outcome = UndoableStep | undefined | void

/** One thing that can be done with a subject, as data: menus, shortcuts, palette and paste are made of it. */
export interface Action<T extends SubjectType> {
  /** Unique in the product: `video.edit`. */
  id: string
  section: Section
  /** Without a subject: what the list of shortcuts calls it. */
  label: (subject?: SubjectOf<T>) => string
  /** Needs no account. Otherwise a guest who chooses it is asked to log in. */
  forGuests?: boolean
  /** A drawing of `icons.ts`. */
  icon: string
  /** `e`, `Shift+ArrowLeft`, `Mod+z`; `Mod` is ⌘ on Apple's, Ctrl elsewhere. See `ui/keys.ts`. */
  keys?: string
  /** Is it for this reader, with this subject? Absent: always. */
  visible?(subject: SubjectOf<T>, reader: Reader): boolean
  /** Why it can't be done now; it is then shown and can't be chosen. */
  disabledReason?(subject: SubjectOf<T>, reader: Reader): string | undefined
  /** Can something be done with a text that is pasted while the subject has the focus? */
  takesPaste?: (text: string) => boolean
  /** Why nothing is done with a pasted text that no action takes: said of the nearest subject that knows. */
  pasteRefusal?(subject: SubjectOf<T>, text: string): string | undefined
  /** Does it, and answers how to take it back where that is possible. What it throws as ApiError is shown. */
  run(subject: SubjectOf<T>, tools: ActionTools): Outcome | Promise<Outcome>
  /** The same with several that are selected, in one step of the history. Absent: it is for one alone. */
  many?: {
    /** In a word or two: it stands below a drawing. */
    label: () => string
    run(subjects: readonly SubjectOf<T>[], tools: ActionTools): Outcome | Promise<Outcome>
  }
}
