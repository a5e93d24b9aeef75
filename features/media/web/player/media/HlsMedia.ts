import { Hls, HlsVideoElement } from 'hls-video-element'
import type {
  ErrorData,
  LevelDetails,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { failureOfStatus, type Failure } from '../plan.ts'
import { discontinuityRenumbering } from './discontinuities.ts'
import { liveWindowOf, reportFailure, slottedTemplate } from './element.ts'

/** hls.js gives its caption tracks an empty file as a data: address, which the content security policy refuses; as a blob: it may be. */
const emptyCaptions = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }))

/** hls.js' own loader, for the playlists of one stream: see `discontinuityRenumbering`. */
function playlistLoader() {
  const renumber = discontinuityRenumbering()
  return class extends (Hls.DefaultConfig.loader as PlaylistLoaderConstructor) {
    override load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<PlaylistLoaderContext>) {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...more) => {
          const { data } = response
          callbacks.onSuccess(typeof data === 'string' ? { ...response, data: renumber(data) } : response, ...more)
        },
      })
    }
  }
}

/**
 * hls-video-element with what the player needs besides: whether a live stream can be wound back, where its live edge is,
 * why it failed, and an end when it leaves the page. Dispatches `failure` (see `reportFailure`).
 */
class HlsMedia extends HlsVideoElement {
  static override getTemplateHTML = slottedTemplate
  #details: LevelDetails | undefined
  #recovered = false

  constructor() {
    super()
    // A segment of MPEG-TS is taken apart and put together again: on a phone that is a task of hundreds of milliseconds.
    this.config = { pLoader: playlistLoader(), workerPath }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // While hls.js plays, it says itself what went wrong.
    this.addEventListener('error', () => this.api || reportFailure(this, 'unreachable'))
    this.textTracks.addEventListener('addtrack', () => {
      for (const track of this.nativeEl.querySelectorAll<HTMLTrackElement>('track[src^="data:"]')) track.src = emptyCaptions
    })
  }

  override load(): void {
    this.#details = undefined
    this.#recovered = false
    // Its types do not say so, but it answers when hls.js has been set up.
    void Promise.resolve(super.load()).then(() => this.#watch())
  }

  #watch() {
    this.api?.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
      const before = [this.streamType, this.targetLiveWindow]
      this.#details = details
      if (before[0] !== this.streamType) this.dispatchEvent(new Event('streamtypechange'))
      if (before[1] !== this.targetLiveWindow) this.dispatchEvent(new Event('targetlivewindowchange'))
      this.dispatchEvent(new Event('seekablechange'))
    })
    this.api?.on(Hls.Events.ERROR, (_event, data) => this.#onError(data))
  }

  /** 'live' | 'on-demand' | 'unknown', as media-ui-extensions names it. */
  get streamType(): string {
    if (this.#details) return this.#details.live ? 'live' : 'on-demand'
    const { duration } = this.nativeEl
    return duration === Number.POSITIVE_INFINITY ? 'live' : Number.isFinite(duration) ? 'on-demand' : 'unknown'
  }

  /** Infinity when a live stream can be wound back, 0 when not, NaN when it is not live. */
  get targetLiveWindow(): number {
    if (this.streamType !== 'live') return Number.NaN
    if (this.#details) return this.#details.type === 'EVENT' ? Number.POSITIVE_INFINITY : liveWindowOf(this.#details.totalduration)
    const { seekable } = this.nativeEl
    return liveWindowOf(seekable.length > 0 ? seekable.end(seekable.length - 1) - seekable.start(0) : 0)
  }

  /** From here on playback counts as live; undefined until known. */
  get liveEdgeStart(): number | undefined {
    const sync = this.liveSyncPosition
    return sync === undefined ? undefined : sync - 2 * (this.#details?.targetduration ?? 0)
  }

  /** Where "go to live" goes: as near to the end as the stream can be kept playing. */
  get liveSyncPosition(): number | undefined {
    return this.#details?.live ? (this.api?.liveSyncPosition ?? undefined) : undefined
  }

  #onError(data: ErrorData) {
    if (!data.fatal || !this.api) return
    if (
      data.type === Hls.ErrorTypes.MEDIA_ERROR &&
      data.details !== Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR &&
      !this.#recovered
    ) {
      this.#recovered = true
      this.api.recoverMediaError()
      return
    }
    const failure = failureOf(data)
    // Without permission to read it (CORS) a script cannot play it; some browsers can by themselves.
    if (failure === 'unreachable' && this.#playNatively()) return
    reportFailure(this, failure)
  }

  #playNatively(): boolean {
    if (this.nativeEl.readyState > 0 || !this.nativeEl.canPlayType('application/vnd.apple.mpegurl')) return false
    this.api?.destroy()
    this.api = null
    this.nativeEl.src = this.src
    return true
  }

  override disconnectedCallback(): void {
    this.removeAttribute('src')
    super.disconnectedCallback()
  }
}

function failureOf({ type, details, response }: ErrorData): Failure {
  if (details === Hls.ErrorDetails.MANIFEST_PARSING_ERROR || type !== Hls.ErrorTypes.NETWORK_ERROR) return 'format'
  return failureOfStatus(response?.code ?? 0)
}

customElements.define('hls-media', HlsMedia)
