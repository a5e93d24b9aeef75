import type { PlaybackPlan } from '#features/player/web/plan.ts'
import type { EmbedVideo } from '../../embed-data.ts'

type MediaPlan = Extract<PlaybackPlan, { type: 'media' }>
type FramePlan = Extract<PlaybackPlan, { type: 'frame' }>

interface PlayingItem {
  title: string
  /** End within the source in seconds; null: the end of the source. */
  endSeconds: number | null
  captions: EmbedVideo['captions']
  /** Called when playback begins. A provider's player counts as begun when it is shown. */
  onPlaying: () => void
  onEnded: () => void
  onFailure: () => void
}

/** Elements whose library loads on demand. */
const elements = {
  hls: { tag: 'hls-media', load: () => import('#features/player/web/media/HlsMedia.ts') },
  dash: { tag: 'dash-media', load: () => import('#features/player/web/media/DashMedia.ts') },
}
const isStream = (kind: MediaPlan['kind']): kind is keyof typeof elements => kind in elements

/** Sandbox permissions of a provider's player. The player may not navigate this page. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms allow-modals allow-storage-access-by-user-activation'

/** Replaces the content of `stage` with a player. @returns a function that stops the player */
export function startPlayback(stage: HTMLElement, plan: MediaPlan | FramePlan, playing: PlayingItem): () => void {
  return plan.type === 'frame' ? playFrame(stage, plan, playing) : playMedia(stage, plan, playing)
}

function playFrame(stage: HTMLElement, { kind, src }: FramePlan, { title, onPlaying }: PlayingItem): () => void {
  const frame = document.createElement('iframe')
  const url = new URL(src)
  // Twitch requires the names of all parent pages.
  if (kind === 'twitch') for (const origin of location.ancestorOrigins ?? []) url.searchParams.append('parent', new URL(origin).hostname)
  frame.title = title
  frame.setAttribute('sandbox', sandbox)
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = url.href
  stage.replaceChildren(frame)
  frame.focus()
  onPlaying()
  return () => frame.remove()
}

function captionTrack({ language, label, src }: EmbedVideo['captions'][number]): HTMLTrackElement {
  const track = document.createElement('track')
  Object.assign(track, { kind: 'captions', srclang: language, label, src })
  return track
}

function playMedia(
  stage: HTMLElement,
  { kind, src, start }: MediaPlan,
  { title, endSeconds, captions, onPlaying, onEnded, onFailure }: PlayingItem,
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const native = document.createElement(kind === 'audio' ? 'audio' : 'video')
  native.controls = true
  native.setAttribute('playsinline', '')
  native.setAttribute('aria-label', title)
  // Captions at a CDN need `crossorigin`, which other sites' files may not allow.
  if ([src, ...captions.map((track) => track.src)].some((address) => address.includes('/media/edge/'))) native.crossOrigin = 'anonymous'
  native.append(...captions.map(captionTrack))
  const media: HTMLMediaElement = isStream(kind) ? (document.createElement(elements[kind].tag) as HTMLMediaElement) : native
  if (media !== native) {
    native.slot = 'media'
    media.append(native)
  }
  const end = () => {
    listening.abort()
    media.pause?.()
    media.remove()
  }
  const onEnd = () => {
    end()
    onEnded()
  }
  // Ignores a start after the end.
  native.addEventListener('loadedmetadata', () => start > 0 && !(start >= native.duration) && (native.currentTime = start), {
    signal,
    once: true,
  })
  native.addEventListener('timeupdate', () => endSeconds !== null && native.currentTime >= endSeconds && onEnd(), { signal })
  native.addEventListener('playing', onPlaying, { signal, once: true })
  native.addEventListener('ended', onEnd, { signal })
  media.addEventListener('failure', onFailure, { signal })
  if (media === native) media.addEventListener('error', onFailure, { signal })

  const begin = () => {
    if (signal.aborted) return
    stage.replaceChildren(media)
    media.setAttribute('autoplay', '')
    media.setAttribute('src', src)
    native.focus()
  }
  if (isStream(kind)) elements[kind].load().then(begin, onFailure)
  else begin()
  return end
}
