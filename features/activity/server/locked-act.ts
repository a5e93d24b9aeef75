import type { Language } from '#kit/contract/texts.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Actor } from '#features/channels/server/acts/record.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import type { FoundAct } from './queries/acts.ts'

export interface Undoing {
  teamId: string
  reader: Reader<User>
  language: Language
}
/** An act under its locks. */
export interface LockedAct {
  locked: LockedTransaction
  act: FoundAct
  actor: Actor
  undoing: Undoing
}
