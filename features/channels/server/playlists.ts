import { isDeepStrictEqual } from 'node:util'
import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { channelsErrors } from '../contract.ts'
import { refusalTo, sectionFor, status, type StatusId } from '../rules.ts'
import { type Actor, recordRename } from './acts/record.ts'
import { orderBeforeMove, recordBarMove, recordChannels, reorderChannels } from './acts/record-bar.ts'
import { undoMoves } from './bar-undo.ts'
import { barLock, type Container, sectionContainer } from './containers.ts'
import { findNewPositions, withContainerLocks, type LockedTransaction, moveThings } from './move.ts'
import { containerOf, type PlaceColumns } from './container-of.ts'
import {
  deletePlaylist,
  findCommonPlace,
  findTeamOfChannel,
  findPlaylistsForUpdate,
  insertPlaylists,
  type PlaylistRow,
  updatePlaylist,
} from './queries/playlist-writes.ts'
import { returnChannel } from './team-channels.ts'

export type NewPlaylist = Pick<PlaylistRow, 'name' | 'status_id' | 'description' | 'tags' | 'picture_id' | 'adult' | 'is_left'>

/**
 * Creates a channel for the reader, or for the team that they act for. Without `order`, it goes to the end of its section.
 * @returns its id @throws 422
 */
export function createPlaylist(
  writer: TransactionRunner,
  reader: Reader<User>,
  playlist: NewPlaylist,
  order: number | undefined,
): Promise<string> {
  const ownerId = reader.user.teamId ?? reader.user.id
  const section = sectionContainer(
    ownerId,
    sectionFor({ is_archived: false, is_left: playlist.is_left ?? false, status_id: playlist.status_id }),
  )
  return withContainerLocks(writer, [section], async (locked) => {
    const [position] = await findNewPositions(locked, section, order)
    const id = newId()
    await insertPlaylists(locked.db, [{ ...playlist, id, user_id: reader.user.id, team_id: reader.user.teamId, position: position! }])
    await recordChannels(locked, reader.user, ownerId, [id])
    return id
  })
}

type Columns = Parameters<typeof updatePlaylist>[2]
export interface PlaylistChange {
  columns: Pick<Columns, 'name' | 'description' | 'tags' | 'picture_id' | 'adult' | 'finished'>
  status_id?: StatusId | undefined
  is_archived?: boolean | undefined
  is_left?: boolean | undefined
  order?: number | undefined
  /** Null removes the slug. */
  slug?: string | null | undefined
  newLink?: boolean | undefined
}

/**
 * Changes a channel, and moves it if its section changes.
 * @returns its id, which is new if the private link was replaced
 * @throws 403, 404, 422
 */
export async function changePlaylist(
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
  change: PlaylistChange,
  actor: Actor,
): Promise<string> {
  try {
    return await withContainerLocks(db, [barLock(ownerId)], async (locked) => {
      const now = await findInBar(locked, id, ownerId)
      if (change.columns.finished && refusalTo.finish(factsOf(now)) !== null) fail(channelsErrors.special_channel)
      const visibility = visibilityColumns(now, change)
      const columns = { ...change.columns, ...visibility, ...linkColumns(now, change) }
      const move = moveOf(now, { ...now, ...visibility }, change.order)
      if (columns.name !== undefined)
        await recordRename(locked, actor, { type: 'playlist', id, playlistId: id, name: columns.name }, ownerId)
      if (move) await moveChannel(locked, now, { ...move, order: change.order, columns }, actor)
      else if (Object.keys(columns).length) await updatePlaylist(locked.db, id, columns)
      return columns.id ?? id
    })
  } catch (error) {
    if (['playlist_slug_key', 'playlist_slug_look_key'].includes(violatedConstraint(error) ?? ''))
      fail(channelsErrors.slug_taken, { field: 'slug' })
    throw error
  }
}

export type CurrentPlaylist = Awaited<ReturnType<typeof findPlaylistsForUpdate>>[number]

/** Finds a channel of an owner whose bar is locked. @throws 404 if it was deleted or moved to another owner concurrently */
async function findInBar({ db }: LockedTransaction, id: string, ownerId: string): Promise<CurrentPlaylist> {
  const [now] = await findPlaylistsForUpdate(db, [id])
  return now?.owner_id === ownerId ? now : fail(commonErrors.not_found)
}

