import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { lockSimple, televisionSimple } from '#ui/icons.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { CarouselSkeleton, Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths, type Search, type searches } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useMemo, useState } from 'react'
import { AdultContentLink } from '#features/channels/web/channel/ChannelRefused.tsx'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../../contract.ts'
import type { EpgItem } from '#features/guide/shapes.ts'
import type { DetailedTvChannel } from '../../shapes.ts'
import { livePlay, tvAddress } from '#features/guide/web/addresses.ts'
import { FavouriteButton } from '#features/guide/web/FavouriteButton.tsx'
import { axisAround } from '#features/guide/web/screen/axis.ts'
import { DayStrip } from '#features/guide/web/screen/DayStrip.tsx'
import { useNow } from '#features/guide/web/now.ts'
import { tvSubject } from '#features/guide/web/subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { TitleProgrammes } from './TitleProgrammes.tsx'
import { readLastSeen, useTvPosition } from './last-seen.ts'
import { LiveCard } from './LiveCard.tsx'
import { MissingChannel, ChannelListLink } from './MissingChannel.tsx'
import { useLinkedProgramme, useGeoNotice } from './notices.ts'
import css from './TvChannelScreen.module.css'
import { TvDial, useDialChannels } from './TvDial.tsx'
import { findOnAirWithPicture } from '../player/on-air.ts'
import { toPlayableLive, toPlayableProgramme } from '../player/playables.ts'
import { useTvPlayer } from './tv-player.ts'

/** Days before and after today on a channel's page. */
const days = { back: 7, ahead: 7 }
/** Number of series in the first render. A screen has room for no more below the live card. */
const batchSize = 2

type TiersQuery = Pick<Search<typeof searches.tiers>, 'epgId' | 'play'>

/** A TV channel: its live stream, and its programmes by title. */
export const TvChannelScreen = ({ channel, epgId, play }: TiersQuery & { channel: string }) => (
  <TvChannelContent key={channel} id={channel} epgId={epgId} play={play} />
)

interface TvChannelContentProps {
  id: string
  epgId: string | undefined
  play: string | undefined
}

function TvChannelContent({ id, epgId, play }: TvChannelContentProps) {
  const now = useNow()
  const [axis] = useState(() => axisAround(now, days))
  const read = useRead(tvWatchingContract.getTvChannel, { params: { id } })
  const listedChannel = useListedChannel(id)
  const tv = read.data ?? listedChannel
  const epg = useRead(
    guideContract.getEpg,
    { params: { id }, query: { from: new Date(axis.start).toISOString(), to: new Date(axis.end).toISOString() } },
    { enabled: tv !== undefined },
  )
  const isBlocked = useGeoNotice(tv, read.error)
  useLinkedProgramme(id, epgId, epg.data?.series)
  useTvPosition(id, epg.data !== undefined, epgId !== undefined)
  usePlayedItem(tv, epg.data?.series, play, now)

  return (
    <Screen
      title={tv?.name ?? tGuide('list.title')}
      back={paths.channels()}
      aside={tv && <FavouriteButton tv={tv} />}
      dial={<TvDial current={tv} />}
      light={{ id, picture: tv?.logoId }}
      subject={tv && tvSubject(tv)}
      busy={read.isPending}
    >
      {read.error?.status === 404 ? (
        <MissingChannel />
      ) : isBlocked ? null : read.error?.status === 403 ? (
        <StateMessage title={t('channel.adult')} text={read.error.message} picture={<IconDisc icon={lockSimple} size={88} />}>
          <AdultContentLink />
          <ChannelListLink kind="text" />
        </StateMessage>
      ) : (
        <LoadedContent read={{ ...read, data: tv }} skeleton={<ChannelSkeleton />} failed={t('channel.failed')}>
          {(loaded) => (
            <>
              <div className={css.live}>
                <LiveCard tv={loaded} programmes={epg.data && inOrder(epg.data.series)} now={now} />
              </div>
              {loaded.items.length > 0 && (
                <p className={css.items}>
                  <ButtonLink kind="line" size="s" href={paths.channels({ channel: id })}>
                    {t('channel.items')}
                  </ButtonLink>
                </p>
              )}
              <LoadedContent
                read={epg}
                skeleton={
                  <Skeleton label={t('channel.guide_loading')}>
                    <CarouselSkeleton />
                    <CarouselSkeleton />
                  </Skeleton>
                }
                failed={t('channel.guide_failed')}
              >
                {({ series }) => <Programmes tv={loaded} series={series} now={now} axis={axis} epgId={epgId} />}
              </LoadedContent>
            </>
          )}
        </LoadedContent>
      )}
    </Screen>
  )
}

