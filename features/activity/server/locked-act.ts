import type { Language } from '#kit/contract/texts.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Actor } from '#features/channels/server/acts/record.ts'
import type { Mover } from '#features/channels/server/conclude-move.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import type { FoundAct } from './queries/acts.ts'

export interface UndoContext {
  teamId: string
  reader: Reader<User>
  language: Language
}
/** An act under its locks. */
export interface LockedAct {
  locked: LockedTransaction
  act: FoundAct
  actor: Actor
  undoing: UndoContext
  /** Titles of videos that are not restored, because their uploaded files were deleted. */
  lost: string[]
}

/** Describes the move of an undo or approval: it has no tab, and is not repeated. */
export const moverOf = ({ undoing, actor }: Pick<LockedAct, 'undoing' | 'actor'>): Mover => ({
  reader: undoing.reader,
  actor,
  by: null,
  opId: undefined,
})
