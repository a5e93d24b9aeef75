/** Copies channels, series and videos. A copy is independent of its source. */
import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { channelsErrors } from '../contract.ts'
import { limits } from '../limits.ts'
import { sectionFor, status, type StatusId } from '../rules.ts'
import { recordAct, recordNewSeries } from './acts/record.ts'
import { recordChannels } from './acts/record-bar.ts'
import type { VideoDestination } from './access.ts'
import { groupContainer, groupsContainer, sectionContainer, seriesContainer, videosContainer } from './containers.ts'
import { assertWithinLimit, findNewPositions, withContainerLocks, type LockedTransaction } from './move.ts'
import * as queries from './queries/copies.ts'
import { copyGroup as copyGroupRow } from './queries/groups.ts'
import { listPlacedItems } from './queries/places.ts'
import { destinationContainer, destinationSeries } from './series.ts'
import type { Destination } from './videos.ts'

/** Rate limit of copied videos: as many as 600 calls add, at 50 videos each. */
const copiedVideosLimit = { max: 30_000, windowSeconds: 60 }

export interface CopyContext {
  writer: TransactionRunner
  reader: Reader<User>
  limits: Pick<Limits, 'count'>
}
/** The result. `isPending`: pages of some videos have not been fetched yet. */
export interface CopyResult {
  id: string
  isPending: boolean
}

/** Throws 404 if something that the copy refers to was deleted concurrently. */
export async function notFoundIfDeleted(copying: Promise<CopyResult>): Promise<CopyResult> {
  try {
    return await copying
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_fkey')) fail(commonErrors.not_found)
    throw error
  }
}

/**
 * Checks the size of a copy before anything is written.
 * @throws 404 unless the reader can see everything, 422 above the limit, 429 for too many videos copied in a minute
 */
function assertExtent(
  { reader, limits: counters }: Omit<CopyContext, 'writer'>,
  { sources, videos }: queries.CopySize,
  expected = 1,
): void {
  if (sources < expected) fail(commonErrors.not_found)
  if (videos > limits.copied) fail(channelsErrors.copy_limit, { values: { count: limits.copied } })
  if (videos > 0) assertAllowed(counters.count(`copied-videos:${reader.user.id}`, copiedVideosLimit, videos))
}

export interface NewPlaylistCopy {
  sourceId: string
  name: string
  statusId: StatusId
  isLeft: boolean
  order: number | undefined
}
/** Copies a channel for the reader, or for the team that they act for. @throws 404, 422, 429 */
export function copyPlaylist(copying: CopyContext, { sourceId, name, statusId, isLeft, order }: NewPlaylistCopy): Promise<CopyResult> {
  const { writer, reader } = copying
  const ownerId = reader.user.teamId ?? reader.user.id
  const section = sectionContainer(ownerId, sectionFor({ is_archived: false, is_left: isLeft, status_id: statusId }))
  const copied = withContainerLocks(writer, [section], async (locked) => {
    const [position] = await findNewPositions(locked, section, order)
    const extent = await queries.findPlaylistsCopySize(locked.db, reader, [sourceId])
    assertExtent(copying, extent)
    const id = newId()
    const copies = [{ sourceId, id, position: position!, name }]
    if ((await queries.copyPlaylists(locked.db, reader, copies, { statusId, isLeft })) === 0) fail(commonErrors.not_found)
    await recordChannels(locked, reader.user, ownerId, [id])
    return { id, isPending: extent.isPending }
  })
  return notFoundIfDeleted(copied)
}

