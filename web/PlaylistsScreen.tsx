import { PlaylistsScreen as Playlists } from '#features/curation/web/PlaylistsScreen.tsx'
import { GuestSubscribe } from '#features/social/web/GuestSubscribe.tsx'
import { lazily } from '#ui/lazily.ts'
import { register } from '#shell/registry.ts'
import type { Search, searches } from '#shell/paths.ts'

// A guest's channel page has it at once, before the other features load.
register({ slots: [{ slot: 'channel.actions', type: 'playlist', audience: 'everyone', Part: GuestSubscribe }] })

const RecentView = lazily(() => import('./RecentView.tsx').then((module) => module.RecentView))

/** Everybody's channels, one of them, or what one has watched. */
export const PlaylistsScreen = ({ 'recent-view': recent, ...asked }: Search<typeof searches.playlists>) =>
  recent === undefined || asked.playlist !== undefined ? <Playlists {...asked} /> : <RecentView />
