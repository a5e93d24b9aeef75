import { type ReactNode, useEffect } from 'react'
import { isReserved } from '#features/accounts/rules.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { slugPattern } from '#features/channels/input-rules.ts'
import { lazily } from '#ui/lazily.ts'
import { useRead } from '#kit/web/read.ts'
import { paths } from '#shell/paths.ts'
import '#shell/print.css'
import { useGo } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import { SettingsRail, useSettingsRail } from './settings-rail.ts'

const WatchLaterPage = lazily(() => import('#features/publishing/web/WatchLaterPage.tsx').then((module) => module.WatchLaterPage))

const Favorites = lazily(() => import('#features/social/web/FavoritesScreen.tsx').then((module) => module.FavoritesScreen))

const Appeal = lazily(() => import('#features/operator/web/AppealScreen.tsx').then((module) => module.AppealScreen))

const Operator = lazily(() => import('./operator-screens.tsx').then((module) => module.OperatorScreen))

const Statistics = lazily(() => import('#features/statistics/web/StatisticsScreen.tsx').then((module) => module.StatisticsScreen))

const Teams = lazily(() => import('#features/teams/web/TeamsScreen.tsx').then((module) => module.TeamsScreen))

/** Shows one of the rarely opened pages, or else the channel with this short address. */
export function SlugScreen({ slug, playlist }: { slug: string; playlist?: string | undefined }) {
  const page = slug.toLowerCase()
  const hasRail = useSettingsRail()
  const withRail = (current: string, screen: ReactNode) => (
    <>
      {hasRail && <SettingsRail current={current} />}
      {screen}
    </>
  )
  if (page === 'watch-later') return <WatchLaterPage {...Object.fromEntries(new URLSearchParams(location.search))} />
  if (page === 'operator') return <Operator path="/operator" />
  if (page === 'appeal') return <Appeal />
  if (page === 'statistics') return withRail(paths.statistics(), <Statistics playlist={playlist} />)
  if (page === 'teams') return withRail(paths.teams(), <Teams teamId={new URLSearchParams(location.search).get('teamId') ?? undefined} />)
  return page === 'favorites' ? <Favorites /> : <ChannelBySlug slug={slug} />
}

/** Redirects to the channel with this short address. The channel's owner goes to their own view of it. */
function ChannelBySlug({ slug: typed }: { slug: string }) {
  const go = useGo()
  const slug = typed.toLowerCase()
  // Channels can't have the addresses of pages, or addresses reserved for future pages.
  const isPossible = slugPattern.test(slug) && !isReserved(slug)
  const channelRead = useRead(channelsContract.findPlaylistBySlug, { params: { slug } }, { enabled: isPossible })
  const id = channelRead.data?.data.id
  const channel = useRead(channelsContract.getPlaylist, { params: { id: id ?? '' } }, { enabled: id !== undefined })

  const failed = channelRead.error ?? channel.error
  const target =
    failed || !isPossible
      ? paths.notFound()
      : channel.data && (channel.data.may_edit ? paths.myPlaylists({ playlist: id }) : paths.playlists({ playlist: id }))

  // Renders no content, because it only redirects.
  useEffect(() => {
    if (target) go(target, { replace: true })
  })

  return <Screen busy>{null}</Screen>
}
