/** Moves channels between the sections and groups of their owner's bar, and sets the status that follows from the place. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { channelsErrors, type PlaylistTile, type UndoMove } from '../contract.ts'
import type { Actor } from './acts/record.ts'
import { orderBeforeMove, recordBarMove } from './acts/record-bar.ts'
import { dropResult, type DropTarget } from '../drop-rules.ts'
import { type Section, sectionFor, type StatusId } from '../rules.ts'
import { barLock, type Container, groupContainer, sectionContainer } from './containers.ts'
import { withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { containerOf } from './container-of.ts'
import { undoMoves } from './bar-undo.ts'
import { type CurrentPlaylist, statusColumns } from './playlists.ts'
import { findCommonPlace, findPlaylistsForUpdate } from './queries/playlist-writes.ts'
import { listTiles } from './queries/playlists.ts'

/** A group as destination. */
export interface GroupPlace {
  id: string
  ownerId: string
  status_id: StatusId
}
export interface BarMove {
  ids: readonly string[]
  to: Section | Pick<GroupPlace, 'id' | 'status_id'>
  /** Absent or beyond the end: the end. */
  order?: number | undefined
  /** Default: the status that follows from the place. */
  status_id?: StatusId | undefined
  is_left?: boolean | undefined
}

/**
 * Moves channels of an owner, whose bar is locked, to adjacent positions.
 * @param actor for the team's activity; undefined if another act includes this move
 * @returns the calls that undo the move
 * @throws 404 if any was deleted concurrently, 403 for built-in channels, 422 if the status doesn't fit the section
 */
export async function moveInBar(
  locked: LockedTransaction,
  ownerId: string,
  { ids, to, order, status_id, is_left }: BarMove,
  actor: Actor | undefined,
): Promise<UndoMove[]> {
  const channels = new Map((await findPlaylistsForUpdate(locked.db, ids)).map((channel) => [channel.id, channel]))
  const now = (id: string) => channels.get(id)!
  if (!ids.every((id) => channels.get(id)?.owner_id === ownerId)) fail(commonErrors.not_found)
  const target: DropTarget = typeof to === 'string' ? { at: to } : { at: 'group', ...to }
  const since = new Date()
  const changes = new Map(
    ids.map((id) => {
      const next = statusAfter(now(id), target, status_id)
      if (typeof to === 'string' && sectionFor({ is_archived: to === 'archive', is_left: to === 'left', status_id: next }) !== to)
        fail(channelsErrors.section_by_status, { field: 'status_id' })
      const changesSide = is_left !== undefined && to !== 'left' && to !== 'other'
      return [id, { ...(next !== now(id).status_id && statusColumns(now(id), next, since)), ...(changesSide && { is_left }) }]
    }),
  )
  const container = typeof to === 'string' ? sectionContainer(ownerId, to) : groupContainer(ownerId, to.id)
  const previousOrder = actor && (await orderBeforeMove(locked, ownerId, container))
  const before = await moveThings(locked, {
    ids,
    from: (id) => containerOf(now(id))!,
    to: container,
    index: order,
    columns: (id) => changes.get(id)!,
  })
  const undo = undoMoves(before, (id) => ({ before: now(id), after: { ...now(id), ...container.placeValues, ...changes.get(id) } }))
  if (actor && previousOrder) await recordBarMove(locked, actor, { ownerId, container, previous: previousOrder, undo })
  return undo
}

/** Returns the chosen status, else the status that follows from the place. A channel moved to `public` requires an explicit status. */
function statusAfter(channel: CurrentPlaylist, target: DropTarget, chosenStatus: StatusId | undefined): StatusId {
  const { id, kind, status_id, group_id: groupId } = channel
  const place = groupId === null ? sectionFor(channel) : 'group'
  const source = kind === 'channel' ? ({ kind, place } as const) : ({ kind: 'special', place: 'account' } as const)
  const drop = dropResult({ ...source, id, status_id, groupId }, target, 'editor')
  if (!drop.allowed) return fail(channelsErrors.special_channel, { field: 'playlists' })
  if (chosenStatus) return chosenStatus
  if (drop.asks === 'publish' && target.at === 'public') fail(channelsErrors.section_by_status, { field: 'status_id' })
  return drop.status_id ?? status_id
}

/** Returns the owner of channels. @throws 422 unless the reader may edit all of them and they have one owner */
export async function assertOneOwner(db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string> {
  const { ownerId } = (await findCommonPlace(db, reader, ids)) ?? fail(channelsErrors.not_one_owner, { field: 'playlists' })
  return ownerId
}

/**
 * Moves channels that the reader may edit.
 * @param move `to`: the destination, a section or a group
 * @returns the moved channels, and the calls that undo the move @throws 403, 404, 422
 */
export async function movePlaylists(
  db: Db,
  reader: Reader<User>,
  move: Omit<BarMove, 'to'> & { to: Section | GroupPlace },
): Promise<{ playlists: PlaylistTile[]; undo: UndoMove[] }> {
  const ownerId = await assertOneOwner(db, reader, move.ids)
  const { to } = move
  if (typeof to !== 'string' && to.ownerId !== ownerId) fail(channelsErrors.not_one_owner, { field: 'playlists' })
  const places: readonly (Container | ReturnType<typeof barLock>)[] = [
    typeof to === 'string' ? barLock(ownerId) : groupContainer(ownerId, to.id),
  ]
  return withContainerLocks(db, places, async (locked) => {
    const undo = await moveInBar(locked, ownerId, move, reader.user)
    return {
      playlists: await readTiles(
        locked.db,
        reader,
        ownerId,
        undo.flatMap(({ playlists }) => playlists),
      ),
      undo,
    }
  })
}

/** Reads channels of an owner as tiles, by position. */
export async function readTiles(db: Db, reader: Reader<User>, ownerId: string, ids: readonly string[]): Promise<PlaylistTile[]> {
  return (await listTiles(db, reader, ownerId, ids)).toSorted((a, b) => a.order - b.order)
}
