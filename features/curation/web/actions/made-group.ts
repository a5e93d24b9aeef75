import { edit } from '#kit/web/use.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type Group, type PlaylistTile } from '../../contract.ts'
import type { StatusId } from '../../rules.ts'
import { type BarPlace, type Placed, withoutGroup } from '../bar-edits.ts'
import { t } from '../texts.ts'

/**
 * A group that was made: taken back, its channels go to where they stood, with who may see them as it was.
 * @param places of the channels before
 */
export function madeGroup(
  group: Group,
  channels: readonly PlaylistTile[],
  places: ReadonlyMap<string, Placed & { at: BarPlace }> | undefined,
  { change }: ActionTools,
): UndoableStep {
  const { id } = group
  return {
    label: t('group.created'),
    async undo() {
      await change(
        curationContract.deleteGroup,
        { params: { id } },
        { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
      )
      const former = channels.flatMap((channel) => {
        const place = places?.get(channel.id)
        return place ? [{ channel, ...place }] : []
      })
      // The first one of a section first: each then stands before those that follow it.
      for (const { channel, at, index } of former.toSorted((a, b) => a.index - b.index)) {
        const place = typeof at === 'string' ? { section: at } : { group_id: at.groupId }
        const status_id = channel.status_id as StatusId
        await change(curationContract.movePlaylists, { body: { playlists: [channel.id], ...place, order: index, status_id } })
      }
    },
  }
}
