import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStored } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { plusBold } from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { channelsContract, type MyPlaylists, type PlaylistPreview } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { useTablet } from '#shell/useDesktop.ts'
import { barEditModeId } from '../arrange/toggle-arranging.ts'
import { ArrangeBarButton } from '../bar/ArrangeBarButton.tsx'
import { OwnBar } from '../bar/OwnBar.tsx'
import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { type ChosenSort, SortChoice } from '#features/channels/web/SortChoice.tsx'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { barSections, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { LoadedOwnChannels, OwnChannels } from './OwnChannels.tsx'
import css from './OwnHome.module.css'

// Other features import the dial lazily from this file: a separate chunk would add a file to those that guests load first.
export { OwnBar }

interface OwnHomeProps {
  /** Whether to open the dialog for a new channel: the user began to create one as a guest, and has then logged in. */
  opensCreateDialog?: boolean
}

/** The home page of the user's channels. */
export function OwnHome({ opensCreateDialog = false }: OwnHomeProps) {
  const myPlaylists = useOwnChannels()
  const hasWall = useTablet()
  const isTeamMode = useStored('account_mode') === 'TEAM'
  useCreateOnArrival(opensCreateDialog)
  // A user without channels first sees how to create one.
  const isEmpty = myPlaylists.data !== undefined && listBarChannels(myPlaylists.data).length === 0
  // Shows one error for the whole screen, instead of one for each part.
  const hasFailed = myPlaylists.data === undefined && myPlaylists.error !== null
  const explanation = <Slot name="screen.explanation" subject={viewSubject('heart')} coming={<CarouselPlaceholder />} />
  return (
    <Screen
      title={t(isTeamMode ? 'mine.team' : 'mine.title')}
      place="heart"
      aside={<ArrangeBarButton hasWall={hasWall} />}
      dial={<OwnBar hasWall={hasWall} />}
      light={myPlaylists.data && { id: myPlaylists.data.watchLater.user_id }}
      busy={myPlaylists.isPending}
    >
      <RevealInOrder>
        {!isEmpty && !hasFailed && explanation}
        <LoadedOwnChannels read={myPlaylists}>
          {(data) => {
            const channels = listBarChannels(data)
            return channels.length === 0 ? (
              <StateMessage title={t('mine.empty.title')} text={t('mine.empty.text')} onAdd={openCreateChannelDialog}>
                <Button kind="accent" icon={plusBold} onClick={openCreateChannelDialog}>
                  {channelTexts('welcome.make')}
                </Button>
              </StateMessage>
            ) : (
              <HomeChannels mine={data} channels={channels} />
            )
          }}
        </LoadedOwnChannels>
        {myPlaylists.data && <Slot name="screen.foot" subject={viewSubject('heart')} coming={<CarouselPlaceholder />} />}
        {isEmpty && explanation}
      </RevealInOrder>
    </Screen>
  )
}

const ArrangedWall = lazily(() => import('../wall/ArrangedWall.tsx').then((module) => module.ArrangedWall))

/** The user's channels. In edit mode, their tiles can be dragged; on phones, the bar instead. */
function HomeChannels({ mine, channels }: { mine: MyPlaylists; channels: readonly PlaylistPreview[] }) {
  const isArranging = editModeId.use() === barEditModeId
  const hasWall = useTablet()
  const sorted = <SortedChannels channels={channels} />
  return isArranging && hasWall ? (
    <Suspense fallback={sorted}>
      <ArrangedWall mine={mine} />
    </Suspense>
  ) : (
    sorted
  )
}

/** The user's channels in the order of the bar, or in a chosen order. */
function SortedChannels({ channels }: { channels: readonly PlaylistPreview[] }) {
  const isTeamMode = useStored('account_mode') === 'TEAM'
  const [sort, setSort] = useState<ChosenSort>('own')
  const read = useRead(channelsContract.listMyPlaylists, sort === 'own' ? {} : { query: { sort } }, { enabled: sort !== 'own' })
  const { sorted } = (sort !== 'own' && read.data) || {}
  const placeOf = new Map(sorted?.map((id, place) => [id, place]))
  // Channels that were added after the response come first, as in the bar.
  const sortedChannels = sorted ? channels.toSorted((a, b) => (placeOf.get(a.id) ?? -1) - (placeOf.get(b.id) ?? -1)) : channels
  return (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{t(isTeamMode ? 'mine.team' : 'mine.list')}</h2>
        {channels.length > 1 && <SortChoice value={sort} onChange={setSort} />}
      </div>
      {sort !== 'own' && !read.data && read.error && <FailedRow message={t('sort.failed')} onAgain={() => void read.refetch()} />}
      <OwnChannels channels={sortedChannels} />
    </>
  )
}

/** Opens the dialog for a new channel once. First removes the parameter from the address, because navigation closes dialogs. */
function useCreateOnArrival(isRequested: boolean) {
  const go = useGo()
  const hasOpened = useRef(false)
  const arrive = useEffectEvent(() => {
    if (hasOpened.current) return
    hasOpened.current = true
    go(paths.myPlaylists(), { replace: true })
    setTimeout(openCreateChannelDialog)
  })
  // An effect, because it runs on arrival and not on a user event.
  useEffect(() => {
    if (isRequested) arrive()
  }, [isRequested])
}

/** Returns channels in the order of the bar, without the two built-in ones. */
function listBarChannels(myPlaylists: MyPlaylists) {
  const bar = barSections(myPlaylists)
  return [...bar.left, ...bar.groups.flatMap(({ playlists }) => playlists), ...bar.other, ...bar.public]
}
