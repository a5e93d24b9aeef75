import { edit, patch } from '#kit/web/change.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series } from '../contract.ts'
import { withSeries } from './channel/edits.ts'

/** What is shown of a change to a channel, a series or a video, beside what the answer to it says of the thing itself. */

/** The open channel looks like this. */
export const editOpenChannel = (id: string, change: (now: Playlist) => Playlist) =>
  edit(curationContract.getPlaylist, { params: { id } }, change)

/** Its channel has a series as it was answered. */
export const editSeriesOf = (series: Series) => editOpenChannel(series.playlist_id, (now) => withSeries(now, series))

/** A channel is like this, wherever it is shown. */
export const patchPlaylist = (id: string, facts: Partial<PlaylistTile>) => patch<PlaylistTile>('playlist', id, facts)
