import { useMediaSelector } from 'media-chrome/react/media-store'
import { createElement, useEffect, useEffectEvent, useState } from 'react'
import type { Failure, MediaKind, Plan } from './plan.ts'
import { failureOfStatus } from './plan.ts'
import css from './Stage.module.css'
import { type MediaTracks, useMediaTracks } from './tracks.ts'
import { useControl } from './useControl.ts'

/** Elements that come with a library of their own, each in a chunk of its own. */
const elements = {
  hls: { tag: 'hls-media', load: () => import('./media/HlsMedia.ts') },
  dash: { tag: 'dash-media', load: () => import('./media/DashMedia.ts') },
}

const isStream = (kind: MediaKind): kind is keyof typeof elements => kind in elements

interface MediaElementProps {
  itemId: string
  plan: Extract<Plan, { how: 'media' }>
  /** Seconds from the beginning; live begins at its edge. */
  start: number
  onPlaying: () => void
  onEnded: () => void
  onFailure: (failure: Failure) => void
}

/** The element that plays, from the moment it is mounted. */
export function MediaElement({ itemId, plan, start, onPlaying, onEnded, onFailure }: MediaElementProps) {
  const { kind, src, mixed } = plan
  const control = useControl()
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const [isDefined, setIsDefined] = useState(!isStream(kind))
  const [hasPlayed, setHasPlayed] = useState(false)

  const fail = useEffectEvent((failure: Failure) => onFailure(mixed ? 'mixed' : failure))
  const played = useEffectEvent(onPlaying)
  const ended = useEffectEvent(onEnded)

  useEffect(() => {
    if (!isStream(kind)) return
    let wanted = true
    elements[kind].load().then(
      () => wanted && setIsDefined(true),
      () => wanted && fail('unreachable'),
    )
    return () => void (wanted = false)
  }, [kind])

  useEffect(() => {
    if (!media) return
    const listening = new AbortController()
    const on = (type: string, listener: (event: Event) => unknown) => media.addEventListener(type, listener, { signal: listening.signal })
    on('playing', () => {
      setHasPlayed(true)
      played()
    })
    on('emptied', () => setHasPlayed(false))
    on('ended', () => ended())
    on('loadedmetadata', () => {
      // Beyond the end is no place to begin at: the source may be another one by now.
      if (start > 0 && media.currentTime < 1 && !(start >= media.duration)) media.currentTime = start
      control.applySpeed()
    })
    on('failure', (event) => fail((event as CustomEvent<Failure>).detail))
    on('error', async () => {
      const failure = isStream(kind) ? undefined : await failureOf(media)
      if (failure && !listening.signal.aborted) fail(failure)
    })
    control.attach(media)
    return () => {
      listening.abort()
      // Out of the page it would play on, with sound and nothing to stop it: by itself, and in a window of its own.
      media.pause()
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
      control.attach(null)
    }
  }, [media, control, kind, start])

  // Captions come one by one, some of them late. Chosen before anything plays, the browser would choose once more; the store's
  // `mediaHasPlayed` is true from when it is to play. Of those that come later the browser may show one beside what was chosen.
  const captions = useMediaSelector((state) => state.mediaSubtitlesList)
  const showsSeveral = useMediaSelector((state) => (state.mediaSubtitlesShowing?.length ?? 0) > 1)
  useEffect(() => {
    if (hasPlayed) control.applyCaptions(captions)
  }, [control, captions, hasPlayed])
  useEffect(() => {
    if (hasPlayed && showsSeveral) control.applyCaptions(captions)
  }, [control, captions, hasPlayed, showsSeveral])

  const tracks = useMediaTracks(itemId)
  if (!isDefined) return null
  const attributes = { ref: setMedia, src, autoPlay: true, preload: 'auto' }
  if (kind === 'audio') return createElement('audio', attributes)
  const picture = { className: css.video, playsInline: true, 'data-drawn': document.fullscreenEnabled || undefined }
  if (!isStream(kind)) return createElement('video', { ...attributes, ...picture }, trackElements(tracks))
  const stream = { ref: setMedia, src, autoplay: '', class: css.host }
  return createElement(
    elements[kind].tag,
    stream,
    createElement('video', { ...picture, slot: 'media', preload: 'auto' }, trackElements(tracks)),
  )
}

/** media-chrome finds the previews by their label; `default` has the browser fetch their cues. */
const trackElements = (tracks: MediaTracks | undefined) =>
  tracks && [
    ...tracks.captions.map(({ language, label, src }) =>
      createElement('track', { key: src, kind: 'captions', src, srcLang: language, label }),
    ),
    tracks.thumbnails !== null &&
      createElement('track', { key: 'thumbnails', kind: 'metadata', label: 'thumbnails', src: tracks.thumbnails, default: true }),
  ]

/** Why a native element stopped; undefined when nothing is wrong. The element itself tells hardly anything, so the source is asked. */
async function failureOf({ error, currentSrc }: HTMLMediaElement): Promise<Failure | undefined> {
  if (!error || error.code === MediaError.MEDIA_ERR_ABORTED) return undefined
  if (error.code === MediaError.MEDIA_ERR_NETWORK) return 'unreachable'
  if (error.code === MediaError.MEDIA_ERR_DECODE) return 'format'
  const ask = (mode: RequestMode) => fetch(currentSrc, { method: 'HEAD', mode, credentials: 'omit' })
  try {
    const { ok, status } = await ask('cors')
    return ok ? 'format' : failureOfStatus(status)
  } catch {
    // It may have answered and not let us see what.
    return ask('no-cors').then(
      () => 'format',
      () => 'unreachable',
    )
  }
}
