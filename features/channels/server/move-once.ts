/**
 * Steps of every move of videos and series: makes the move once, raises revisions, and notifies the pages of all who may edit the channel.
 */
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { readTabId } from '#kit/server/http/changes.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Ctx } from '#kit/server/http/handlers.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { ChannelEffect, MoveResult } from '../contract.ts'
import { findInsertionIndex, type InsertionPoint } from '../insertion-point.ts'
import { type Actor, type ActPlace, recordMove } from './acts/record.ts'
import type { Container } from './containers.ts'
import { listItemsInOrder, type LockedTransaction, type PreviousPlace } from './move.ts'
import { type ChannelOutcome, finishMove, findOperation, findRevision, insertOperation } from './queries/moves.ts'

/** The caller of a move. */
export interface Mover {
  reader: Reader<User>
  /** The user to whom the team's activity attributes the move. */
  actor: Actor
  /** The browser tab that makes the call. */
  by: string | null
  /** Identifies a move that the client may repeat. Undefined: the items must still be at the places that the call names. */
  opId: string | undefined
  /** Reads the call's response, which is kept with the `op_id`. */
  readResponse?: (db: Db) => Promise<string>
}

/** Kinds of calls, whose responses differ. */
export type MoveKind = 'video' | 'videos' | 'series' | 'change'

/** Describes the caller of a route. */
export const createMover = ({ reader, request }: Pick<Ctx<User>, 'reader' | 'request'>, opId: string | undefined): Mover => ({
  reader,
  actor: reader.user,
  by: readTabId(request.headers['tab-id']),
  opId,
})

/** A concurrent call moved the items to another channel before the locks were taken. */
export class StaleMoveError extends Error {}

/** Repeats a move that a concurrent call made stale. */
export async function retryStaleMove<T>(move: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= 4; attempt++)
    try {
      return await move(attempt === 1)
    } catch (error) {
      if (!(error instanceof StaleMoveError) && violatedConstraint(error) !== 'move_operation_pkey') throw error
    }
  return fail(commonErrors.not_found)
}

interface RepeatableMove<T> {
  kind: MoveKind
  perform: () => Promise<T>
  /** Returns the series that is the call's response. */
  seriesOf?: (result: T) => string
}

/**
 * Makes a move once for each `op_id` of a user. A repeated move changes nothing and gets the first result.
 * @throws 409 if the id was used for another kind of call
 */
export async function moveOnce<T extends object>(
  locked: LockedTransaction,
  { reader, opId, readResponse }: Mover,
  { kind, perform, seriesOf }: RepeatableMove<T>,
): Promise<T> {
  if (opId === undefined) return perform()
  const { db } = locked
  const earlierOperation = await findOperation(db, reader.user.id, opId)
  if (earlierOperation) {
    if (earlierOperation.kind !== kind) fail(commonErrors.key_reused)
    locked.isUnchanged = true
    return earlierOperation.result as unknown as T
  }
  const result = await perform()
  const answer = await readResponse?.(db)
  const operation = { userId: reader.user.id, opId, kind, result, channels: locked.channelIds }
  await insertOperation(db, { ...operation, answer, seriesId: answer === undefined ? seriesOf?.(result) : undefined })
  return result
}

/** Finds the index for moved items next to their neighbours. */
export async function findIndexByNeighbours(
  locked: LockedTransaction,
  to: Container,
  moving: readonly string[],
  { index, before, after }: InsertionPoint,
) {
  if (before === undefined && after === undefined) return { index, placed: 'exact' as const }
  const isMoving = new Set(moving)
  const order = (await listItemsInOrder(locked, to)).flatMap(({ id }) => (isMoving.has(id) ? [] : [id]))
  return findInsertionIndex(order, { index, before, after })
}

interface CompletedMove {
  type: ChannelEffect['type']
  to: Container
  ids: readonly string[]
  before: readonly PreviousPlace[]
  /** Former places; none if no team's activity records the move. */
  previous: readonly ActPlace[]
  placed: MoveResult['placed']
  /** Whether something other than places has changed. */
  isChanged: boolean
  /** Whether the effect lacks some of the changes, so that pages must read the channel again. */
  isPartial: boolean
}

/** Raises the revisions and notifies other pages, unless nothing has changed. */
export async function publishMove(
  locked: LockedTransaction,
  { reader, by, actor }: Mover,
  { type, to, ids, before, previous, placed, isChanged, isPartial }: CompletedMove,
): Promise<MoveResult> {
  const { db } = locked
  const channelId = to.lock.id
  if (!locked.hasMoved && !isChanged) {
    locked.isUnchanged = true
    return { placed, revision: (await findRevision(db, channelId))?.revision ?? 0, effects: [] }
  }
  const changedChannels = new Map(
    [to, ...before.map(({ container }) => container)].flatMap(({ id, lock }) => (id === undefined ? [] : [[id, lock.id]])),
  )
  const { channels, placed: order, homes } = (await finishMove[type](db, [...locked.channelIds], ids, [...changedChannels.keys()]))!
  locked.isRaised = true
  if (locked.hasMoved && previous.length) {
    const places = new Map(before.map((item) => [item.id, { playlistId: item.container.lock.id, index: item.index }]))
    await recordMove(locked, actor, {
      type,
      to: { playlistId: channelId, id: to.id ?? channelId },
      previous: previous.map((place) => ({ ...place, ...places.get(place.id)! })),
      placed: order.map(({ id, after }) => ({ id, in: to.id ?? channelId, after })),
    })
  }
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]))
  const effects = [...new Set([channelId, ...before.map(({ container }) => container.lock.id)])].map((id): ChannelEffect => {
    const isDestination = id === channelId
    return {
      playlist_id: id,
      revision: channelOf.get(id)!.revision,
      type,
      placed: isDestination ? order.map((item) => ({ id: item.id, in: to.id ?? channelId, after: item.after })) : [],
      gone: isDestination ? [] : before.flatMap((item) => (item.container.lock.id === id ? [item.id] : [])),
      homes: homes.filter((home) => changedChannels.get(home.in) === id),
      is_partial: isPartial,
    }
  })
  await insertLiveEvents(
    db,
    effects.flatMap((effect) =>
      receiversOf(channelOf.get(effect.playlist_id)!, reader.user.id).map((to) => ({
        to,
        name: 'moved' as const,
        data: { moves: [effect], by },
        scope: channelOf.get(effect.playlist_id)!.team_id ?? undefined,
      })),
    ),
  )
  return { placed, revision: channelOf.get(channelId)!.revision, effects }
}

/** Returns the accounts whose pages show a move: its author, and the members of the team that owns the channel. */
const receiversOf = ({ members }: ChannelOutcome, authorId: string): string[] => [...new Set([authorId, ...(members ?? [])])]
