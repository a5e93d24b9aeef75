import { useMediaSelector } from 'media-chrome/react/media-store'
import { createElement, useEffect, useEffectEvent, useState } from 'react'
import { type AudioChoice, useControl } from './control.ts'
import { type ReportedFailure, diagnoseFetchFailure } from './media/element.ts'
import { type Failure, effectiveFailure, failureForStatus, type MediaKind, type PlaybackPlan } from './plan.ts'
import css from './Stage.module.css'
import { type MediaTracks, useMediaTracks } from './item-additions.ts'

/** Elements whose library loads on demand, each in its own chunk. */
const elements = {
  hls: { tag: 'hls-media', load: () => import('./media/HlsMedia.ts') },
  dash: { tag: 'dash-media', load: () => import('./media/DashMedia.ts') },
}

const isStream = (kind: MediaKind): kind is keyof typeof elements => kind in elements

interface MediaElementProps {
  itemId: string
  plan: Extract<PlaybackPlan, { type: 'media' }>
  /** Start in seconds. Live streams start at the live edge. */
  start: number
  /** Whether live streams start at their beginning instead of at the live edge. */
  isFromStart: boolean
  onPlaying: () => void
  onEnded: () => void
  onFailure: (failure: Failure, codecs?: string) => void
}

/** The media element, which plays as soon as it is mounted. */
export function MediaElement({ itemId, plan, start, isFromStart, onPlaying, onEnded, onFailure }: MediaElementProps) {
  const { kind, src, mixed } = plan
  const control = useControl()
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const [isDefined, setIsDefined] = useState(!isStream(kind))
  const [hasPlayed, setHasPlayed] = useState(false)

  const fail = useEffectEvent((failure: Failure, codecs?: string) => onFailure(effectiveFailure(failure, { mixed }), codecs))
  const played = useEffectEvent(onPlaying)
  const ended = useEffectEvent(onEnded)

  useEffect(() => {
    if (!isStream(kind)) return
    let isMounted = true
    elements[kind].load().then(
      () => isMounted && setIsDefined(true),
      () => isMounted && fail('unreachable'),
    )
    return () => void (isMounted = false)
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
      // Ignores a start that is after the end, because the source may have changed.
      if (start > 0 && media.currentTime < 1 && !(start >= media.duration)) media.currentTime = start
      else if (isFromStart && media.seekable.length > 0 && media.currentTime > media.seekable.start(0) + 1)
        media.currentTime = media.seekable.start(0)
      control.applySpeed()
    })
    on('failure', (event) => {
      const { failure, codecs } = (event as CustomEvent<ReportedFailure>).detail
      fail(failure, codecs)
    })
    on('error', async () => {
      const failure = isStream(kind) ? undefined : await diagnoseFileFailure(media)
      if (failure && !listening.signal.aborted) fail(failure)
    })
    control.attach(media)
    return () => {
      listening.abort()
      // Pauses, because a removed element would play on, also in picture-in-picture.
      media.pause()
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
      control.attach(null)
    }
  }, [media, control, kind, start, isFromStart])

  // Selects captions again when tracks load, because tracks load one by one and the browser may enable late ones. Waits for playback,
  // because the browser would override an earlier selection. The store's `mediaHasPlayed` is true too early, from the play request on.
  const captions = useMediaSelector((state) => state.mediaSubtitlesList)
  const showsSeveral = useMediaSelector((state) => (state.mediaSubtitlesShowing?.length ?? 0) > 1)
  useEffect(() => {
    if (hasPlayed) control.applyCaptions(captions)
  }, [control, captions, hasPlayed])
  useEffect(() => {
    if (hasPlayed && showsSeveral) control.applyCaptions(captions)
  }, [control, captions, hasPlayed, showsSeveral])

  const audioTracks = useMediaSelector((state) => state.mediaAudioTrackList as readonly AudioChoice[] | undefined)
  useEffect(() => {
    if (audioTracks) control.applyAudio(audioTracks)
  }, [control, audioTracks])

  const tracks = useMediaTracks(itemId)
  if (!isDefined) return null
  // Captions at a CDN need `crossorigin`. It is left out for files of other sites, which may not allow it.
  const crossOrigin = [src, tracks?.thumbnails, ...(tracks?.captions ?? []).map((track) => track.src)].some(isOnCdn)
    ? 'anonymous'
    : undefined
  const attributes = { ref: setMedia, crossOrigin, src, autoPlay: true, preload: 'auto' }
  if (kind === 'audio') return createElement('audio', attributes)
  const picture = { className: css.video, playsInline: true, 'data-drawn': document.fullscreenEnabled || undefined }
  if (!isStream(kind)) return createElement('video', { ...attributes, ...picture }, trackElements(tracks))
  // Props that are set before `src`, because `src` starts loading.
  const stream = { ref: setMedia, 'from-start': isFromStart ? '' : undefined, src, autoplay: '', class: css.host }
  return createElement(
    elements[kind].tag,
    stream,
    createElement('video', { ...picture, crossOrigin, slot: 'media', preload: 'auto' }, trackElements(tracks)),
  )
}

/** Whether the address leads to a file of this site at a CDN. */
const isOnCdn = (address: string | null | undefined) => address?.includes('/media/edge/') === true

/** media-chrome finds previews by their label. With `default`, the browser loads their cues. */
const trackElements = (tracks: MediaTracks | undefined) =>
  tracks && [
    ...tracks.captions.map(({ language, label, src }) =>
      createElement('track', { key: src, kind: 'captions', src, srcLang: language, label }),
    ),
    tracks.thumbnails !== null &&
      createElement('track', { key: 'thumbnails', kind: 'metadata', label: 'thumbnails', src: tracks.thumbnails, default: true }),
  ]

/** Returns why a native element stopped; undefined without an error. Requests the source, because the element's error has few details. */
async function diagnoseFileFailure({ error, currentSrc }: HTMLMediaElement): Promise<Failure | undefined> {
  if (!error || error.code === MediaError.MEDIA_ERR_ABORTED) return undefined
  if (error.code === MediaError.MEDIA_ERR_NETWORK)
    return diagnoseFetchFailure(currentSrc).then((reason) => (reason === 'cors' ? 'unreachable' : reason))
  if (error.code === MediaError.MEDIA_ERR_DECODE) return 'format'
  try {
    const { ok, status } = await fetch(currentSrc, { method: 'HEAD', credentials: 'omit' })
    return ok ? 'format' : failureForStatus(status)
  } catch {
    // Browsers play a source without CORS permission, so it must have failed because the browser can't decode it.
    const reason = await diagnoseFetchFailure(currentSrc)
    return reason === 'cors' ? 'format' : reason
  }
}
