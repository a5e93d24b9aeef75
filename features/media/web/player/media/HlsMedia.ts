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
import { unplayedCodecs } from './codecs.ts'
import { discontinuityRenumbering } from './discontinuities.ts'
import { isOwn, whyNothingCame } from './probe.ts'
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
  /** Of each quality, as the master list has them. */
  #codecs: string[] = []

  constructor() {
    super()
    // A segment of MPEG-TS is taken apart and put together again: on a phone that is a task of hundreds of milliseconds.
    this.config = { pLoader: playlistLoader(), workerPath }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // While hls.js plays, it says itself what went wrong.
    this.addEventListener('error', () => this.api || void this.#explain('unreachable', this.src))
    this.nativeEl.addEventListener('waitingforkey', () => reportFailure(this, 'protected'))
    this.textTracks.addEventListener('addtrack', () => {
      for (const track of this.nativeEl.querySelectorAll<HTMLTrackElement>('track[src^="data:"]')) track.src = emptyCaptions
    })
  }

  override load(): void {
    this.#details = undefined
    this.#recovered = false
    // What still grows would begin at its end.
    this.config = { ...this.config, startPosition: this.hasAttribute('from-start') ? 0 : -1 }
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
    this.api?.on(Hls.Events.MANIFEST_LOADED, (_event, { levels }) => {
      this.#codecs = levels.map(({ attrs }) => attrs['CODECS'] ?? '')
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
    const codecs = this.#unplayed(data)
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !codecs && !this.#recovered) {
      this.#recovered = true
      this.api.recoverMediaError()
      return
    }
    if (codecs) return reportFailure(this, 'codec', codecs)
    const failure = failureOf(data)
    // Without permission to read it (CORS) a script cannot play it; some browsers can by themselves.
    if (failure === 'unreachable' && this.#playNatively()) return
    void this.#explain(failure, data.frag?.url ?? data.url ?? this.src)
  }

  /** What of the stream's encodings this browser does not play; '' when that is not why it stopped. */
  #unplayed({ type, details, mimeType, error }: ErrorData): string {
    if (type !== Hls.ErrorTypes.MEDIA_ERROR) return ''
    if (details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return unplayedCodecs(this.#codecs)
    if (details === Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR) return unplayedCodecs([/codecs="?([^"]*)/.exec(mimeType ?? '')?.[1] ?? ''])
    return error.message.includes('EC-3') ? unplayedCodecs(['ec-3']) : ''
  }

  /** Where nothing came, it is asked whether somebody is there. */
  async #explain(failure: Failure, address: string) {
    if (failure !== 'unreachable' || isOwn(address)) return reportFailure(this, failure)
    reportFailure(this, await whyNothingCame(address))
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
  if (type === Hls.ErrorTypes.KEY_SYSTEM_ERROR) return 'protected'
  if (details.endsWith('TimeOut')) return 'timeout'
  if (details === Hls.ErrorDetails.MANIFEST_PARSING_ERROR || type !== Hls.ErrorTypes.NETWORK_ERROR) return 'format'
  return failureOfStatus(response?.code ?? 0)
}

customElements.define('hls-media', HlsMedia)
