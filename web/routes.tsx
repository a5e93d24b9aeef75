import { PlayerHost } from '#features/player/web/PlayerHost.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazily } from '#ui/lazily.ts'
import { searches } from '#shell/paths.ts'
import { navItems } from './nav-items.ts'
import { Prompts } from './prompts/Prompts.tsx'
import { WhenIdle } from '#shell/WhenIdle.tsx'
import { loadFeatures } from '#shell/registry.ts'
import { type Route, screen } from '#shell/router/routes.ts'
import { Shell } from '#shell/Shell.tsx'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'

const Player = lazily(async () => {
  const [{ PlayerOverlay }] = await Promise.all([import('#features/player/web/PlayerOverlay.tsx'), loadFeatures()])
  return PlayerOverlay
})

/** The frame around every screen. */
export const Frame = () => (
  <Shell getNavItems={navItems} player={<PlayerHost Player={Player} />}>
    <ErrorBoundary fallback={() => null}>
      <WhenIdle>
        <Prompts />
      </WhenIdle>
      <Slot name="app.bar" subject={appSubject} />
    </ErrorBoundary>
  </Shell>
)

const loadResetLink = () => import('#features/accounts/web/password/ResetLink.tsx').then((module) => module.ResetLink)

/** The screen for unknown addresses. */
export const notFound = screen('/not-found', searches.none, () => import('./NotFoundScreen.tsx').then((module) => module.NotFoundScreen))

/** All screens, with their paths after the language. */
export const routes: readonly Route[] = [
  screen('/', searches.none, () => import('#features/arranging/web/home/HomeScreen.tsx').then((module) => module.HomeScreen)),
  screen('/playlists', searches.playlists, () => import('./PlaylistsScreen.tsx').then((module) => module.PlaylistsScreen)),
  screen('/login', searches.login, () => import('./LoginScreen.tsx').then((module) => module.LoginScreen), { alone: true }),
  screen('/register', searches.register, () => import('./RegisterScreen.tsx').then((module) => module.RegisterScreen), {
    alone: true,
  }),
  screen('/my-playlists', searches.myPlaylists, () =>
    import('#features/arranging/web/home/MyPlaylistsScreen.tsx').then((module) => module.MyPlaylistsScreen),
  ),
  screen('/following', searches.playlists, () => import('./later-screens.tsx').then((module) => module.FollowingScreen)),
  screen('/channels', searches.channels, () => import('./later-screens.tsx').then((module) => module.ChannelsScreen)),
  screen('/tiers', searches.tiers, () => import('./later-screens.tsx').then((module) => module.TiersScreen)),
  screen('/search', searches.search, () => import('#features/search/web/SearchScreen.tsx').then((module) => module.SearchScreen)),
  screen('/reset-password', searches.none, loadResetLink),
  screen('/reset-password/$token', searches.none, loadResetLink),
  screen('/reset-password/$token/$email', searches.none, loadResetLink),
  screen('/settings', searches.settings, () => import('./later-screens.tsx').then((module) => module.SettingsScreen)),
  screen('/terms', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadTerms())),
  screen('/privacy', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadPrivacy())),
  screen('/cookies', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadCookies())),
  screen('/cookiesPolicy', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadCookies())),
  notFound,
  // Unknown paths may be short addresses of channels. This screen also shows rarely opened pages, which keeps them out of the first chunk.
  screen('/$slug', searches.statistics, () => import('./SlugScreen.tsx').then((module) => module.SlugScreen)),
]
