import type { ItemType } from '../rules.ts'

/** A video or series whose comments are shown. */
export interface CommentedItem {
  type: ItemType
  id: string
  name: string
  teamId: string
}
