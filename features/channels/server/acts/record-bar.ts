/** Records what members do with the channels of a team. */
import { isDeepStrictEqual } from 'node:util'
import type { UndoMove } from '../../contract.ts'
import type { Container } from '../containers.ts'
import { type LockedTransaction, reorderContainer } from '../move.ts'
import { planOrder } from '../positions.ts'
import { insertMove } from '../queries/acts.ts'
import { listPlacedItems } from '../queries/places.ts'
import { type Actor, newAct, recordTeamAct } from './record.ts'

type LockedScope = Pick<LockedTransaction, 'db' | 'teams'>

/** Records channels that were created for a team. */
export async function recordChannels({ db, teams }: LockedScope, actor: Actor, ownerId: string, ids: readonly string[]): Promise<void> {
  const teamId = teams.get(ownerId)
  if (teamId !== undefined && ids.length)
    await recordTeamAct({ db }, teamId, actor, { kind: 'added', type: 'playlist', ids, playlistId: ids[0]! })
}

/** Returns the order of a team's container before a move; undefined if a user owns it. */
export const orderBeforeMove = async ({ db, teams }: LockedScope, ownerId: string, container: Container) =>
  teams.has(ownerId) ? await listPlacedItems(db, container) : undefined

interface BarMove {
  ownerId: string
  container: Container
  previous: readonly { id: string }[]
  undo: readonly UndoMove[]
}
/** Records channels that were moved in the bar, unless they are at their former places again. */
export async function recordBarMove(
  { db, teams }: LockedScope,
  actor: Actor,
  { ownerId, container, previous, undo }: BarMove,
): Promise<void> {
  const order = (await listPlacedItems(db, container)).map(({ id }) => id)
  if (
    isDeepStrictEqual(
      previous.map(({ id }) => id),
      order,
    )
  )
    return
  const ids = undo.flatMap(({ playlists }) => playlists)
  const details = { undo, to: container.id ?? String(container.rowValues['section']) }
  await insertMove(db, newAct(teams.get(ownerId)!, actor, { kind: 'moved', type: 'playlist', ids, playlistId: ids[0]!, details }), [])
}

/** Reorders a section or group of channels, and records the channels that moved. @returns as {@link reorderContainer} */
export async function reorderChannels(
  locked: LockedTransaction,
  container: Container,
  ids: readonly string[],
  actor: Actor,
): Promise<string[] | undefined> {
  const ownerId = container.lock.id
  const previousOrder = await orderBeforeMove(locked, ownerId, container)
  const order = await reorderContainer(locked, container, ids)
  if (!previousOrder || !order) return order
  const places = new Map(previousOrder.map((item) => [item.id, item]))
  const movedIds = new Set(planOrder(order.map((id) => places.get(id)!)).map(({ id }) => id))
  const place = container.id === undefined ? { section: container.rowValues['section'] as UndoMove['section'] } : { group_id: container.id }
  const undo = previousOrder.flatMap(({ id }, index) => (movedIds.has(id) ? [{ playlists: [id], ...place, order: index }] : []))
  if (undo.length) await recordBarMove(locked, actor, { ownerId, container, previous: previousOrder, undo })
  return order
}
