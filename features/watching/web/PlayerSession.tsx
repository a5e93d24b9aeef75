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

/** Removes the mark of a shared link (`via`) from the address bar. Views still report it (`view-source.ts`). */
export const useCleanAddress = (): void =>
  useEffect(() => {
    const { href, state } = pageHistory.get()
    const { pathname, searchParams, hash } = new URL(href, location.origin)
    if (!searchParams.has('via')) return
    searchParams.delete('via')
    const query = searchParams.toString()
    pageHistory.replace(`${pathname}${query && `?${query}`}${hash}`, { state, ask: false })
  }, [])

const reportMs = 15_000
/** Report interval in ms for things without a position: playbacks end after half an hour of silence. */
const reportIntervalMs = 10 * 60_000
/** Delay of the report after a seek in ms, because users seek repeatedly. */
const seekMs = 1000
/** Seconds before a position is stored: a short look doesn't count. */
const beginSeconds = 5

/** Whether the page's address contains a start position. */
function hasRequestedStart(id: string): boolean {
  const now = nowPlaying.get()
  const item = now?.items[now.index]
  return item?.id === id && item.isStartAsked === true
}

interface PlaybackFollowerProps {
  id: string
  /** The viewed thing and its container. */
  viewed: ViewInput
  /** Has no position, regardless of its stream. */
  isLive: boolean
  /** Duration in seconds, for programmes whose stream may still grow. */
  length?: number | undefined
  /** End in seconds, if the source continues after it. */
  end?: number | null | undefined
}

/** Follows playback of one item: counts the view, stores the position and resumes. */
export function PlaybackFollower({ id, viewed, isLive: isNowhere, length: knownLength, end: endsAt = null }: PlaybackFollowerProps) {
  useCleanAddress()
  const control = useControl()
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [playback] = useState(() => createPlayback(viewed, signedIn))
  const hasBegun = control.startedItem.use() === id
  const isPlaying = useMediaSelector((state) => state.mediaPaused === false) && hasBegun
  const hasEnded = useMediaSelector((state) => state.mediaEnded ?? false)
  const isStreamLive = useMediaSelector((state) => state.mediaStreamType === 'live')
  const isLive = isNowhere || (isStreamLive && knownLength === undefined)
  /** Live TV has no position but reports anyway: otherwise its playback would end. */
  const isReported = isLive && viewed.viewable_type === 'channel'
  /** The last position, which is unavailable once the player is gone. */
  const latest = useRef<PlaybackProgress>(undefined)
  const [isResuming, setIsResuming] = useState(() => signedIn && !hasRequestedStart(id))

  const readProgress = useEffectEvent(() => {
    const { media } = control
    if (!media || isLive || isResuming) return
    const length = Number.isFinite(media.duration) && media.duration > 0 ? media.duration : (knownLength ?? null)
    // An item that ends before its source counts as watched at the item's end.
    const duration = length === null || endsAt === null ? (length ?? endsAt) : Math.min(length, endsAt)
    if (Number.isFinite(media.currentTime)) latest.current = { position: media.currentTime, duration }
  })
  const report = useEffectEvent(async () => {
    readProgress()
    const progress = latest.current
    if (!hasBegun || !progress || progress.position < beginSeconds) return
    const storedPosition = await playback.report(progress)
    const type = positionedTypes.find((positionedKind) => positionedKind === viewed.viewable_type)
    if (storedPosition && signedIn && type) updatePosition({ viewable_type: type, id, ...storedPosition })
  })
  const leave = useEffectEvent(() => {
    readProgress()
    const progress = latest.current
    if (hasBegun && progress && progress.position >= beginSeconds) void playback.leave(progress)
  })
  const reportPosition = useEffectEvent((seconds: number) => void playback.report({ position: seconds, duration: null }))
  const end = useEffectEvent(async () => {
    const progress = latest.current
    await playback.end(progress && progress.position >= beginSeconds ? progress : undefined)
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
    // The actual end overrides the stated duration.
    if (latest.current) latest.current = { position: latest.current.position, duration: latest.current.position || null }
    void report()
  })
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  // Strict mode runs effects twice: ends only if nothing has remounted.
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

/** A video of a channel. */
export const PlayerSession = ({ subject: { id, channel, video, place } }: { subject: SubjectOf<'video'> }) => (
  <PlaybackFollower
    id={id}
    viewed={{ viewable_type: 'video', viewable_id: id, playlist_id: channel.id }}
    isLive={video.is_live}
    end={place?.video.end_at}
  />
)
