/** Ordered lists, described as data. `move.ts` moves items in them; `queries/places.ts` has their SQL. */
import type { Problem } from '#kit/contract/errors.ts'
import { channelsErrors } from '../contract.ts'
import { limits } from '../limits.ts'
import { type Section } from '../rules.ts'

/** Tables whose rows have a `position` in a container. */
export type OrderedTable = 'playlist' | 'playlist_group' | 'series' | 'video' | 'follow' | 'shortcut'
/** The row to lock while a container changes. Changes with the same lock run sequentially. */
export interface ContainerLock {
  row: 'owner' | 'playlist'
  id: string
}

interface Limit {
  count: number
  problem: Problem
  field: string
}
interface ContainerKind {
  table: OrderedTable
  /** Columns that select the rows of one container: the keys of `rowValues`. With a `parent`, the first column is the container's id. */
  rowColumns: readonly string[]
  /** Maximum rows per lock (not per container), and the error if it is exceeded. Null for containers that are only reordered. */
  limit: Limit | null
  /** Set if the container's own row isn't the locked row: the table of its row, and the column there with the id of the locked row. */
  parent?: { table: 'playlist_group' | 'series'; lockColumn: 'owner_id' | 'playlist_id' }
  /** Set if each item is itself a container of this kind, whose content moves along. */
  locksContainers?: 'videos'
}
const channels = {
  table: 'playlist',
  limit: { count: limits.playlists, problem: channelsErrors.playlist_limit, field: 'name' },
} as const satisfies Omit<ContainerKind, 'rowColumns'>

export const containerKinds = {
  /** Channels of a section of an owner's bar. */
  section: { ...channels, rowColumns: ['owner_id', 'section'] },
  /** Channels of a group. */
  group: { ...channels, rowColumns: ['group_id'], parent: { table: 'playlist_group', lockColumn: 'owner_id' } },
  /** Groups of an owner, in the bar or in the archive. */
  groups: {
    table: 'playlist_group',
    rowColumns: ['owner_id', 'is_archived'],
    limit: { count: limits.groups, problem: channelsErrors.group_limit, field: 'name' },
  },
  /** Series of a channel. */
  series: {
    table: 'series',
    rowColumns: ['playlist_id'],
    limit: { count: limits.series, problem: channelsErrors.series_limit, field: 'name' },
    locksContainers: 'videos',
  },
  /** Videos of a series. */
  videos: {
    table: 'video',
    rowColumns: ['series_id'],
    limit: { count: limits.videos, problem: channelsErrors.video_limit, field: 'videos' },
    parent: { table: 'series', lockColumn: 'playlist_id' },
  },
  /** Shortcuts of an owner on one side of the bar. */
  shortcuts: {
    table: 'shortcut',
    rowColumns: ['owner_id', 'is_left'],
    limit: { count: limits.shortcuts, problem: channelsErrors.shortcut_limit, field: 'tier_id' },
  },
  /** A user's followed items. */
  follows: { table: 'follow', rowColumns: ['user_id'], limit: null },
} as const satisfies Record<string, ContainerKind>

type Columns = Readonly<Record<string, string | boolean | null>>
export interface Container {
  kind: keyof typeof containerKinds
  lock: ContainerLock
  /** The id of the container's row, for kinds with a `parent`. */
  id?: string
  /** The columns that select the container's rows, with their values. */
  rowValues: Columns
  /** Columns that a row gets when it moves into the container. */
  placeValues: Columns
}

/** The lock of an owner's whole bar. The owner is a user or a team. */
export const barLock = (ownerId: string) => ({ lock: { row: 'owner', id: ownerId } }) as const satisfies Pick<Container, 'lock'>

/**
 * Returns the container of a section. Callers set the status before: channels in `public` must be public, channels in `left` and `other`
 * must not.
 */
export const sectionContainer = (ownerId: string, section: Section): Container => ({
  kind: 'section',
  ...barLock(ownerId),
  rowValues: { owner_id: ownerId, section },
  placeValues: {
    group_id: null,
    is_archived: section === 'archive',
    ...((section === 'left' || section === 'other') && { is_left: section === 'left' }),
  },
})
export const groupContainer = (ownerId: string, groupId: string): Container => ({
  kind: 'group',
  ...barLock(ownerId),
  id: groupId,
  rowValues: { group_id: groupId },
  placeValues: { group_id: groupId, is_archived: false },
})
export const groupsContainer = (ownerId: string, isArchived: boolean): Container => ({
  kind: 'groups',
  ...barLock(ownerId),
  rowValues: { owner_id: ownerId, is_archived: isArchived },
  placeValues: { is_archived: isArchived },
})
export const seriesContainer = (playlistId: string): Container => ({
  kind: 'series',
  lock: { row: 'playlist', id: playlistId },
  rowValues: { playlist_id: playlistId },
  placeValues: { playlist_id: playlistId },
})
export const videosContainer = ({ id, playlistId }: { id: string; playlistId: string }): Container => ({
  kind: 'videos',
  lock: { row: 'playlist', id: playlistId },
  id,
  rowValues: { series_id: id },
  placeValues: { series_id: id },
})
export const shortcutsContainer = (ownerId: string, isLeft: boolean): Container => ({
  kind: 'shortcuts',
  ...barLock(ownerId),
  rowValues: { owner_id: ownerId, is_left: isLeft },
  placeValues: { is_left: isLeft },
})
export const followedItemsContainer = (userId: string): Container => ({
  kind: 'follows',
  ...barLock(userId),
  rowValues: { user_id: userId },
  placeValues: { user_id: userId },
})
