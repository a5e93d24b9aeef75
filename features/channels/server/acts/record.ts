/** Records what members do with the things of a team, in the transaction of each act. Channels of users record nothing. */
import type { ActKind, ActThing } from '../../acts.ts'
import type { UndoMove } from '../../contract.ts'
import { announceToTeam } from '../announce.ts'
import type { LockedTransaction } from '../move.ts'
import { insertAct, insertMove, insertRename, listVideoIds, type NewAct } from '../queries/acts.ts'
import { listPlaces } from '../queries/moves.ts'
import { storeRemovedItems } from '../queries/removed-things.ts'

/** The user of an act. */
export interface Actor {
  id: string
  /** The admin who approved what the user suggested. */
  approvedBy?: string
  /** The act that this act undoes. */
  undoes?: string
  /** Whether this act undoes an undo. The original act can then be undone again; this act can't be undone. */
  isRedo?: boolean
}

/** The place of a video or series: its container, and the thing directly before it. */
export interface ActPlace {
  id: string
  in: string
  after: string | null
  /** The index before a move; undefined in other acts. */
  index?: number | undefined
}
/** Details of an act, from which the intent that undoes it is made. */
export interface ActDetails {
  /** For moves: the former places. */
  from?: readonly ActPlace[]
  /** For moves: the new container. */
  to?: string
  /** For renames: the former name. */
  before?: string
  name?: string
  /** For a new series: its videos. */
  videos?: readonly string[]
  /** For channels moved in the bar: the calls that move them back, and their places now. */
  undo?: readonly UndoMove[]
}

interface RecordedAct {
  kind: ActKind
  type: ActThing
  ids: readonly string[]
  playlistId: string | null
  details?: ActDetails
  count?: number
  isUndoable?: boolean
}

export const newAct = (teamId: string, actor: Actor, act: RecordedAct): NewAct => ({
  teamId,
  actorId: actor.id,
  approvedBy: actor.approvedBy ?? null,
  undoes: actor.undoes ?? null,
  kind: act.kind,
  type: act.type,
  ids: act.ids,
  count: act.count ?? act.ids.length,
  playlistId: act.playlistId,
  details: JSON.stringify(act.details ?? {}),
  isUndoable: (act.isUndoable ?? true) && !actor.isRedo,
})

type LockedScope = Pick<LockedTransaction, 'db' | 'teams'>

/** Records an act on things in a channel, or on a channel itself. */
export async function recordAct({ db, teams }: LockedScope, actor: Actor, act: RecordedAct & { playlistId: string }): Promise<void> {
  const teamId = teams.get(act.playlistId)
  if (teamId !== undefined && act.ids.length) await insertAct(db, newAct(teamId, actor, act))
}
/** Records an act on a team itself: its members, or its channels. */
export const recordTeamAct = async ({ db }: Pick<LockedScope, 'db'>, teamId: string, actor: Actor, act: RecordedAct): Promise<void> => {
  await insertAct(db, newAct(teamId, actor, act))
}

type Items = 'video' | 'serie'

/** Returns the places of things before a move; none if no team owns any of their channels. */
export async function placesBeforeMove({ db, teams }: LockedScope, type: Items, from: ReadonlyMap<string, string>): Promise<ActPlace[]> {
  if (!teams.size) return []
  const placed = await listPlaces[type](db, [...from.keys()])
  return placed.map(({ id, after }) => ({ id, in: from.get(id)!, after }))
}

export interface RecordedMove {
  type: Items
  /** The channel and the container in which the things are now. */
  to: { playlistId: string; id: string }
  /** The former places, with the channel of each. */
  previous: readonly (ActPlace & { playlistId: string })[]
  placed: readonly ActPlace[]
}
/** Records a move within a team, to another owner, or from another owner to the team. */
export async function recordMove({ db, teams }: LockedScope, actor: Actor, { type, to, previous, placed }: RecordedMove): Promise<void> {
  const toTeam = teams.get(to.playlistId)
  const within = previous.filter(({ playlistId }) => teams.get(playlistId) === toTeam)
  const others = previous.filter(({ playlistId }) => teams.get(playlistId) !== toTeam)
  const idsOf = (places: readonly ActPlace[]) => places.map(({ id }) => id)
  if (toTeam !== undefined && within.length) {
    const from = within.map(({ id, in: container, after, index }) => ({ id, in: container, after, index }))
    const act = { kind: 'moved', type, ids: idsOf(within), playlistId: to.playlistId, details: { from, to: to.id } } as const
    await insertMove(db, newAct(toTeam, actor, act), placed)
  }
  if (toTeam !== undefined && others.length)
    await insertAct(db, newAct(toTeam, actor, { kind: 'added', type, ids: idsOf(others), playlistId: to.playlistId, isUndoable: false }))
  for (const playlistId of new Set(others.map((place) => place.playlistId))) {
    const teamId = teams.get(playlistId)
    const ids = idsOf(others.filter((place) => place.playlistId === playlistId))
    if (teamId !== undefined) await insertAct(db, newAct(teamId, actor, { kind: 'taken', type, ids, playlistId, isUndoable: false }))
  }
}

/** Records the addition of a series with its videos. */
export async function recordNewSeries(
  locked: LockedScope,
  actor: Actor,
  { id, playlistId }: { id: string; playlistId: string },
  kind: 'added' | 'restored' = 'added',
): Promise<void> {
  if (!locked.teams.has(playlistId)) return
  const videos = await listVideoIds(locked.db, id)
  await recordAct(locked, actor, { kind, type: 'serie', ids: [id], playlistId, details: { videos } })
}

interface RenamedItem {
  type: Exclude<ActThing, 'member'>
  id: string
  playlistId: string
  name: string
}
/** Records a new name. Callers write the name afterwards. */
export async function recordRename(
  { db, teams }: LockedScope,
  actor: Actor,
  { type, id, playlistId, name }: RenamedItem,
  ownerId = playlistId,
) {
  const teamId = teams.get(ownerId)
  if (teamId !== undefined) await insertRename(db, newAct(teamId, actor, { kind: 'renamed', type, ids: [id], playlistId }), name)
}

type RemovedItems = { series: string; videos?: undefined } | { videos: readonly string[]; series?: undefined }
/**
 * Records the removal of videos, or of a series with its videos. Callers delete the things afterwards. Stores the things for an undo.
 * Notifies the other members now, because the team of a deleted thing can't be found.
 */
export async function recordRemoval({ db, teams }: LockedScope, actor: Actor, playlistId: string, removed: RemovedItems): Promise<void> {
  const teamId = teams.get(playlistId)
  if (teamId === undefined) return
  const act =
    removed.series === undefined ? ({ type: 'video', ids: removed.videos } as const) : ({ type: 'serie', ids: [removed.series] } as const)
  const id = await insertAct(db, newAct(teamId, actor, { ...act, kind: 'removed', playlistId }))
  await storeRemovedItems(db, id, removed.series === undefined ? { videos: removed.videos } : { series: removed.series })
  await announceToTeam(db, teamId, [`playlist:${playlistId}`, 'previews', `activity:${teamId}`], actor.id)
}
