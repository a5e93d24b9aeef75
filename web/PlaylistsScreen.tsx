import { PlaylistsScreen as Playlists } from '#features/curation/web/PlaylistsScreen.tsx'
import { socialChannelRegistration } from '#features/social/web/registration.ts'
import { lazily } from '#ui/lazily.ts'
import { register } from '#shell/registry.ts'
import type { Search, searches } from '#shell/paths.ts'

// With the code of channels: the first page of a guest, who comes to everybody's home, has no room for it.
register(socialChannelRegistration)

const RecentView = lazily(() => import('./RecentView.tsx').then((module) => module.RecentView))

/** Everybody's channels, one of them, or what one has watched. */
export const PlaylistsScreen = ({ 'recent-view': recent, ...asked }: Search<typeof searches.playlists>) =>
  recent === undefined || asked.playlist !== undefined ? <Playlists {...asked} /> : <RecentView />
