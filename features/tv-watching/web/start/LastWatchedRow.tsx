import { createElement, type ReactNode, useEffect, useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { caretLeft, caretRight, speakerSlash } from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { runWhenIdle } from '#ui/idle.ts'
import { Picture } from '#ui/Picture.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { type PlaybackPlan, planPlayback } from '#features/player/web/plan.ts'
import { usePlayerPreferences } from '#features/player/web/preferences.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import { livePlay, playAddress } from '#features/guide/web/addresses.ts'
import { channelFilter, filterQuery } from '#features/guide/web/channel-filter.ts'
import { useNow } from '#features/guide/web/now.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { tvWatchingContract } from '../../contract.ts'
import { findOnAirWithPicture } from '../player/on-air.ts'
import { liveTexts, toPlayableLive } from '../player/playables.ts'
import { t } from '../texts.ts'
import css from './LastWatchedRow.module.css'
import { mayStart } from './may-start.ts'

/** The TV channel that was watched last, at the top of the user's home. */
export const LastWatchedRow = ({ subject }: { subject: SubjectOf<'view'> }) => subject.id === 'heart' && <LastWatched />

interface LastWatchedProps {
  /** Shown if no channel was watched before, if the viewer may not watch the last one, or if the setting is off. */
  fallback?: ReactNode
}

/** The TV channel that was watched last in this browser, muted. */
export function LastWatched({ fallback }: LastWatchedProps) {
  const { channel, startsOn } = usePlayerPreferences()
  return startsOn && channel !== null ? <LastChannel last={channel} fallback={fallback} /> : fallback
}

function LastChannel({ last, fallback }: LastWatchedProps & { last: string }) {
  const [id, setId] = useState(last)
  const read = useRead(tvWatchingContract.getTvChannel, { params: { id } })
  const around = useRead(tvWatchingContract.listTvNeighbours, { params: { id }, query: filterQuery(channelFilter.use()) })
  /** The channel that the user tuned here. Shown at once, because neighbours are already loaded. */
  const [tuned, setTuned] = useState<ListedTvChannel>()
  const tv = read.data ?? (tuned?.id === id ? tuned : undefined)
  if (!tv && !read.error) return <CarouselPlaceholder />
  if (!tv || tv.is_locked || tv.geo_blocked) return fallback
  const [previous] = around.data?.previous ?? []
  const [next] = around.data?.next ?? []
  const zap = (to: ListedTvChannel | undefined) => () => {
    if (!to) return
    setTuned(to)
    setId(to.id)
  }
  return <SilentPreview tv={tv} onPrevious={zap(previous)} onNext={zap(next)} />
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

interface ScreeningProps {
  tv: ListedTvChannel
  onPrevious: () => void
  onNext: () => void
}

function SilentPreview({ tv, onPrevious, onNext }: ScreeningProps) {
  const now = useNow()
  const { allowed } = usePlayerPreferences()
  const isPlaying = nowPlaying.use() !== null
  const current = findOnAirWithPicture(tv, now)
  const item = toPlayableLive(tv, current)
  const plan = planPlayback(item, location)
  const plays = mayStart({
    isEnabled: true,
    savesData: savesData(),
    prefersStillness: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    isPlaying,
    plan,
    host: location.host,
    allowed,
  })
  const { title } = liveTexts(tv, current)
  return (
    <section className={css.on} aria-label={t('start.title')} data-on={tv.id}>
      <a
        className={css.picture}
        href={playAddress(tv.id, livePlay)}
        aria-label={t('start.watch', { name: tv.name, title })}
        onClick={({ currentTarget }) => markVideoClicked(tv.id, currentTarget)}
        {...stopProps}
      >
        <span className={css.still} data-logo={item.isLogo || undefined}>
          <Picture id={tv.id} name={tv.name} source={item.image} shape="card" sizes="100vw" eager />
        </span>
        {plays && plan.type === 'media' && <SilentStream key={plan.src} plan={plan} />}
        <span className={css.words}>
          <b>{title}</b>
          <span>
            {plays && <Icon icon={speakerSlash} size={14} />} {tv.name} · {tGuide('live.live')}
          </span>
        </span>
      </a>
      <span className={css.ways}>
        <IconButton kind="glass" icon={caretLeft} label={t('zap.keys.previous')} onClick={onPrevious} />
        <IconButton kind="glass" icon={caretRight} label={t('zap.keys.next')} onClick={onNext} />
      </span>
    </section>
  )
}

const elements = {
  hls: { tag: 'hls-media', load: () => import('#features/player/web/media/HlsMedia.ts') },
  dash: { tag: 'dash-media', load: () => import('#features/player/web/media/DashMedia.ts') },
} as const

/** Mutes the video again, in case the stream's element has turned the sound on. */
function muteAgain(video: HTMLVideoElement): void {
  if (!video.muted) video.muted = true
}

function playSilently(video: HTMLVideoElement): void {
  muteAgain(video)
  void video.play().catch(() => undefined)
}

/** Plays while in view, over the still picture, as soon as there is a first frame. If it fails, the still picture stays. */
function SilentStream({ plan: { kind, src } }: { plan: Extract<PlaybackPlan, { type: 'media' }> }) {
  const { tag, load } = elements[kind === 'dash' ? 'dash' : 'hls']
  const [isDefined, setIsDefined] = useState(false)
  const [hasBegun, setHasBegun] = useState(false)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  useEffect(() => {
    let isMounted = true
    // Loads after the page, because the code is large.
    const stop = runWhenIdle(
      () =>
        void load()
          .then(() => isMounted && setIsDefined(true))
          .catch(() => {}),
    )
    return () => {
      isMounted = false
      stop()
    }
  }, [load])
  useEffect(() => {
    if (!video) return
    const observer = new IntersectionObserver((entries) => (entries.at(-1)?.isIntersecting ? playSilently(video) : video.pause()))
    observer.observe(video)
    return () => {
      observer.disconnect()
      video.pause()
    }
  }, [video])
  if (!isDefined) return null
  return createElement(
    tag,
    // Sets `muted` on the element too, because the element passes its own value on to the video.
    { src, muted: '', class: css.host, 'aria-hidden': true },
    <video
      ref={setVideo}
      slot="media"
      className={css.video}
      data-playing={hasBegun || undefined}
      muted
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      onPlaying={() => setHasBegun(true)}
      onVolumeChange={({ currentTarget }) => muteAgain(currentTarget)}
    />,
  )
}
