import type { ItemType } from '../rules.ts'

/** The item that is commented on. */
export interface CommentedItem {
  type: ItemType
  id: string
  name: string
  teamId: string
}
