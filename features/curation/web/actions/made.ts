import { edit } from '#kit/web/use.ts'
import { actionTools } from '#shell/action-tools.ts'
import { curationContract } from '../../contract.ts'
import type { StatusId } from '../../rules.ts'
import { withoutChannels } from '../bar-edits.ts'
import { editOpenChannel } from '../cache-edits.ts'
import { withoutSeries } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'

/** What is made along with something else, and goes again when that is taken back. */

export const makeChannelNamed = (name: string, status_id: StatusId) =>
  actionTools().change(curationContract.createPlaylist, { body: { name, status_id } })

export const removeChannel = (id: string) =>
  actionTools().change(
    curationContract.deletePlaylist,
    { params: { id } },
    { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withoutChannels(now, [id]))] },
  )

export const removeSeries = (playlistId: string, id: string) =>
  actionTools().change(
    curationContract.deleteSeries,
    { params: { id } },
    { optimistic: () => [editOpenChannel(playlistId, (now) => withoutSeries(now, id))] },
  )

export function removeVideos(playlistId: string, seriesId: string, videos: readonly { id: string }[]) {
  const ids = videos.map(({ id }) => id)
  return actionTools().change(
    curationContract.removeVideos,
    { params: { id: seriesId }, body: { videos: ids } },
    { optimistic: () => [editOpenChannel(playlistId, (now) => withoutVideos(now, ids))] },
  )
}
