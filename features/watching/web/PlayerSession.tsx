import { useQueryClient } from '@tanstack/react-query'
import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refetchTopics } from '#kit/web/refetch.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { nowPlaying } from '#features/media/web/player/now-playing.ts'
import { useControl } from '#features/media/web/player/useControl.ts'
import { positionedTypes, type Progress } from '../rules.ts'
import { createPlayback, type Viewed } from './playback.ts'
import { notePosition } from './positions.ts'
import { Resume } from './Resume.tsx'

const reportMs = 10_000
/** ms between two words of what has no position: playbacks that nothing is heard of for half an hour are ended. */
const heardOfMs = 10 * 60_000
/** ms after a jump until that is told: who looks for a place jumps often. */
const seekMs = 1000
/** Seconds into a video before which nothing is kept: who only looks in has not begun. */
const beginSeconds = 5

/** The address that led here says itself where it begins. */
function isStartAsked(id: string): boolean {
  const now = nowPlaying.get()
  const item = now?.items[now.index]
  return item?.id === id && item.isStartAsked === true
}

interface PlaybackFollowerProps {
  id: string
  /** What is viewed, and what it is in. */
  viewed: Viewed
  /** Nobody can be anywhere in it, whatever its stream says. */
  isLive: boolean
  /** Seconds; of what has a beginning and an end although its stream may still grow. */
  length?: number | undefined
  /** Where it ends, in seconds, when its source goes on behind that. */
  end?: number | null | undefined
}

/** Follows what plays: counts the view, keeps where one is, and leads back to there. One for each item. */
export function PlaybackFollower({ id, viewed, isLive: isNowhere, length: knownLength, end: endsAt = null }: PlaybackFollowerProps) {
  const control = useControl()
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [playback] = useState(() => createPlayback(viewed, signedIn))
  const hasBegun = control.begun.use() === id
  const isPlaying = useMediaSelector((state) => state.mediaPaused === false) && hasBegun
  const hasEnded = useMediaSelector((state) => state.mediaEnded ?? false)
  const isStreamLive = useMediaSelector((state) => state.mediaStreamType === 'live')
  const isLive = isNowhere || (isStreamLive && knownLength === undefined)
  /** What is live on television has no position, and is heard of all the same: otherwise it would count as left. */
  const isHeardOf = isLive && viewed.viewable_type === 'channel'
  /** Where it was last: by the time it has gone nobody can be asked. */
  const latest = useRef<Progress>(undefined)
  const [isResuming, setIsResuming] = useState(() => signedIn && !isStartAsked(id))

  const look = useEffectEvent(() => {
    const { media } = control
    if (!media || isLive || isResuming) return
    const length = Number.isFinite(media.duration) && media.duration > 0 ? media.duration : (knownLength ?? null)
    // An item that ends before its source has been seen by then.
    const duration = length === null || endsAt === null ? (length ?? endsAt) : Math.min(length, endsAt)
    if (Number.isFinite(media.currentTime)) latest.current = { position: media.currentTime, duration }
  })
  const report = useEffectEvent(async () => {
    look()
    const progress = latest.current
    if (!hasBegun || !progress || progress.position < beginSeconds) return
    const kept = await playback.report(progress)
    const type = positionedTypes.find((one) => one === viewed.viewable_type)
    if (kept && signedIn && type) notePosition({ viewable_type: type, id, ...kept })
  })
  const leave = useEffectEvent(() => {
    look()
    const progress = latest.current
    if (hasBegun && progress && progress.position >= beginSeconds) void playback.leave(progress)
  })
  const sayItGoesOn = useEffectEvent((seconds: number) => void playback.report({ position: seconds, duration: null }))
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
    if (!isPlaying || !isHeardOf) return
    const begunAt = Date.now()
    const timer = setInterval(() => sayItGoesOn(Math.floor((Date.now() - begunAt) / 1000)), heardOfMs)
    return () => clearInterval(timer)
  }, [isHeardOf, isPlaying])

  useEffect(() => {
    const { media } = control
    if (!hasBegun || !media) return
    const listening = new AbortController()
    const { signal } = listening
    let seeking: ReturnType<typeof setTimeout> | undefined
    media.addEventListener('timeupdate', () => look(), { signal })
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

  const seen = useEffectEvent(() => {
    look()
    // However long it was said to be: this is its end.
    if (latest.current) latest.current = { position: latest.current.position, duration: latest.current.position || null }
    void report()
  })
  useEffect(() => {
    if (hasEnded) seen()
  }, [hasEnded])

  // In strict mode effects come twice at once: what is over is so only when nothing has come back.
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