/** Copies a group with its channels for the reader, or for the team that they act for. @throws 404, 422, 429 */
export function copyGroup(copying: CopyContext, source: { id: string; ownerId: string }, index: number | undefined): Promise<CopyResult> {
  const { writer, reader } = copying
  const ownerId = reader.user.teamId ?? reader.user.id
  const groups = groupsContainer(ownerId, false)
  const copied = withContainerLocks(writer, [groups], async (locked) => {
    const { db } = locked
    const [position] = await findNewPositions(locked, groups, index)
    const id = newId()
    if (!(await copyGroupRow(db, reader, source.id, { id, position: position! }))) fail(commonErrors.not_found)
    const channels = await listPlacedItems(db, groupContainer(source.ownerId, source.id))
    await assertWithinLimit(db, groupContainer(ownerId, id), channels.length)
    const ids = channels.map((channel) => channel.id)
    const extent = await queries.findPlaylistsCopySize(db, reader, ids)
    assertExtent(copying, extent, 0)
    const copies = channels.map((channel) => ({ sourceId: channel.id, id: newId(), position: channel.position, name: null }))
    await queries.copyPlaylists(db, reader, copies, { statusId: status.private, groupId: id })
    const copied = copies.map((copy) => copy.id)
    await recordChannels(locked, reader.user, ownerId, copied)
    return { id, isPending: extent.isPending }
  })
  return notFoundIfDeleted(copied)
}

/** A source inside a channel. */
export interface NestedSource {
  id: string
  /** The channel id given by the caller; gives access to a private link. */
  playlistId: string | undefined
}
/** Destination of a copied series. */
interface SeriesCopyPlace {
  playlistId: string
  index: number | undefined
  name: string
}
/** Copies a series into a channel. @throws 404, 422, 429 */
export function copySeries(copying: CopyContext, source: NestedSource, to: SeriesCopyPlace): Promise<CopyResult> {
  return notFoundIfDeleted(
    withContainerLocks(copying.writer, [seriesContainer(to.playlistId)], (locked) => placeSeriesCopy(locked, copying, source, to)),
  )
}

/** Copies a series into a locked channel. */
export async function placeSeriesCopy(
  locked: LockedTransaction,
  copying: Omit<CopyContext, 'writer'>,
  source: NestedSource,
  { playlistId, index, name }: SeriesCopyPlace,
): Promise<CopyResult> {
  const { db } = locked
  const { reader } = copying
  const channel = seriesContainer(playlistId)
  const [position] = await findNewPositions(locked, channel, index)
  const extent = await queries.findSeriesCopySize(db, reader, source.id, source.playlistId)
  await assertWithinLimit(db, { kind: 'videos', lock: channel.lock }, extent.videos)
  assertExtent(copying, extent)
  const id = newId()
  const copy = { sourceId: source.id, sourcePlaylistId: source.playlistId, id, playlistId, name, position: position! }
  if (!(await queries.copySeries(db, reader, { ...copy, maxVideos: extent.videos, raises: locked.channelIds })))
    fail(commonErrors.not_found)
  locked.isRaised = true
  await recordNewSeries(locked, reader.user, { id, playlistId })
  return { id, isPending: extent.isPending }
}

/** Copies a video into a series. @throws 404, 422 */
export function copyVideo(
  copying: CopyContext,
  source: NestedSource,
  to: VideoDestination,
  index: number | undefined,
): Promise<CopyResult> {
  const copied = withContainerLocks(copying.writer, [destinationContainer(to)], async (locked) =>
    placeVideoCopy(locked, copying.reader, source, { ...(await destinationSeries(locked, to)), index }),
  )
  return notFoundIfDeleted(copied)
}

/** Copies a video into a series of a locked channel. */
export async function placeVideoCopy(
  locked: LockedTransaction,
  reader: Reader<User>,
  source: NestedSource,
  to: Destination,
): Promise<CopyResult> {
  const [position] = await findNewPositions(locked, videosContainer(to), to.index)
  const id = newId()
  const copy = { sourceId: source.id, sourcePlaylistId: source.playlistId, id, seriesId: to.id, position: position! }
  const { isPending } = (await queries.copyVideo(locked.db, reader, copy)) ?? fail(commonErrors.not_found)
  await recordAct(locked, reader.user, { kind: 'added', type: 'video', ids: [id], playlistId: to.playlistId })
  return { id, isPending }
}
