// Screens with props from the address. They are in a small chunk of their own, so that the first chunk for guests doesn't contain their
// imports.
import { SettingsScreen as Settings } from '#features/accounts/web/settings/SettingsScreen.tsx'
import { lazily } from '#ui/lazily.ts'
import { paths, type Search, type searches } from '#shell/paths.ts'
import '#shell/print.css'
import { useEntryState } from '#shell/router/RouterView.tsx'
import { isSettingAlone } from '#shell/setting-list.ts'
import { SettingsRail, useSettingsRail } from './settings-rail.ts'

const HomeContent = lazily(() => import('#features/pages/web/welcome/HomeContentScreen.tsx').then((module) => module.HomeContentScreen))

const DeadLinks = lazily(() => import('#features/link-checks/web/DeadLinksScreen.tsx').then((module) => module.DeadLinksScreen))

const YourData = lazily(() => import('#features/data-rights/web/DataRightsScreen.tsx').then((module) => module.DataRightsScreen))

const WatchLater = lazily(() => import('#features/publishing/web/WatchLaterSettings.tsx').then((module) => module.WatchLaterSettings))
const Notifications = lazily(() =>
  import('#features/notifications/web/SettingsScreen.tsx').then((module) => module.NotificationSettingsScreen),
)

const Inbox = lazily(() => import('#features/notifications/web/NotificationsScreen.tsx').then((module) => module.NotificationsScreen))

const Removed = lazily(() => import('#features/reports/web/RemovedScreen.tsx').then((module) => module.RemovedScreen))

const OwnActs = lazily(() => import('#features/operator/web/OwnActsScreen.tsx').then((module) => module.OwnActsScreen))

const Reminders = lazily(() => import('#features/guide/web/RemindersScreen.tsx').then((module) => module.RemindersScreen))

const Following = lazily(() => import('#features/social/web/FollowingScreen.tsx').then((module) => module.FollowingScreen))

const PersonChannels = lazily(() => import('#features/channels/web/PersonChannels.tsx').then((module) => module.PersonChannels))

// Has no Suspense boundary of its own, so that guests' settings appear all at once.
const StartSwitch = lazily(() => import('#features/tv-watching/web/start/StartSwitch.tsx').then((module) => module.StartSwitch))

const TvChannels = lazily(() => import('#features/tv-watching/web/ChannelsScreen.tsx').then((module) => module.ChannelsScreen))

const TvChannel = lazily(() => import('#features/tv-watching/web/channel/TvChannelScreen.tsx').then((module) => module.TvChannelScreen))

const Packages = lazily(() => import('#features/packages/web/PackagesScreen.tsx').then((module) => module.PackagesScreen))
const Package = lazily(() => import('#features/packages/web/PackageScreen.tsx').then((module) => module.PackageScreen))

const Wallet = lazily(() => import('#features/wallet/web/WalletScreen.tsx').then((module) => module.WalletScreen))

const Setting = (search: Search<typeof searches.settings>) =>
  search.view === 'home' ? (
    <HomeContent />
  ) : search.view === 'deadLinks' ? (
    <DeadLinks />
  ) : search.view === 'data' ? (
    <YourData feed={search.feed} />
  ) : search.view === 'watchLater' ? (
    <WatchLater />
  ) : search.view === 'inbox' ? (
    <Inbox />
  ) : search.view === 'removed' ? (
    <Removed />
  ) : search.view === 'acts' ? (
    <OwnActs />
  ) : search.view === 'reminders' ? (
    <Reminders />
  ) : search.view === 'wallet' ? (
    <Wallet payment={search.payment} />
  ) : search.view === 'notifications' ? (
    <Notifications />
  ) : (
    <Settings {...search} PersonChannels={PersonChannels} StartSwitch={StartSwitch} />
  )

/** The settings, and the screens that open from them. In wide windows, they are beside the list of all settings. */
export function SettingsScreen(search: Search<typeof searches.settings>) {
  const hasRail = useSettingsRail()
  const state = useEntryState()
  const isAlone = isSettingAlone(search) || isSettingAlone(state)
  return (
    <>
      {hasRail && !isAlone && <SettingsRail current={paths.settings({ view: search.view })} />}
      <Setting {...search} />
    </>
  )
}

/** The followed channels. */
export const FollowingScreen = (search: Search<typeof searches.playlists>) => <Following {...search} />

/** The TV channels and their guide. */
export const ChannelsScreen = (search: Search<typeof searches.channels>) => <TvChannels {...search} />

/** A TV channel, a package, or all packages. */
export const TiersScreen = ({ channel, tier, epgId, play }: Search<typeof searches.tiers>) =>
  channel !== undefined ? (
    <TvChannel channel={channel} epgId={epgId} play={play} />
  ) : tier !== undefined ? (
    <Package key={tier} id={tier} />
  ) : (
    <Packages />
  )
