import { editResponse } from '#kit/web/change.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract, type Group, type PlaylistTile } from '#features/channels/contract.ts'
import type { StatusId } from '#features/channels/rules.ts'
import { type BarPlace, type PlaceInList, withoutGroup } from '#features/channels/web/bar-edits.ts'
import { t } from '../texts.ts'

/**
 * Creates an undo step for a new group. Undo restores the places and statuses of its channels.
 * @param newGroup the response, with the channels in the requested order
 * @param channels the channels before the change
 * @param places their places before the change
 */
export function createGroupStep(
  newGroup: Group,
  channels: readonly PlaylistTile[],
  places: ReadonlyMap<string, PlaceInList & { at: BarPlace }> | undefined,
  { change }: ActionTools,
): UndoableStep {
  let group = newGroup
  /** Current ids. A change from Public to Private link replaces an id, both when grouping and on undo. */
  let ids = idsIn(group, channels)
  return {
    label: t('group.created'),
    async undo() {
      const { id } = group
      await change(
        channelsContract.deleteGroup,
        { params: { id } },
        { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
      )
      const previousPlaces = channels.flatMap((channel, nth) => {
        const place = places?.get(channel.id)
        return place ? [{ channel, nth, ...place }] : []
      })
      // Ascending by index, so that each channel returns before the channels after it.
      for (const { channel, nth, at, index } of previousPlaces.toSorted((a, b) => a.index - b.index)) {
        const place = typeof at === 'string' ? { section: at } : { group_id: at.groupId }
        const body = { playlists: [ids[nth]!], ...place, order: index, status_id: channel.status_id as StatusId }
        const { playlists } = await change(channelsContract.movePlaylists, { body })
        ids = ids.with(nth, playlists[0]?.id ?? ids[nth]!)
      }
    },
    async redo() {
      const { name, status_id } = newGroup
      group = await change(channelsContract.createGroup, { body: { name, status_id, playlists: ids } })
      ids = idsIn(group, channels)
    },
  }
}

/** Ids of the channels with which the group was created. Leaves out channels that other users have added since. */
const idsIn = ({ playlists }: Group, channels: readonly PlaylistTile[]): string[] => channels.map(({ id }, nth) => playlists[nth]?.id ?? id)
