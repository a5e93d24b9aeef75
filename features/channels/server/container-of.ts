import { sectionFor, type StatusId } from '../rules.ts'
import { type Container, groupContainer, sectionContainer } from './containers.ts'

/** Columns that decide where a channel is placed. */
export interface PlaceColumns {
  kind: string
  owner_id: string
  group_id: string | null
  is_archived: boolean
  is_left: boolean
  status_id: StatusId
}
/** Returns the channel's group or section; null for built-in channels. */
export function containerOf(channel: PlaceColumns): Container | null {
  const { kind, owner_id: ownerId, group_id: groupId } = channel
  if (kind !== 'channel') return null
  return groupId === null ? sectionContainer(ownerId, sectionFor(channel)) : groupContainer(ownerId, groupId)
}
