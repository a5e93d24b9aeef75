import { useEffect } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { Broadcasts } from './broadcast/Broadcasts.tsx'
import { ChannelList, ListSkeleton } from './ChannelList.tsx'
import { ChannelScreen } from './details/ChannelScreen.tsx'
import css from './Statistics.module.css'
import { t } from './texts.ts'

/** Statistics of the user's channels, or of one channel. Broadcasters see their TV channels; guests go to the "Channels" page. */
export function StatisticsScreen({ playlist }: { playlist?: string | undefined }) {
  const signedIn = useSignedIn()
  const go = useGo()
  useEffect(() => {
    if (!signedIn) go(paths.myPlaylists(), { replace: true })
  }, [signedIn, go])
  if (!signedIn) return <Screen busy>{null}</Screen>
  return playlist === undefined ? <Overview /> : <ChannelScreen key={playlist} id={playlist} />
}

function Overview() {
  const profile = useRead(accountsContract.getProfile, {})
  return (
    <Screen title={t('title')} back={paths.settings()} busy={profile.isPending}>
      <div className={css.page}>
        <LoadedContent read={profile} failed={t('failed')} skeleton={<ListSkeleton />}>
          {({ is_broadcaster: isBroadcaster }) => (isBroadcaster ? <Broadcasts /> : <ChannelList />)}
        </LoadedContent>
      </div>
    </Screen>
  )
}
