import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRead } from '#kit/web/use.ts'
import { Button } from '#ui/Button.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { plusBold } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { curationContract, type MyPlaylists, type PlaylistPreview } from '../../contract.ts'
import { ArrangeBarButton } from '../bar/ArrangeBarButton.tsx'
import { MineDial } from '../MineDial.tsx'
import { makeChannel } from '../make-channel.ts'
import { type ChosenSort, SortChoice } from '../SortChoice.tsx'
import { t } from '../texts.ts'
import { barOf, useMine } from '../useMine.ts'
import { OwnChannels, OwnChannelsSkeleton } from './OwnChannels.tsx'

interface HeartHomeProps {
  /** Somebody came in order to make a channel: by way of a login. */
  makes?: boolean
}

/** One's own channels. */
export function HeartHome({ makes = false }: HeartHomeProps) {
  const mine = useMine()
  useCreateOnArrival(makes)
  // Who has none yet sees first how to begin.
  const isEmpty = mine.data !== undefined && shownOf(mine.data).length === 0
  // One thing that failed is said once: what stands around it comes with the next try.
  const hasFailed = mine.data === undefined && mine.error !== null
  const explanation = <Slot name="screen.explanation" subject={viewSubject('heart')} />
  return (
    <Screen
      title={t('mine.title')}
      place="heart"
      aside={<ArrangeBarButton />}
      dial={<MineDial />}
      light={mine.data && { id: mine.data.watchLater.user_id }}
      busy={mine.isPending}
    >
      {!isEmpty && !hasFailed && explanation}
      <Loaded
        read={mine}
        failed={t('mine.failed')}
        skeleton={
          <Skeleton label={t('mine.loading')}>
            <OwnChannelsSkeleton />
          </Skeleton>
        }
      >
        {(data) => {
          const channels = shownOf(data)
          return channels.length === 0 ? (
            <State title={t('mine.empty.title')} text={t('mine.empty.text')} onAdd={makeChannel}>
              <Button kind="accent" icon={plusBold} onClick={makeChannel}>
                {t('welcome.make')}
              </Button>
            </State>
          ) : (
            <SortedChannels channels={channels} />
          )
        }}
      </Loaded>
      {mine.data && <Slot name="screen.foot" subject={viewSubject('heart')} />}
      {isEmpty && explanation}
    </Screen>
  )
}

/** In the order of the bar, or in another one. */
function SortedChannels({ channels }: { channels: readonly PlaylistPreview[] }) {
  const [sort, setSort] = useState<ChosenSort>('own')
  const read = useRead(curationContract.listMyPlaylists, sort === 'own' ? {} : { query: { sort } }, { enabled: sort !== 'own' })
  const { sorted } = (sort !== 'own' && read.data) || {}
  const placeOf = new Map(sorted?.map((id, place) => [id, place]))
  // What has come since stands first, as it does in the bar.
  const shown = sorted ? channels.toSorted((a, b) => (placeOf.get(a.id) ?? -1) - (placeOf.get(b.id) ?? -1)) : channels
  return (
    <>
      {channels.length > 1 && <SortChoice value={sort} onChange={setSort} />}
      {sort !== 'own' && !read.data && read.error && <FailedRow message={t('sort.failed')} onAgain={() => void read.refetch()} />}
      <OwnChannels channels={shown} />
    </>
  )
}

/** Opens the form for a channel, once. Its parameter leaves the address first: going somewhere closes dialogs. */
function useCreateOnArrival(asked: boolean) {
  const go = useGo()
  const opened = useRef(false)
  const arrive = useEffectEvent(() => {
    if (opened.current) return
    opened.current = true
    go(paths.myPlaylists(), { replace: true })
    setTimeout(makeChannel)
  })
  // The dialog opens because somebody came here.
  useEffect(() => {
    if (asked) arrive()
  }, [asked])
}

/** In the order of the bar; the two channels that came with the account are in the bar alone. */
function shownOf(mine: MyPlaylists) {
  const bar = barOf(mine)
  return [...bar.left, ...bar.groups.flatMap(({ playlists }) => playlists), ...bar.other, ...bar.public]
}
