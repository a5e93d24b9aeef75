import type { RawBuilder } from 'kysely'
import type { Reader, User } from './reader.ts'

export type PictureCondition = RawBuilder<boolean>

/** Where a feature shows pictures: conditions over the id of a picture. */
export interface PictureUses {
  /** A listed thing that everybody may see shows it. */
  isPublic: (id: string) => PictureCondition
  /** A thing shows it that this reader may see without knowing a private link. */
  isSeenBy: (id: string, reader: Reader<User>) => PictureCondition
  /** The channel with this id shows it, and opens for a reader who knows its link. Absent: no channel of the feature shows pictures. */
  isLinked?: (id: string, reader: Reader, link: string) => PictureCondition
  /** A thing shows it that this user owns or may edit. */
  isOwnedBy: (id: string, userId: string) => PictureCondition
}
