import { useQueryClient } from '@tanstack/react-query'
import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#kit/contract/client.ts'
import { formatLength } from '#kit/web/format.ts'
import { refetchTopics } from '#kit/web/query-client.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { announce, toast } from '#ui/toasts.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { useControl } from '#features/media/web/player/useControl.ts'
import { watchingContract } from '../contract.ts'
import { type Progress, resumePosition } from '../rules.ts'
import { createPlayback } from './playback.ts'
import { notePosition, positions } from './positions.ts'
import { t } from './texts.ts'

const reportMs = 10_000
/** ms after a jump until that is told: who looks for a place jumps often. */
const seekMs = 1000
/** Seconds into a video before which nothing is kept: who only looks in has not begun. */
const beginSeconds = 5
/** ms after which a player that tells nothing is taken to play. */
const silentMs = 5000

/** Follows what plays: counts the view, keeps where one is, and leads back to there. One for each item. */
export function PlayerSession({ subject }: { subject: SubjectOf<'video'> }) {
  const { id, channel } = subject
  const control = useControl()
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [playback] = useState(() => createPlayback(id, channel.id))
  const isPlaying = useMediaSelector((state) => state.mediaPaused === false && (state.mediaHasPlayed ?? false))
  const hasPlayed = useMediaSelector((state) => state.mediaHasPlayed ?? false)
  const hasEnded = useMediaSelector((state) => state.mediaEnded ?? false)
  const isLive = useMediaSelector((state) => state.mediaStreamType === 'live') || subject.video.is_live
  /** Where it was last: by the time it has gone nobody can be asked. */
  const latest = useRef<Progress>(undefined)
  const [isResuming, setIsResuming] = useState(signedIn)

  const look = useEffectEvent(() => {
    const { media } = control
    if (!media || isLive || isResuming) return
    const length = Number.isFinite(media.duration) && media.duration > 0 ? media.duration : null
    // An item that ends before its source has been seen by then.
    const end = subject.place?.video.end_at ?? null
    const duration = length === null || end === null ? (length ?? end) : Math.min(length, end)
    if (Number.isFinite(media.currentTime)) latest.current = { position: media.currentTime, duration }
  })
  const report = useEffectEvent(async () => {
    look()
    const progress = latest.current
    if (!hasPlayed || !progress || progress.position < beginSeconds) return
    const kept = await playback.report(progress)
    if (kept && signedIn) notePosition({ id, ...kept })
  })
  const end = useEffectEvent(async () => {
    const progress = latest.current
    await playback.end(progress && progress.position >= beginSeconds ? progress : undefined)
    if (signedIn) await refetchTopics(client, new Set(['continue', 'positions']), new Set())
  })

  useEffect(() => {
    if (hasPlayed) {
      void playback.begin()
      return
    }
    const timer = setTimeout(() => !control.media && void playback.begin(), silentMs)
    return () => clearTimeout(timer)
  }, [control, hasPlayed, playback])

  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => void report(), reportMs)
    return () => {
      clearInterval(timer)
      void report()
    }
  }, [isPlaying])

  useEffect(() => {
    const { media } = control
    if (!hasPlayed || !media) return
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
    // The page may be gone in a moment.
    const leave = () => document.visibilityState === 'hidden' && void report()
    document.addEventListener('visibilitychange', leave, { signal })
    addEventListener('pagehide', () => void report(), { signal })
    return () => {
      clearTimeout(seeking)
      listening.abort()
    }
  }, [control, hasPlayed])

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

  useResume({ id, isLive, isReady: hasPlayed, isResuming, onDone: () => setIsResuming(false) })
  return null
}

interface Resume {
  id: string
  isLive: boolean
  /** It can be sought. */
  isReady: boolean
  isResuming: boolean
  onDone: () => void
}

/** Leads to where one was, on whatever device that was; never in what is live. */
function useResume({ id, isLive, isReady, isResuming, onDone }: Resume): void {
  const control = useControl()
  const [from, setFrom] = useState<number | null>()
  const dismiss = useRef<() => void>(undefined)

  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!isResuming) return
    let isWanted = true
    call(watchingContract.listPositions, { query: { ids: id } }, sendInBackground).then(
      ({ data: [position] }) => isWanted && setFrom((position && resumePosition(position)) ?? null),
      () => {
        const known = positions.get().get(id)
        if (isWanted) setFrom((known && resumePosition(known)) ?? null)
      },
    )
    return () => void (isWanted = false)
  }, [id, isResuming])

  const resume = useEffectEvent((seconds: number) => {
    const start = control.media?.currentTime ?? 0
    control.seek(seconds)
    const text = t('resume.at', { time: formatLength(Math.floor(seconds)) })
    // Nothing lies over a service's frame.
    if (!(control.media instanceof HTMLElement)) return announce(text)
    dismiss.current = toast(text, { action: { name: t('resume.from_start'), perform: () => control.seek(start < seconds ? start : 0) } })
  })
  useEffect(() => {
    if (!isResuming || from === undefined || (!isReady && !isLive)) return
    if (from !== null && !isLive) resume(from)
    done()
  }, [from, isLive, isReady, isResuming])
  useEffect(() => () => dismiss.current?.(), [])
}