/** Returns the channel as the dial has loaded it, so that zapping shows no skeleton. */
function useListedChannel(id: string): DetailedTvChannel | undefined {
  const { items } = useDialChannels()
  return useMemo(() => {
    const item = items?.find((entry) => entry.id === id)
    return item && { ...item, items: [] }
  }, [items, id])
}

type Series = readonly { name: string; epg: readonly EpgItem[] }[]

const inOrder = (series: Series): readonly EpgItem[] =>
  series.flatMap(({ epg }) => epg).toSorted((a, b) => a.startTime.localeCompare(b.startTime))

/** Plays the stream in the URL: live, or a programme. */
function usePlayedItem(tv: DetailedTvChannel | undefined, series: Series | undefined, play: string | undefined, now: number): void {
  const hasRequestedProgramme = play !== undefined && play !== livePlay
  const programme = useRead(
    guideContract.getEpgItem,
    { params: { id: hasRequestedProgramme ? play : 'none' }, query: { ...(tv && { channel: tv.id }) } },
    { enabled: hasRequestedProgramme && tv !== undefined },
  )
  const current =
    series?.flatMap(({ epg }) => epg).find(({ startTime, stopTime }) => Date.parse(startTime) <= now && now < Date.parse(stopTime)) ??
    (tv && findOnAirWithPicture(tv, now))
  const items =
    play === livePlay && tv?.liveStreamUrl
      ? [toPlayableLive(tv, current)]
      : hasRequestedProgramme && programme.data && !tv?.is_locked
        ? [toPlayableProgramme(programme.data)]
        : []
  useTvPlayer(items, play === livePlay ? tv?.id : play, tvAddress(tv?.id ?? ''))
}

interface ProgrammesProps {
  tv: DetailedTvChannel
  series: Series
  now: number
  axis: ReturnType<typeof axisAround>
  epgId: string | undefined
}

/** A channel's programmes by title. On another day than today, only titles that are on that day. */
function Programmes({ tv, series, now, axis, epgId }: ProgrammesProps) {
  const [day, setDay] = useState(axis.today)
  const [lastSeenId] = useState(() => readLastSeen(tv.id))
  const isToday = day === axis.today
  const { start, end } = axis.days[day]!
  const onDay = (epg: readonly EpgItem[]) => epg.find(({ startTime }) => Date.parse(startTime) >= start && Date.parse(startTime) < end)
  const visibleSeries = isToday ? series : series.filter(({ epg }) => onDay(epg) !== undefined)
  const visible = useRenderInSteps(visibleSeries, batchSize)
  if (series.length === 0)
    return (
      <StateMessage
        title={t('channel.no_guide')}
        text={t('channel.no_guide_text')}
        picture={<IconDisc icon={televisionSimple} size={88} />}
      />
    )
  return (
    <>
      <div className={css.days}>
        <DayStrip axis={axis} day={day} onDay={setDay} />
      </div>
      {visibleSeries.length === 0 && <p className={css.none}>{t('channel.none_on_day')}</p>}
      {visible.map(({ name, epg }) => (
        <TitleProgrammes
          key={`${name} ${isToday ? '' : day}`}
          tv={tv}
          name={name}
          programmes={epg}
          now={now}
          showing={isToday ? lastSeenId[name] : onDay(epg)?.id}
          found={epg.some(({ id }) => id === epgId) ? epgId : undefined}
        />
      ))}
    </>
  )
}

const ChannelSkeleton = () => (
  <Skeleton label={t('channel.loading')}>
    <div className={css.coming}>
      <SkeletonBlock height={220} shape="flat" />
      <SkeletonBlock width="60%" height={24} />
      <SkeletonBlock width="90%" />
      <SkeletonBlock height={48} shape="round" />
    </div>
    <CarouselSkeleton />
  </Skeleton>
)
