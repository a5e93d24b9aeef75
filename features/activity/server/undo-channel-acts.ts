/** Undoes acts on a team's channels, under the lock of the team's bar. */
import { fail } from '#kit/server/http/fail.ts'
import type { UndoMove } from '#features/channels/contract.ts'
import type { StatusId } from '#features/channels/rules.ts'
import { recordTeamAct } from '#features/channels/server/acts/record.ts'
import { moveInBar } from '#features/channels/server/bar.ts'
import type { ReturningChannel } from '#features/channels/server/queries/team-channels.ts'
import { returnChannels } from '#features/channels/server/team-channels.ts'
import { activityErrors } from '../contract.ts'
import { findChannels, findGroup } from './queries/things.ts'
import type { LockedAct } from './locked-act.ts'

/** Moves channels back to their former sections and groups. */
export async function moveChannelsBack({ locked, act, actor, undoing: { teamId } }: LockedAct): Promise<readonly string[]> {
  const { undo = [], to } = act.details
  const channels = await findChannels(locked.db, teamId, act.ids)
  if (channels.length < act.ids.length) fail(activityErrors.left_team)
  if (!channels.every(({ place }) => place === to)) fail(activityErrors.changed, { values: { thing: act.name ?? '' } })
  const redo: UndoMove[] = []
  for (const { playlists: ids, section, group_id: groupId, order, status_id, is_left } of undo) {
    const group = groupId === undefined ? undefined : ((await findGroup(locked.db, teamId, groupId)) ?? fail(activityErrors.place_gone))
    const place = section ?? { id: group!.id, status_id: group!.status_id as StatusId }
    const status = status_id === undefined ? undefined : (status_id as StatusId)
    redo.unshift(...(await moveInBar(locked, teamId, { ids, to: place, order, status_id: status, is_left }, undefined)))
  }
  const now = await findChannels(
    locked.db,
    teamId,
    redo.flatMap(({ playlists }) => playlists),
  )
  const ids = now.map(({ id }) => id)
  const isOnePlace = new Set(now.map(({ place }) => place)).size === 1
  await recordTeamAct(locked, teamId, actor, {
    kind: 'moved',
    type: 'playlist',
    ids,
    playlistId: ids[0]!,
    details: { undo: redo, to: now[0]!.place },
    isUndoable: isOnePlace,
  })
  return ids
}

/** Removes channels from the team, and gives them back to their former owners. */
export async function removeChannels(
  { locked, act, actor, undoing: { teamId } }: LockedAct,
  returning: readonly ReturningChannel[],
): Promise<readonly string[]> {
  if (returning.length < act.ids.length) fail(activityErrors.left_team)
  await recordTeamAct(locked, teamId, actor, {
    kind: 'given_back',
    type: 'playlist',
    ids: act.ids,
    playlistId: act.ids[0]!,
    isUndoable: false,
  })
  await returnChannels(locked, teamId, returning, { reason: 'given_back', byId: actor.id })
  return act.ids
}
