import { edit, patch } from '#kit/web/use.ts'
import { curationContract, type MyPlaylists, type Playlist, type PlaylistPreview, type PlaylistTile, type Series } from '../contract.ts'
import { sectionFor } from '../rules.ts'
import { withSeries } from './channel/edits.ts'

/** What is shown of a change to a channel, a series or a video, beside what the answer to it says of the thing itself. */

/** The open channel looks like this. */
export const editOpenChannel = (id: string, change: (now: Playlist) => Playlist) =>
  edit(curationContract.getPlaylist, { params: { id } }, change)

/** Its channel has a series as it was answered. */
export const editSeriesOf = (series: Series) => editOpenChannel(series.playlist_id, (now) => withSeries(now, series))

/** A channel is like this, wherever it is shown. */
export const patchPlaylist = (id: string, facts: Partial<PlaylistTile>) => patch<PlaylistTile>('playlist', id, facts)

/** A channel goes to the archive, or comes back from there: to the end of where it belongs then. */
export const editArchived = (id: string, is_archived: boolean) => [
  patchPlaylist(id, { is_archived }),
  edit(curationContract.listMyPlaylists, {}, (now) => withArchived(now, id, is_archived)),
]

function withArchived(mine: MyPlaylists, id: string, is_archived: boolean): MyPlaylists {
  const groups = [...mine.groups, ...mine.archivedGroups].flatMap(({ playlists }) => playlists)
  const channel = [...mine.archive, ...mine.other, ...mine.public, ...groups].find((one) => one.id === id)
  if (!channel) return mine
  const moved = { ...channel, is_archived }
  const section = sectionFor(moved)
  const list = section === 'left' ? 'other' : section
  const others = (channels: readonly PlaylistPreview[]) => channels.filter((one) => one.id !== id)
  const without = {
    archive: others(mine.archive),
    other: others(mine.other),
    public: others(mine.public),
    groups: mine.groups.map((group) => ({ ...group, playlists: others(group.playlists) })),
    archivedGroups: mine.archivedGroups.map((group) => ({ ...group, playlists: others(group.playlists) })),
  }
  return { ...mine, ...without, [list]: [...without[list], moved] }
}
