import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { curationContract, type MyPlaylists, type PlaylistTile } from '../contract.ts'

/** The channels and groups of the person or the team, for whoever is signed in. */
export function useMine({ enabled = true } = {}) {
  const signedIn = useSignedIn()
  return useRead(curationContract.listMyPlaylists, {}, { enabled: signedIn && enabled })
}

/** What stands in the bar, section by section from left to right; the archive is a place of its own. */
export const barOf = (mine: MyPlaylists) => ({
  left: [mine.watchLater, ...mine.other.filter(({ is_left }) => is_left)],
  groups: mine.groups,
  other: mine.other.filter(({ is_left }) => !is_left),
  public: [mine.directPublish, ...mine.public.filter(({ id }) => id !== mine.directPublish.id)],
})

/** Every channel there is, those in groups and in the archive too. */
export const allOf = (mine: MyPlaylists): PlaylistTile[] => [
  mine.watchLater,
  mine.directPublish,
  ...mine.other,
  ...mine.public,
  ...[...mine.groups, ...mine.archivedGroups].flatMap(({ playlists }) => playlists),
  ...mine.archive,
]