/** Facts for the rules, about a channel that the reader may edit. */
const factsOf = ({ kind }: CurrentPlaylist) => ({
  may_edit: true,
  direct_publish: kind === 'direct_publish',
  watch_later: kind === 'watch_later',
})

/** Returns the columns of visibility and section. */
function visibilityColumns(now: CurrentPlaylist, { status_id, is_archived, is_left }: PlaylistChange) {
  const channel = factsOf(now)
  const changesStatus = status_id !== undefined && status_id !== now.status_id
  if ((changesStatus && refusalTo.changeStatus(channel) !== null) || (is_archived && refusalTo.archive(channel) !== null))
    fail(channelsErrors.special_channel)
  return {
    ...(changesStatus && statusColumns(now, status_id)),
    // Archiving removes the channel from its group.
    ...(is_archived !== undefined && { is_archived, ...(is_archived && { group_id: null }) }),
    ...(is_left !== undefined && { is_left }),
  }
}

/** Returns the columns that change with the status. @param since the time of publication */
export const statusColumns = (now: CurrentPlaylist, status_id: StatusId, since = new Date()) => ({
  status_id,
  ...(status_id === status.public && now.status_id !== status.public && { public_since: since }),
  ...(status_id !== status.public && now.status_id === status.public && { public_since: null }),
  // A new private link, because users know the id from when the channel was public.
  ...(status_id === status.privateLink && now.id_was_public && { id: newId() }),
})

/** Returns the columns of the channel's addresses. */
function linkColumns(now: CurrentPlaylist, { status_id = now.status_id, slug, newLink }: PlaylistChange) {
  if (slug && slug !== now.slug && status_id !== status.public) fail(channelsErrors.slug_needs_public, { field: 'slug' })
  if (newLink && status_id !== status.privateLink) fail(channelsErrors.new_link_needs_private_link, { field: 'new_link' })
  return { ...(slug !== undefined && { slug }), ...(newLink && { id: newId() }) }
}

/** Returns the source and destination of a move; null if the channel stays in place. */
function moveOf(now: PlaceColumns, next: PlaceColumns, order: number | undefined): { from: Container; to: Container } | null {
  const [from, to] = [containerOf(now), containerOf(next)]
  if (!from || !to) return null
  const isUnchanged = order === undefined && isDeepStrictEqual(from, to)
  return isUnchanged ? null : { from, to }
}

/** Moves a channel in its bar. */
async function moveChannel(
  locked: LockedTransaction,
  now: CurrentPlaylist,
  { from, to, order, columns }: { from: Container; to: Container; order: number | undefined; columns: Partial<CurrentPlaylist> & Columns },
  actor: Actor,
): Promise<void> {
  const previousOrder = await orderBeforeMove(locked, now.owner_id, to)
  const before = await moveThings(locked, { ids: [now.id], from, to, index: order, columns })
  if (!previousOrder) return
  const undo = undoMoves(before, () => ({ before: now, after: { ...now, ...to.placeValues, ...columns } }))
  await recordBarMove(locked, actor, { ownerId: now.owner_id, container: to, previous: previousOrder, undo })
}

/** Deletes a user's channel. A team's channel is returned to the user who added it to the team. @throws 403, 404 */
export async function removePlaylist(db: Db, { id, ownerId }: { id: string; ownerId: string }, actor: Actor): Promise<void> {
  const { team_id: teamId } = (await findTeamOfChannel(db, id)) ?? fail(commonErrors.not_found)
  if (teamId !== null) return returnChannel(db, teamId, id, actor)
  await withContainerLocks(db, [barLock(ownerId)], async (locked) => {
    const now = await findInBar(locked, id, ownerId)
    if (refusalTo.delete(factsOf(now)) !== null) fail(channelsErrors.special_channel)
    await deletePlaylist(locked.db, id)
  })
}

/**
 * Reorders channels of one section.
 * @returns all ids of the section, in order @throws 422 unless all are in one section that the reader may edit
 */
export async function rearrangePlaylists(db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string[]> {
  const refuse = () => fail(channelsErrors.not_one_section, { field: 'playlists' })
  const { ownerId, section } = (await findCommonPlace(db, reader, ids)) ?? refuse()
  if (section === null) return refuse()
  const container = sectionContainer(ownerId, section)
  return withContainerLocks(db, [container], async (locked) => (await reorderChannels(locked, container, ids, reader.user)) ?? refuse())
}
