/** Undoes acts of a team's members. Checks under the locks that the same things haven't changed since, and then reverses the act. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { ActKind } from '#features/channels/acts.ts'
import type { Actor } from '#features/channels/server/acts/record.ts'
import { barLock, seriesContainer } from '#features/channels/server/containers.ts'
import { type LockedTransaction, withContainerLocks } from '#features/channels/server/move.ts'
import { markActNotUndone, markActUndone } from '#features/channels/server/queries/acts.ts'
import { withReturnLocks } from '#features/channels/server/team-channels.ts'
import { reloadTeam } from '#features/teams/server/with-locked-team.ts'
import { activityErrors } from '../contract.ts'
import { moveChannelsBack, removeChannels } from './undo-channel-acts.ts'
import { moveItemsBack, removeAddedItems, renameItemBack, restoreRemovedItems } from './undo-item-acts.ts'
import { invalidatePages } from './invalidate-pages.ts'
import type { LockedAct, UndoContext } from './locked-act.ts'
import { type FoundAct, findAct, findLaterAct, lockAct } from './queries/acts.ts'
import { listChannelsHolding } from './queries/things.ts'
import { texts } from './texts.ts'

/** Kinds of acts after which an earlier act on the same things can't be undone. */
const laterActs: Readonly<Partial<Record<ActKind, readonly ActKind[]>>> = {
  moved: ['moved', 'removed', 'taken', 'given_back'],
  renamed: ['renamed', 'removed', 'taken', 'given_back'],
  added: ['moved', 'renamed', 'removed', 'taken'],
  restored: ['moved', 'renamed', 'removed', 'taken'],
}
const refusalReasons: Readonly<Partial<Record<ActKind, keyof typeof activityErrors>>> = {
  moved: 'since_moved',
  renamed: 'since_renamed',
  removed: 'since_removed',
  taken: 'since_taken',
}

/** @throws 409 with the later change and the member who made it */
export async function assertUnchangedSince(
  db: Db,
  { teamId, language }: UndoContext,
  act: Pick<FoundAct, 'seq' | 'ids'>,
  kinds: readonly ActKind[] = [],
): Promise<void> {
  const laterAct = kinds.length ? await findLaterAct(db, teamId, act, kinds) : undefined
  if (!laterAct) return
  const person = laterAct.nickname ?? texts[language]('former_member')
  fail(activityErrors[refusalReasons[laterAct.kind] ?? 'left_team'], { values: { person, thing: laterAct.name ?? '' } })
}

/**
 * Undoes an act (idempotent).
 * @returns the titles of videos whose files are gone @throws 403, 404, 409, 422 if there is no room
 */
export async function undoAct(db: Db, undoing: UndoContext, id: string): Promise<string[]> {
  const { teamId, reader } = undoing
  const act = (await findAct(db, teamId, id)) ?? fail(commonErrors.not_found)
  const lostNames: string[] = []
  if (act.is_undone) return lostNames
  if (!act.is_undoable) fail(activityErrors.not_undoable)
  if (act.playlist_id === null) fail(activityErrors.left_team)
  const actor: Actor = { id: reader.user.id, undoes: act.id, ...(act.undoes !== null && { isRedo: true }) }
  const work = async (locked: LockedTransaction, apply: (act: LockedAct) => Promise<readonly string[]>) => {
    if (!(await lockAct(locked.db, act.id))) {
      locked.isUnchanged = true
      return
    }
    if ((await reloadTeam(locked.db, reader, teamId)).only_suggests) fail(commonErrors.only_suggests)
    await assertUnchangedSince(locked.db, undoing, act, laterActs[act.kind])
    const channels = await apply({ locked, act, actor, undoing, lost: lostNames })
    await markActUndone(locked.db, act.id)
    if (act.undoes !== null) await markActNotUndone(locked.db, act.undoes)
    await invalidatePages(locked.db, teamId, channels)
  }
  if (act.type === 'playlist') {
    if (act.kind === 'added' || act.kind === 'given')
      await withReturnLocks(db, teamId, act.ids, (locked, returning) => work(locked, (act) => removeChannels(act, returning)))
    else
      await withContainerLocks(db, [barLock(teamId)], (locked) => work(locked, act.kind === 'renamed' ? renameItemBack : moveChannelsBack))
    return lostNames
  }
  const channelIds = await channelsOf(db, act)
  await withContainerLocks(db, channelIds.map(seriesContainer), (locked) => {
    if (channelIds.some((channelId) => locked.teams.get(channelId) !== teamId)) fail(activityErrors.left_team)
    return work(locked, undoFunctionOf(act.kind))
  })
  return lostNames
}

function undoFunctionOf(kind: ActKind): (act: LockedAct) => Promise<readonly string[]> {
  if (kind === 'moved') return moveItemsBack
  if (kind === 'renamed') return renameItemBack
  return kind === 'removed' ? restoreRemovedItems : removeAddedItems
}

/** Lists the channels whose content changes when the act is undone. @throws 409 if a channel is gone */
async function channelsOf(db: Db, { type, details, playlist_id: playlistId }: FoundAct): Promise<string[]> {
  const containers = [...new Set((details.from ?? []).map((place) => place.in))]
  const channelsHolding = await listChannelsHolding(db, type === 'serie' ? 'serie' : 'video', containers)
  if (channelsHolding.length < containers.length) fail(activityErrors.place_gone)
  return [...new Set([playlistId!, ...channelsHolding])]
}
