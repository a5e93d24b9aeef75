import { useEffect, useEffectEvent, useRef } from 'react'
import { useRead } from '#kit/web/read.ts'
import { updatePlayingItem, nowPlaying } from '#features/player/web/now-playing.ts'
import { itemNeighbours, liveProgrammes } from '#features/player/web/item-additions.ts'
import { playerPreferences } from '#features/player/web/preferences.ts'
import { isKeyForPlayer } from '#features/player/web/usePlayerKeys.ts'
import { useControl } from '#features/player/web/control.ts'
import { useGo } from '#shell/navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { announce } from '#ui/toasts.ts'
import { tvWatchingContract } from '../../contract.ts'
import type { ListedTvChannel, Programme } from '#features/guide/shapes.ts'
import { channelFilter, filterQuery } from '#features/guide/web/channel-filter.ts'
import { useNow } from '#features/guide/web/now.ts'
import { toTimedProgramme } from '#features/guide/web/programmes.ts'
import { formatTime } from '#features/guide/web/times.ts'
import { t } from '../texts.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import { unavailableReason } from '#features/guide/web/WatchButtons.tsx'
import { isOutdated, findOnAir } from './on-air.ts'
import { liveTexts } from './playables.ts'
import { prefetchAfterMs, prefetchList } from './prefetch.ts'
import { clearTypedNumber, handleNumberKey } from './typed-number.ts'
import { TypedNumber, ZapBanner } from './ZapBanner.tsx'
import { channelAt, tunedDial, lastChannel, setDial, tuneTo } from './zapping.ts'

/** How long a channel must play before the page below changes to it, in ms, as zapping passes many channels. */
const restMs = 400
/** Maximum random delay in ms of the refresh after a programme's end, because all viewers reach that end at the same time. */
const maxRefreshDelayMs = 60_000

interface LiveTvUpdaterProps {
  subject: SubjectOf<'channel'> | SubjectOf<'epg'>
}

/** Follows a TV channel that is watched live, or from a programme's start. Updates the programme, and lets keys change the channel. */
export function LiveTvUpdater({ subject }: LiveTvUpdaterProps) {
  const { tv } = subject
  const isLive = subject.type === 'channel'
  const now = useNow()
  const read = useRead(tvWatchingContract.getTvChannel, { params: { id: tv.id } })
  const around = useRead(tvWatchingContract.listTvNeighbours, { params: { id: tv.id }, query: filterQuery(channelFilter.use()) })
  const channel: ListedTvChannel = read.data ?? { ...tv, now: null, next: null }
  const { current } = findOnAir(channel, now)

  // The item's texts change with the programme; the stream plays on.
  const { title, subtitle } = liveTexts(tv, current)
  useEffect(() => {
    if (isLive && read.data) updatePlayingItem(tv.id, { title, subtitle })
  }, [isLive, read.data, subtitle, title, tv.id])
  const { data } = read
  useEffect(() => {
    if (isLive && data) liveProgrammes.set({ itemId: tv.id, clock: formatTime, parts: [data.now, data.next].flatMap(timesOf) })
  }, [isLive, data, tv.id])
  const isStale = read.data !== undefined && isOutdated(read.data, now)
  const refresh = useEffectEvent(() => {
    void read.refetch()
    void around.refetch()
  })
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => refresh(), Math.random() * maxRefreshDelayMs)
    return () => clearTimeout(timer)
  }, [isStale])

  useEffect(() => {
    // The player may already play another channel.
    if (around.data && playedId() === subject.id) setDial(read.data ?? tv, around.data.previous, around.data.next)
  }, [around.data, read.data, subject.id, tv])
  const position = tunedDial.use()
  const isTuned = position.channels[position.index]?.id === tv.id
  const [previous, next] = isTuned ? [channelAt(position, -1), channelAt(position, 1)] : []

  const tuneToChannel = useEffectEvent((to: ListedTvChannel) => {
    const reason = unavailableReason(to)
    if (reason) announce(reason)
    else if (playedId() !== to.id) tuneTo(to, isTuned ? (channelAt(tunedDial.get(), 0) ?? channel) : channel)
  })
  useEffect(() => {
    const linkTo = (to: ListedTvChannel | undefined) => to && { title: nameOf(to), go: () => tuneToChannel(to) }
    itemNeighbours.set({ itemId: subject.id, previous: linkTo(previous), next: linkTo(next) })
  }, [next, previous, subject.id])
  useLastWatched(isLive ? tv.id : undefined)
  usePrefetched(subject.id, previous, next)
  useAddress(subject.id)

  const element = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const player = element.current?.closest<HTMLElement>('[role="dialog"]')
    if (!player || !isKeyForPlayer(player, event)) return
    const step = steps[event.key]
    if (!handleNumberKey(event.key, tuneToChannel)) {
      // Reads the dial from its store, because after fast zapping the rendered dial is outdated.
      const to = step === undefined ? lastKeys.has(event.key) && lastChannel.get() : isTuned && channelAt(tunedDial.get(), step)
      if (step === undefined && !lastKeys.has(event.key)) return
      // Holding a key down changes the channel only once.
      if (to && !event.repeat) tuneToChannel(to)
    }
    event.preventDefault()
  })
  useEffect(() => {
    // Captures keys before the player, which has other uses for the same keys.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => {
      document.removeEventListener('keydown', listener, { capture: true })
      clearTypedNumber()
    }
  }, [])

  return (
    <div ref={element}>
      <ZapBanner id={tv.id} />
      <TypedNumber />
    </div>
  )
}

function playedId(): string | undefined {
  const playing = nowPlaying.get()
  return playing?.items[playing.index]?.id
}

const nameOf = ({ number, name }: ListedTvChannel) => (number === null ? name : t('zap.named', { number, name }))

/** A programme of the timeline, if it is known. */
const timesOf = (programme: Programme | null) => (programme ? [toTimedProgramme(programme)] : [])

/** Steps of the keys of a remote control: up is the next channel. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, PageUp: 1, ChannelUp: 1, ArrowDown: -1, PageDown: -1, ChannelDown: -1 }
const lastKeys = new Set(['Backspace', 'MediaLast'])

/** Stores the channel once it plays, because the home page opens with this channel. */
function useLastWatched(id: string | undefined) {
  const hasBegun = useControl().startedItem.use() === id
  useEffect(() => {
    if (hasBegun && id !== undefined) playerPreferences.set({ channel: id })
  }, [hasBegun, id])
}

/** Prefetches the playlists of both neighbours once the stream plays. */
function usePrefetched(itemId: string, previous: ListedTvChannel | undefined, next: ListedTvChannel | undefined) {
  const hasBegun = useControl().startedItem.use() === itemId
  useEffect(() => {
    if (!hasBegun) return
    const abortController = new AbortController()
    const timer = setTimeout(() => {
      for (const tv of [next, previous]) if (tv && !unavailableReason(tv)) void prefetchList(tv, abortController.signal)
    }, prefetchAfterMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [hasBegun, next, previous])
}

/** Replaces the URL after zapping. */
function useAddress(itemId: string) {
  const go = useGo()
  const playing = nowPlaying.use()
  const item = playing?.items[playing.index]
  const debouncedHref = useDebounced(item?.href, restMs)
  const replace = useEffectEvent((href: string) => {
    if (playing?.view === 'full' && item?.id === itemId && playing.screen && item.href === href && currentAddress() !== href)
      go(href, { replace: true })
  })
  useEffect(() => {
    if (debouncedHref !== undefined) replace(debouncedHref)
  }, [debouncedHref])
}
const currentAddress = () => location.pathname + location.search
