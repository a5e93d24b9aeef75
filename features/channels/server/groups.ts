import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { databaseOfRunner, type TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import type { Select } from '#kit/server/select.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { channelsErrors, type Group, type PlaylistTile } from '../contract.ts'
import { sections, sectionFor, type StatusId } from '../rules.ts'
import { assertOneOwner, type GroupPlace, moveInBar, readTiles } from './bar.ts'
import { announceToTeam } from './announce.ts'
import type { Actor } from './acts/record.ts'
import { reorderChannels } from './acts/record-bar.ts'
import { barLock, groupContainer, groupsContainer } from './containers.ts'
import { findNewPositions, withContainerLocks, moveThings, reorderContainer } from './move.ts'
import {
  deleteGroup,
  findCommonGroupPlace,
  findGroup,
  findGroupAccess,
  type GroupRow,
  insertGroups,
  updateGroup,
} from './queries/groups.ts'
import { findPlaylistsForUpdate } from './queries/playlist-writes.ts'
import { listPlacedItems } from './queries/places.ts'

/** @throws 404 for all users but the owner */
export async function findEditableGroup(select: Select, id: string): Promise<GroupPlace> {
  const [groupAccess] = await select(findGroupAccess, id)
  if (groupAccess?.only_suggests) fail(commonErrors.only_suggests)
  return groupAccess ? { id, ownerId: groupAccess.owner_id, status_id: groupAccess.status_id } : fail(commonErrors.not_found)
}

/** @throws 404 */
export const readGroup = async (db: Db, reader: Reader<User>, id: string): Promise<Group> =>
  (await findGroup(db, reader, id)) ?? fail(commonErrors.not_found)

export interface NewGroup {
  name: string
  status_id: StatusId
  playlists: readonly string[]
  order?: number | undefined
}
/** Creates a group for the reader, or for the team that they act for, with channels of the same owner. @returns its id @throws 403, 422 */
export async function createGroup(
  writer: TransactionRunner,
  reader: Reader<User>,
  { name, status_id, playlists, order }: NewGroup,
): Promise<string> {
  const { id: user_id, teamId } = reader.user
  const ownerId = teamId ?? user_id
  if ((await assertOneOwner(databaseOfRunner(writer), reader, playlists)) !== ownerId)
    fail(channelsErrors.not_one_owner, { field: 'playlists' })
  const groups = groupsContainer(ownerId, false)
  return withContainerLocks(writer, [groups], async (locked) => {
    const [position] = await findNewPositions(locked, groups, order)
    const id = newId()
    await insertGroups(locked.db, [{ id, user_id, team_id: teamId, name, status_id, position: position! }])
    await moveInBar(locked, ownerId, { ids: playlists, to: { id, status_id } }, reader.user)
    return id
  })
}

export interface GroupChange {
  columns: Partial<Pick<GroupRow, 'name' | 'status_id' | 'picture_id'>>
  is_archived?: boolean | undefined
  order?: number | undefined
}
/** @throws 404 */
export const changeGroup = (db: Db, reader: Reader<User>, { id, ownerId }: GroupPlace, { columns, ...place }: GroupChange): Promise<void> =>
  withContainerLocks(db, [groupContainer(ownerId, id)], async (locked) => {
    const { isArchived } = (await findCommonGroupPlace(locked.db, reader, [id])) ?? fail(commonErrors.not_found)
    const { is_archived = isArchived, order } = place
    if (order !== undefined || is_archived !== isArchived)
      await moveThings(locked, {
        ids: [id],
        from: groupsContainer(ownerId, isArchived),
        to: groupsContainer(ownerId, is_archived),
        index: order,
        columns,
      })
    else if (Object.keys(columns).length) await updateGroup(locked.db, id, columns)
  })

/** Deletes a group. Its channels move to the end of their sections, in order. @throws 404 */
export const removeGroup = (db: Db, { id, ownerId }: GroupPlace, actor: Actor): Promise<void> =>
  withContainerLocks(db, [groupContainer(ownerId, id)], async (locked) => {
    const order = (await listPlacedItems(locked.db, groupContainer(ownerId, id))).map((item) => item.id)
    const channels = new Map((await findPlaylistsForUpdate(locked.db, order)).map((channel) => [channel.id, channel]))
    for (const to of sections) {
      const ids = order.filter((item) => sectionFor(channels.get(item)!) === to)
      if (ids.length) await moveInBar(locked, ownerId, { ids, to }, actor)
    }
    await deleteGroup(locked.db, id)
    const teamId = locked.teams.get(ownerId)
    if (teamId !== undefined) await announceToTeam(locked.db, teamId, [`group:${id}`, 'my-playlists', `activity:${teamId}`], actor.id)
  })

/**
 * @returns the ids of all groups of the bar, or of the archive, in order
 * @throws 422 unless the named groups have one owner and are all in the bar, or all in the archive
 */
export async function rearrangeGroups(db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string[]> {
  const refuse = () => fail(channelsErrors.groups_not_together, { field: 'groups' })
  const { ownerId, isArchived } = (await findCommonGroupPlace(db, reader, ids)) ?? refuse()
  const container = groupsContainer(ownerId, isArchived)
  return withContainerLocks(db, [container], async (locked) => (await reorderContainer(locked, container, ids)) ?? refuse())
}

/** @returns the ids of all channels of the group, in order @throws 404, 422 if a named channel is not in the group */
export function rearrangeGroup(db: Db, { id, ownerId }: GroupPlace, ids: readonly string[], actor: Actor): Promise<string[]> {
  const container = groupContainer(ownerId, id)
  return withContainerLocks(
    db,
    [container],
    async (locked) => (await reorderChannels(locked, container, ids, actor)) ?? fail(channelsErrors.not_in_group, { field: 'playlists' }),
  )
}

interface Member {
  playlistId: string
  order: number | undefined
}
/**
 * Adds a channel to a group. If the channel is already there, it moves only if a position is given.
 * @throws 404, 422 for another owner's channel
 */
export function addToGroup(db: Db, group: GroupPlace, { playlistId, order }: Member, actor: Actor): Promise<void> {
  return withContainerLocks(db, [groupContainer(group.ownerId, group.id)], async (locked) => {
    const [channel] = await findPlaylistsForUpdate(locked.db, [playlistId])
    if (channel?.group_id !== group.id || order !== undefined)
      await moveInBar(locked, group.ownerId, { ids: [playlistId], to: group, order }, actor)
  })
}

/**
 * Moves a channel from its group to the section that fits its status.
 * @returns the updated channel
 * @throws 404, 422 if the channel is not in the group
 */
export function removeFromGroup(
  db: Db,
  reader: Reader<User>,
  { id, ownerId }: GroupPlace,
  { playlistId, order, status_id }: Member & { status_id: StatusId | undefined },
): Promise<PlaylistTile> {
  return withContainerLocks(db, [barLock(ownerId)], async (locked) => {
    const [channel] = await findPlaylistsForUpdate(locked.db, [playlistId])
    if (channel?.group_id !== id) return fail(channelsErrors.not_in_group, { field: 'playlist_id' })
    const to = sectionFor({ ...channel, status_id: status_id ?? channel.status_id })
    const [undo] = await moveInBar(locked, ownerId, { ids: [playlistId], to, order, status_id }, reader.user)
    const [tile] = await readTiles(locked.db, reader, ownerId, undo!.playlists)
    return tile!
  })
}
