import { PlaylistsScreen as Playlists } from '#features/channels/web/PlaylistsScreen.tsx'
import { GuestSubscribe } from '#features/social/web/GuestSubscribe.tsx'
import { lazily } from '#ui/lazily.ts'
import { registerFeature } from '#shell/registry.ts'
import type { Search, searches } from '#shell/paths.ts'

// Registered here, because the channel pages of guests need it before the other features load.
registerFeature({ slots: [{ slot: 'channel.actions', type: 'playlist', audience: 'everyone', Part: GuestSubscribe }] })

const RecentView = lazily(() => import('./RecentView.tsx').then((module) => module.RecentView))

/** Shows the public channels, one of them, or recently watched videos. */
export const PlaylistsScreen = ({ 'recent-view': recent, ...search }: Search<typeof searches.playlists>) =>
  recent === undefined || search.playlist !== undefined ? <Playlists {...search} /> : <RecentView />
