import type { Language } from '#kit/contract/texts.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Actor } from '#features/channels/server/acts/record.ts'
import type { Mover } from '#features/channels/server/move-once.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import type { FoundAct } from './queries/acts.ts'

export interface UndoContext {
  teamId: string
  reader: Reader<User>
  language: Language
}
/** An act whose things are locked. */
export interface LockedAct {
  locked: LockedTransaction
  act: FoundAct
  actor: Actor
  undoing: UndoContext
  /** Titles of videos that are not restored, because their uploaded files were deleted. */
  lost: string[]
}

/**
 * Returns the mover for an undo or approval. `by` is null because no tab makes the move. `opId` is undefined because the move isn't
 * repeated.
 */
export const createActMover = ({ undoing, actor }: Pick<LockedAct, 'undoing' | 'actor'>): Mover => ({
  reader: undoing.reader,
  actor,
  by: null,
  opId: undefined,
})
