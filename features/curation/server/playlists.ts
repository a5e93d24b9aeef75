import { common } from '#kit/contract/problems.ts'
import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Writer } from '#kit/server/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { curationErrors } from '../contract.ts'
import { can, limits, reorder, sectionFor, status, type StatusId } from '../rules.ts'
import { inOwner, inTurn } from './locked.ts'
import { planOrder } from './positions.ts'
import { findPlaces, groupOf, listPlaced, lockOwner, sectionOf, writePositions } from './queries/places.ts'
import {
  countPlaylists,
  deletePlaylist,
  findCommonSection,
  findPlaylistForUpdate,
  insertPlaylists,
  type PlaylistRow,
  updatePlaylist,
} from './queries/playlist-writes.ts'

/** @throws 422 when an owner has no room for one more channel */
async function demandRoom(db: Db, ownerId: string): Promise<void> {
  if ((await countPlaylists(db, ownerId)) >= limits.playlists)
    fail(curationErrors.playlist_limit, { field: 'name', values: { count: limits.playlists } })
}

export type NewPlaylist = Pick<PlaylistRow, 'name' | 'status_id' | 'description' | 'tags' | 'picture_id' | 'adult' | 'is_left'>

/** Makes a channel of the reader's, or of the team in whose name they act; at a place in its section, or at the end. @returns its id @throws 422 */
export function createPlaylist(writer: Writer, reader: Reader<User>, playlist: NewPlaylist, order: number | undefined): Promise<string> {
  const ownerId = reader.user.teamId ?? reader.user.id
  return inOwner(writer, ownerId, async (db) => {
    await demandRoom(db, ownerId)
    const section = sectionFor({ is_archived: false, is_left: playlist.is_left ?? false, status_id: playlist.status_id })
    const [position] = await findPlaces(db, sectionOf(ownerId, section), { index: order })
    const id = newId()
    await insertPlaylists(db, [{ ...playlist, id, user_id: reader.user.id, team_id: reader.user.teamId, position: position! }])
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
  /** Null: none. */
  slug?: string | null | undefined
  newLink?: boolean | undefined
}

/** Changes a channel, and where it stands when that follows. @returns its id, which a new link replaces @throws 403, 404, 422 */
export async function changePlaylist(db: Db, { id, ownerId }: { id: string; ownerId: string }, change: PlaylistChange): Promise<string> {
  try {
    return await inOwner(db, ownerId, async (db) => {
      const now = (await findPlaylistForUpdate(db, id)) ?? fail(common.not_found)
      const visibility = visibilityColumns(now, change)
      const place = await placeColumns(db, { ...now, ...visibility }, now.section, change.order)
      const columns = { ...change.columns, ...visibility, ...linkColumns(now, change), ...place }
      if (Object.keys(columns).length) await updatePlaylist(db, id, columns)
      return columns.id ?? id
    })
  } catch (error) {
    if (['playlist_slug_key', 'playlist_slug_look_key'].includes(brokenConstraint(error) ?? ''))
      fail(curationErrors.slug_taken, { field: 'slug' })
    throw error
  }
}

type Current = NonNullable<Awaited<ReturnType<typeof findPlaylistForUpdate>>>

/** What the rules ask of a channel that was found to be the reader's to edit. */
const factsOf = ({ kind }: Current) => ({
  may_edit: true,
  direct_publish: kind === 'direct_publish',
  watch_later: kind === 'watch_later',
})

/** Who may see it, and the flags that decide about its section. */
function visibilityColumns(now: Current, { status_id, is_archived, is_left }: PlaylistChange) {
  const channel = factsOf(now)
  const changesStatus = status_id !== undefined && status_id !== now.status_id
  if ((changesStatus && can.changeStatus(channel) !== null) || (is_archived && can.archive(channel) !== null))
    fail(curationErrors.special_channel)
  const becomesPublic = status_id === status.public && now.status_id !== status.public
  const leavesPublic = status_id !== undefined && status_id !== status.public && now.status_id === status.public
  return {
    ...(status_id !== undefined && { status_id }),
    ...(becomesPublic && { public_since: new Date() }),
    ...(leavesPublic && { public_since: null }),
    // The archive is a place of its own: what goes there leaves its group.
    ...(is_archived !== undefined && { is_archived, ...(is_archived && { group_id: null }) }),
    ...(is_left !== undefined && { is_left }),
  }
}

/** The addresses under which it can be reached. */
function linkColumns(now: Current, { status_id = now.status_id as StatusId, slug, newLink }: PlaylistChange) {
  if (slug && slug !== now.slug && status_id !== status.public) fail(curationErrors.slug_needs_public, { field: 'slug' })
  if (newLink && status_id !== status.privateLink) fail(curationErrors.new_link_needs_private_link, { field: 'new_link' })
  // Who knew the channel while it was public must not know where the private one is.
  const hides = status_id === status.privateLink && now.id_was_public
  return { ...(slug !== undefined && { slug }), ...((newLink || hides) && { id: newId() }) }
}

/** A new position when it comes into another section, or is given another place in its own or in its group. */
async function placeColumns(db: Db, next: Current, formerly: string | null, order: number | undefined): Promise<{ position?: number }> {
  if (next.kind !== 'channel') return {}
  const section = next.group_id === null ? sectionFor(next) : null
  if (section === formerly && order === undefined) return {}
  const container = next.group_id === null ? sectionOf(next.owner_id, sectionFor(next)) : groupOf(next.group_id)
  const [position] = await findPlaces(db, container, { index: order, except: next.id })
  return { position: position! }
}

/** Deletes a user's own channel; a team's goes back to who made it. @throws 403, 404, 422 when its maker has no room for it */
export const removePlaylist = (db: Db, id: string): Promise<void> =>
  inTurn(db, [id], () =>
    db.transaction().execute(async (db) => {
      const now = (await findPlaylistForUpdate(db, id)) ?? fail(common.not_found)
      if (can.delete(factsOf(now)) !== null) fail(curationErrors.special_channel)
      if (now.team_id === null) return void (await deletePlaylist(db, id))
      await lockOwner(db, now.user_id)
      await demandRoom(db, now.user_id)
      const [position] = await findPlaces(db, sectionOf(now.user_id, sectionFor(now)))
      await updatePlaylist(db, id, { team_id: null, group_id: null, position: position! })
    }),
  )

/** Brings channels of one section into an order. @returns the ids of the whole section @throws 422 when they are not of one section of the reader's */
export async function rearrangePlaylists(db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string[]> {
  const refuse = () => fail(curationErrors.not_one_section, { field: 'playlists' })
  const { ownerId, section } = (await findCommonSection(db, reader, ids)) ?? refuse()
  return inOwner(db, ownerId, async (db) => {
    const placed = new Map((await listPlaced(db, sectionOf(ownerId, section))).map((playlist) => [playlist.id, playlist]))
    if (!ids.every((id) => placed.has(id))) refuse()
    const order = reorder([...placed.keys()], ids)
    await writePositions(db, 'playlist', planOrder(order.map((id) => placed.get(id)!)))
    return order
  })
}
