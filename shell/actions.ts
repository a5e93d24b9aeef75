import type { ChangeFunction } from '#kit/web/change.ts'
import type { ReadFunction } from '#kit/web/read.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'

/** Menu sections from top to bottom, with separators between them. */
export const actionSections = ['add', 'edit', 'move', 'clipboard', 'share', 'go', 'preferences', 'dangerous'] as const
export type ActionSection = (typeof actionSections)[number]

/** The current reader. */
export interface Reader {
  signedIn: boolean
  /** Whether the reader acts for a team. */
  inTeam: boolean
}

/** Dependencies of an action. */
export interface ActionTools {
  /** Navigates to an address of `paths`. */
  go: (href: string, options?: { replace?: boolean }) => void
  change: ChangeFunction
  read: ReadFunction
  /** The pasted text, for an action with {@link Action.matchesClipboard}. */
  pasted?: string | undefined
}

/** A reversible change. */
export interface UndoableStep {
  /** Past-tense description: “Night Trains” archived. */
  label: string
  /** Reverts the change. Refusals are shown. */
  undo: () => unknown
  /** Repeats the change after an undo. Refusals are shown. */
  redo: () => unknown
  /** Makes a deferred change when undo is no longer possible, because the toast has disappeared or the user leaves the page. */
  commit?: (() => Promise<void>) | undefined
  /** The pending call of an optimistic change. If it succeeds, the label is announced; if it fails, the refusal. */
  pending?: Promise<unknown> | undefined
  /** Whether to announce the step to screen readers only, because users see the change anyway. */
  quiet?: boolean | undefined
}

type Outcome = UndoableStep | undefined | void

/** An action on a subject, as data. Menus, shortcuts, palette and paste are made from actions. */
export interface Action<T extends SubjectType> {
  /** Unique id, such as `video.edit`. */
  id: string
  section: ActionSection
  /** Label of the action on a subject, or without one, in the list of shortcuts. */
  label: (subject?: SubjectOf<T>) => string
  /** Whether guests may run the action. If false, they are asked to log in. */
  forGuests?: boolean
  /** Icon name from `icons.ts`. */
  icon: string
  /** Shortcut: `e`, `Shift+ArrowLeft`, `Mod+z`; `Mod` is ⌘ on Apple, Ctrl elsewhere. See `ui/keys.ts`. */
  keys?: string
  /** Whether this reader sees the action on this subject; without it, always. */
  visible?(subject: SubjectOf<T>, reader: Reader): boolean
  /** Returns why the action is shown but disabled. */
  disabledReason?(subject: SubjectOf<T>, reader: Reader): string | undefined
  /** Whether the action handles a text pasted while the subject has the focus. */
  matchesClipboard?: (text: string) => boolean
  /** Explains why no action accepted a pasted text. The nearest subject with an explanation shows it. */
  pasteRefusal?(subject: SubjectOf<T>, text: string): string | undefined
  /** Runs the action. Returns how to undo it, if possible. Thrown ApiErrors are shown. */
  run(subject: SubjectOf<T>, tools: ActionTools): Outcome | Promise<Outcome>
  /** Runs the action on a selection, as one step of the undo history. Undefined: the action is for one subject only. */
  many?: {
    /** Short label, shown below an icon. */
    label: () => string
    run(subjects: readonly SubjectOf<T>[], tools: ActionTools): Outcome | Promise<Outcome>
  }
}
