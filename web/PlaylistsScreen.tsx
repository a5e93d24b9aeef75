import { PlaylistsScreen as Playlists } from '#features/curation/web/PlaylistsScreen.tsx'
import { lazily } from '#ui/lazily.ts'
import type { Search, searches } from '#shell/paths.ts'

const RecentView = lazily(() => import('./RecentView.tsx').then((module) => module.RecentView))

/** Everybody's channels, one of them, or what one has watched. */
export const PlaylistsScreen = ({ 'recent-view': recent, ...asked }: Search<typeof searches.playlists>) =>
  recent === undefined || asked.playlist !== undefined ? <Playlists {...asked} /> : <RecentView />
