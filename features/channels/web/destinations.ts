import type { ReadFunction } from '#kit/web/read.ts'
import { broadcast, clock, folderSimple, queue } from '#ui/icons.ts'
import type { Destination } from '#shell/feature.ts'
import { paths } from '#shell/paths.ts'
import { channelsContract, type Group, type MyPlaylists, type PlaylistPreview } from '../contract.ts'
import { channelAddress } from './addresses.ts'
import { t } from './texts.ts'
import { channelsOfBar } from './useOwnChannels.ts'

const channelIcon = ({ watch_later, direct_publish }: PlaylistPreview) => (watch_later ? clock : direct_publish ? broadcast : queue)

const toChannel = (channel: PlaylistPreview, detail?: string): Destination => ({
  id: channel.id,
  name: channel.name,
  detail,
  icon: channelIcon(channel),
  href: channelAddress('heart', { playlist: channel.id }),
})

const toGroup = (group: Group, detail?: string): readonly Destination[] => [
  { id: group.id, name: group.name, detail, icon: folderSimple, href: paths.myPlaylists({ 'playlist-group': group.id }) },
  ...group.playlists.map((channel) => toChannel(channel, t('shortcuts.in_group', { name: group.name }))),
]

/** Returns destinations in the order of the bar. Channels in groups and in the archive have a note. */
export const toDestinations = (myPlaylists: MyPlaylists): readonly Destination[] => [
  ...channelsOfBar(myPlaylists).map((channel) => toChannel(channel)),
  ...myPlaylists.groups.flatMap((group) => toGroup(group)),
  ...myPlaylists.archivedGroups.flatMap((group) => toGroup(group, t('shortcuts.in_archive'))),
  ...myPlaylists.archive.map((channel) => toChannel(channel, t('shortcuts.in_archive'))),
]

/** Lists the user's channels and groups. @throws ApiError */
export const listDestinations = async (read: ReadFunction): Promise<readonly Destination[]> =>
  toDestinations(await read(channelsContract.listMyPlaylists, {}))
