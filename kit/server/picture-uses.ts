import type { RawBuilder } from 'kysely'
import type { Reader, User } from './reader.ts'

export type PictureCondition = RawBuilder<boolean>
/** A picture's id, or SQL for one. */
export type PictureId = string | RawBuilder<string>

/** A feature's uses of pictures: conditions on a picture's id. */
export interface PictureUses {
  /** Whether a thing that everyone may see in a list shows the picture. */
  isPublic: (id: PictureId) => PictureCondition
  /** Whether a thing that this reader may see without a private link shows the picture. */
  isSeenBy: (id: string, reader: Reader<User>) => PictureCondition
  /**
   * Whether the channel with the id `link` shows the picture, and this private link opens for the reader. Undefined: no channel of the
   * feature shows pictures.
   */
  isLinked?: (id: string, reader: Reader, link: string) => PictureCondition
  /** Whether a thing that this user owns or may edit shows the picture. */
  isOwnedBy: (id: string, userId: string) => PictureCondition
}
