import type { RawBuilder } from 'kysely'
import type { Reader, User } from './reader.ts'

export type PictureCondition = RawBuilder<boolean>
/** A picture's id, or SQL for one. */
export type PictureId = string | RawBuilder<string>

/** A feature's uses of pictures: conditions on a picture's id. */
export interface PictureUses {
  /** A listed thing that everyone may see shows the picture. */
  isPublic: (id: PictureId) => PictureCondition
  /** A thing that this reader may see without a private link shows the picture. */
  isSeenBy: (id: string, reader: Reader<User>) => PictureCondition
  /**
   * The channel with this id shows the picture, and the channel's private link opens for the reader. Undefined: no
   * channel of the feature shows pictures.
   */
  isLinked?: (id: string, reader: Reader, link: string) => PictureCondition
  /** A thing that this user owns or may edit shows the picture. */
  isOwnedBy: (id: string, userId: string) => PictureCondition
}
