import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import type { DiscSubject } from '#ui/Disc.tsx'
import { curationContract, type Group, type MyPlaylists, type PlaylistPreview } from '../contract.ts'

/** The channels and groups of the person or the team, for whoever is signed in. */
export function useMine({ enabled = true } = {}) {
  const signedIn = useSignedIn()
  return useRead(curationContract.listMyPlaylists, {}, { enabled: signedIn && enabled })
}

/** The sections of the bar from left to right, each in the order that `order` counts; the archive is a place of its own. */
export const barOf = ({ other, groups, public: open }: MyPlaylists) => ({
  left: other.filter(({ is_left }) => is_left),
  groups,
  other: other.filter(({ is_left }) => !is_left),
  public: open,
})

/** The channels of the bar from left to right, without those in groups. */
export const channelsOfBar = (mine: MyPlaylists): PlaylistPreview[] => {
  const { left, other, public: open } = barOf(mine)
  return [mine.watchLater, ...left, ...other, mine.directPublish, ...open]
}

/** Every channel there is, those in groups and in the archive too. */
export const allOf = (mine: MyPlaylists): PlaylistPreview[] => [
  mine.watchLater,
  mine.directPublish,
  ...mine.other,
  ...mine.public,
  ...[...mine.groups, ...mine.archivedGroups].flatMap(({ playlists }) => playlists),
  ...mine.archive,
]

/** The channels of a group, as its disc shows the first of them. */
export const membersOf = ({ playlists }: Group): DiscSubject[] => playlists.map(({ id, name, icon }) => ({ id, name, picture: icon }))
