import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import type { DiscSubject } from '#ui/Disc.tsx'
import { channelsContract, type Group, type MyPlaylists, type PlaylistPreview } from '../contract.ts'

/** Reads the channels and groups of the user or team; disabled for guests. */
export function useOwnChannels({ enabled = true } = {}) {
  const signedIn = useSignedIn()
  return useRead(channelsContract.listMyPlaylists, {}, { enabled: signedIn && enabled })
}

/** Returns the sections of the bar from left to right, each by `order`. The archive is separate. */
export const barSections = ({ other, groups, public: open }: MyPlaylists) => ({
  left: other.filter(({ is_left }) => is_left),
  groups,
  other: other.filter(({ is_left }) => !is_left),
  public: open,
})

/** Returns the channels of the bar from left to right, without channels in groups. */
export const channelsOfBar = (mine: MyPlaylists): PlaylistPreview[] => {
  const { left, other, public: open } = barSections(mine)
  return [mine.watchLater, ...left, ...other, mine.directPublish, ...open]
}

/** Returns all channels, including channels in groups and in the archive. */
export const allChannels = (mine: MyPlaylists): PlaylistPreview[] => [
  mine.watchLater,
  mine.directPublish,
  ...mine.other,
  ...mine.public,
  ...[...mine.groups, ...mine.archivedGroups].flatMap(({ playlists }) => playlists),
  ...mine.archive,
]

/** Returns the channels of a group, for its disc. */
export const groupMembers = ({ playlists }: Group): DiscSubject[] => playlists.map(({ id, name, icon }) => ({ id, name, picture: icon }))
