import type { Edit } from '#kit/web/pending-edits.ts'
import { edit } from '#kit/web/change.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type Group, type UndoMove } from '../../contract.ts'
import { statuses, type StatusId } from '../../rules.ts'
import { type BarPlace, factsAt, type Placed, withChannelsAt, withGroupAt } from '../bar-edits.ts'
import { patchPlaylist } from '../cache-edits.ts'
import { t } from '../texts.ts'

type MoveBody = Omit<UndoMove, 'order' | 'status_id'> & { order?: number; status_id?: StatusId }

/** Where channels go, and who may see them there when that is not as it was. */
export interface BarMove {
  at: BarPlace
  /** Beyond the end, or left out: the end. */
  index?: number | undefined
  status_id?: StatusId | undefined
}

/** What the screen shows at once of a call that moves channels. */
function editsOf({ playlists, section, group_id, order, status_id, is_left }: MoveBody): Edit[] {
  const at: BarPlace = section ?? { groupId: group_id! }
  const status = statuses.find(({ id }) => id === status_id)
  const facts = {
    ...factsAt(at),
    ...(status && { status_id: status.id, status: status.name }),
    ...(is_left !== undefined && { is_left }),
  }
  return [
    edit(curationContract.listMyPlaylists, {}, (now) => withChannelsAt(now, playlists, at, order, facts)),
    ...playlists.map((id) => patchPlaylist(id, facts)),
  ]
}

const callMove = ({ change }: ActionTools, body: MoveBody) =>
  change(curationContract.movePlaylists, { body }, { optimistic: () => editsOf(body) })

/** Puts channels of the bar side by side at a place of it. Taken back, place, group and status of each are what they were. */
export function moveChannels(ids: readonly string[], { at, index, status_id }: BarMove, label: string, tools: ActionTools): UndoableStep {
  const place = typeof at === 'string' ? { section: at } : { group_id: at.groupId }
  const move = (playlists: readonly string[]) =>
    callMove(tools, {
      playlists: [...playlists],
      ...place,
      ...(index !== undefined && { order: index }),
      ...(status_id && { status_id }),
    })
  let moved = move(ids)
  /** Their ids now: who leaves Public for Private link gets another. */
  const idsOf = (undo: readonly UndoMove[]) => undo.flatMap(({ playlists }) => playlists)
  return {
    label,
    pending: moved,
    async undo() {
      const { undo } = await moved
      for (const { status_id: before, ...body } of undo)
        await callMove(tools, { ...body, ...(before !== undefined && { status_id: before as StatusId }) })
    },
    async redo() {
      moved = moved.then(({ undo }) => move(idsOf(undo)))
      await moved
    },
  }
}

/** Puts a group at a place among those of the bar, or of the archive. */
export function moveGroup(
  { group, index: before }: { group: Group } & Placed,
  to: { is_archived: boolean; index?: number },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const { id, is_archived } = group
  const move = (place: { is_archived: boolean; index?: number }) =>
    change(
      curationContract.updateGroup,
      { params: { id }, body: { is_archived: place.is_archived, ...(place.index !== undefined && { order: place.index }) } },
      { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withGroupAt(now, id, place))] },
    )
  return {
    label,
    pending: move(to),
    undo: () => move({ is_archived, index: before }),
    redo: () => move(to),
  }
}

/** Where a channel stands now, in words. */
export const movedLabel = (name: string, index: number) => t('bar.moved', { name, place: index + 1 })

/** What is asked before channels open to everybody, or close. */
export const questionOf = (asks: 'publish' | 'unpublish', channels: readonly { name: string }[]) => {
  const [first] = channels
  const isOne = first && channels.length === 1
  return {
    title: isOne ? t(`drop.asks.${asks}.title`, { name: first.name }) : t(`drop.asks.${asks}.titles`, { count: channels.length }),
    text: isOne ? t(`drop.asks.${asks}.text`) : t(`drop.asks.${asks}.texts`),
    action: t(`drop.asks.${asks}.action`),
  }
}
