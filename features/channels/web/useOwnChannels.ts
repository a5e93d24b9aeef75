import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import type { DiscSubject } from '#ui/Disc.tsx'
import { channelsContract, type Group, type MyPlaylists, type PlaylistPreview } from '../contract.ts'

/** Reads the channels and groups of the user or team; disabled for guests. */
export function useOwnChannels({ enabled = true } = {}) {
  const signedIn = useSignedIn()
  return useRead(channelsContract.listMyPlaylists, {}, { enabled: signedIn && enabled })
}

/** Returns the sections of the bar from left to right, each sorted by `order`, without the archive. */
export const barSections = ({ other, groups, public: open }: MyPlaylists) => ({
  left: other.filter(({ is_left }) => is_left),
  groups,
  other: other.filter(({ is_left }) => !is_left),
  public: open,
})

/** Returns the channels of the bar from left to right, without channels in groups. */
export const channelsOfBar = (myPlaylists: MyPlaylists): PlaylistPreview[] => {
  const { left, other, public: open } = barSections(myPlaylists)
  return [myPlaylists.watchLater, ...left, ...other, myPlaylists.directPublish, ...open]
}

/** Returns all channels, including channels in groups and in the archive. */
export const allChannels = (myPlaylists: MyPlaylists): PlaylistPreview[] => [
  myPlaylists.watchLater,
  myPlaylists.directPublish,
  ...myPlaylists.other,
  ...myPlaylists.public,
  ...[...myPlaylists.groups, ...myPlaylists.archivedGroups].flatMap(({ playlists }) => playlists),
  ...myPlaylists.archive,
]

/** Returns the channels of a group, for its disc. */
export const groupMembers = ({ playlists }: Group): DiscSubject[] => playlists.map(({ id, name, icon }) => ({ id, name, picture: icon }))
