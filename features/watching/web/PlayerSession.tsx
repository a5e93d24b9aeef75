import { useQueryClient } from '@tanstack/react-query'
import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refetchTopics } from '#kit/web/refetch.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { pageHistory } from '#shell/navigation.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { useControl } from '#features/player/web/control.ts'
import { positionedTypes, type PlaybackProgress } from '../rules.ts'
import { createPlayback, type ViewInput } from './playback.ts'
import { updatePosition } from './positions.ts'
import { Resume } from './Resume.tsx'

/** Removes the `via` of a shared link from the address bar. Views still report it, see `currentSource`. */
export const useRemoveViaParameter = (): void =>
  useEffect(() => {
    const { href, state } = pageHistory.get()
    const { pathname, searchParams, hash } = new URL(href, location.origin)
    if (!searchParams.has('via')) return
    searchParams.delete('via')
    const query = searchParams.toString()
    pageHistory.replace(`${pathname}${query && `?${query}`}${hash}`, { state, ask: false })
  }, [])

const reportMs = 15_000
/** Report interval in ms for live TV, which has no position. Shorter than the half hour after which playbacks without reports end. */
const reportIntervalMs = 10 * 60_000
/** Delay in ms before a seek is reported, because users often seek again. */
const seekMs = 1000
/** Minimum position in seconds that is stored. */
const firstReportSeconds = 5

/** Returns true if the playing item has this id and starts as requested: see `isStartAsked`. */
function hasRequestedStart(id: string): boolean {
  const now = nowPlaying.get()
  const item = now?.items[now.index]
  return item?.id === id && item.isStartAsked === true
}

interface PlaybackTrackerProps {
  id: string
  /** The viewed thing, with its channel or TV channel. */
  viewed: ViewInput
  /** True if the item has no position, even if its stream is not live. */
  isLive: boolean
  /** Duration in seconds, given for programmes whose stream may still grow. */
  length?: number | undefined
  /** End of the item in seconds, if the source has more after the item's end. */
  end?: number | null | undefined
}

/** Follows the playback of an item: counts a view, stores the position, and resumes. */
export function PlaybackTracker({ id, viewed, isLive: hasNoPosition, length: knownLength, end: endsAt = null }: PlaybackTrackerProps) {
  useRemoveViaParameter()
  const control = useControl()
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [playback] = useState(() => createPlayback(viewed, signedIn))
  const hasBegun = control.startedItem.use() === id
  const isPlaying = useMediaSelector((state) => state.mediaPaused === false) && hasBegun
  const hasEnded = useMediaSelector((state) => state.mediaEnded ?? false)
  const isStreamLive = useMediaSelector((state) => state.mediaStreamType === 'live')
  const isLive = hasNoPosition || (isStreamLive && knownLength === undefined)
  /** Live TV has no position, but reports so that its playback doesn't end. */
  const isReported = isLive && viewed.viewable_type === 'channel'
  /** The last position. After the player is removed, the position can't be read from it any more. */
  const latest = useRef<PlaybackProgress>(undefined)
  const [isResuming, setIsResuming] = useState(() => signedIn && !hasRequestedStart(id))

  const readProgress = useEffectEvent(() => {
    const { media } = control
    if (!media || isLive || isResuming) return
    const length = Number.isFinite(media.duration) && media.duration > 0 ? media.duration : (knownLength ?? null)
    // If the source has more after the item's end, the item counts as watched at its own end.
    const duration = length === null || endsAt === null ? (length ?? endsAt) : Math.min(length, endsAt)
    if (Number.isFinite(media.currentTime)) latest.current = { position: media.currentTime, duration }
  })
  const report = useEffectEvent(async () => {
    readProgress()
    const progress = latest.current
    if (!hasBegun || !progress || progress.position < firstReportSeconds) return
    const storedPosition = await playback.report(progress)
    const type = positionedTypes.find((positionedKind) => positionedKind === viewed.viewable_type)
    if (storedPosition && signedIn && type) updatePosition({ viewable_type: type, id, ...storedPosition })
  })
  const leave = useEffectEvent(() => {
    readProgress()
    const progress = latest.current
    if (hasBegun && progress && progress.position >= firstReportSeconds) void playback.leave(progress)
  })
  const reportPosition = useEffectEvent((seconds: number) => void playback.report({ position: seconds, duration: null }))
  const end = useEffectEvent(async () => {
    const progress = latest.current
    await playback.end(progress && progress.position >= firstReportSeconds ? progress : undefined)
    if (signedIn) await refetchTopics(client, new Set(['continue', 'positions']), new Set())
  })

  useEffect(() => {
    if (hasBegun) void playback.begin()
  }, [hasBegun, playback])

  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => void report(), reportMs)
    return () => {
      clearInterval(timer)
      void report()
    }
  }, [isPlaying])

  useEffect(() => {
    if (!isPlaying || !isReported) return
    const begunAt = Date.now()
    const timer = setInterval(() => reportPosition(Math.floor((Date.now() - begunAt) / 1000)), reportIntervalMs)
    return () => clearInterval(timer)
  }, [isReported, isPlaying])

  useEffect(() => {
    const { media } = control
    if (!hasBegun || !media) return
    const listening = new AbortController()
    const { signal } = listening
    let seeking: ReturnType<typeof setTimeout> | undefined
    media.addEventListener('timeupdate', () => readProgress(), { signal })
    media.addEventListener(
      'seeked',
      () => {
        clearTimeout(seeking)
        seeking = setTimeout(() => void report(), seekMs)
      },
      { signal },
    )
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), { signal })
    addEventListener('pagehide', () => leave(), { signal })
    return () => {
      clearTimeout(seeking)
      listening.abort()
    }
  }, [control, hasBegun])

  const reportEnd = useEffectEvent(() => {
    readProgress()
    // At the actual end, the position replaces the stated duration.
    if (latest.current) latest.current = { position: latest.current.position, duration: latest.current.position || null }
    void report()
  })
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  // Ends the playback only if the component stays unmounted, because strict mode unmounts and remounts it once.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      setTimeout(() => !isMounted.current && void end())
    }
  }, [])

  return <Resume id={id} isLive={isLive} isReady={hasBegun} isResuming={isResuming} onDone={() => setIsResuming(false)} />
}

/** Follows a video of a channel. */
export const PlayerSession = ({ subject: { id, channel, video, place } }: { subject: SubjectOf<'video'> }) => (
  <PlaybackTracker
    id={id}
    viewed={{ viewable_type: 'video', viewable_id: id, playlist_id: channel.id }}
    isLive={video.is_live}
    end={place?.video.end_at}
  />
)
