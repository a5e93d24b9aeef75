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
import { failureForStatus, type Failure } from '../plan.ts'
import { unsupportedCodecs, discontinuityRenumbering } from './hls-playlist.ts'
import { isSameOrigin, diagnoseFetchFailure, liveWindowOf, reportFailure, slottedTemplate } from './element.ts'

/** An empty file of captions at a blob: URL. hls.js uses a data: URL, which the content security policy blocks. */
const emptyCaptions = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }))

/**
 * How long the server may lack the next segment before playback fails, in ms. hls.js retries for 30 s, because playlists sometimes list
 * a segment too early.
 */
const missingSegmentMs = 4000

/** Failures that another request won't fix. */
const missingFailures: ReadonlySet<Failure> = new Set(['gone', 'refused', 'geo'])

interface MissingSegment {
  failure: Failure
  address: string
  /** Whether it has been missing for {@link missingSegmentMs}. */
  isLate: boolean
}

/** Creates hls.js' loader for the playlists of one stream: see `discontinuityRenumbering`. */
function playlistLoader() {
  const renumber = discontinuityRenumbering()
  return class extends (Hls.DefaultConfig.loader as PlaylistLoaderConstructor) {
    override load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<PlaylistLoaderContext>) {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...args) => {
          const { data } = response
          callbacks.onSuccess(typeof data === 'string' ? { ...response, data: renumber(data) } : response, ...args)
        },
      })
    }
  }
}

/**
 * hls-video-element with additions: live seeking, the live edge, failure reasons, and cleanup on removal. Dispatches `failure` (see
 * `reportFailure`).
 */
class HlsMedia extends HlsVideoElement {
  static override getTemplateHTML = slottedTemplate
  #details: LevelDetails | undefined
  #recovered = false
  /** Undefined once a segment has loaded. */
  #missing: MissingSegment | undefined
  /** Codecs of each variant, from the multivariant playlist. */
  #codecs: string[] = []

  constructor() {
    super()
    // Uses a worker, because remuxing an MPEG-TS segment takes hundreds of milliseconds on a phone.
    this.config = { pLoader: playlistLoader(), workerPath }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // Handles errors of native playback. hls.js reports its own errors.
    this.addEventListener('error', () => this.api || void this.#explain('unreachable', this.src))
    this.nativeEl.addEventListener('waitingforkey', () => reportFailure(this, 'protected'))
    this.nativeEl.addEventListener('seeking', () => (this.#missing = undefined))
    this.nativeEl.addEventListener('waiting', () => this.#reportMissing())
    this.textTracks.addEventListener('addtrack', () => {
      for (const track of this.nativeEl.querySelectorAll<HTMLTrackElement>('track[src^="data:"]')) track.src = emptyCaptions
    })
  }

  override load(): void {
    this.#details = undefined
    this.#recovered = false
    this.#missing = undefined
    // Starts a stream that is still being recorded at its beginning instead of its live edge.
    this.config = { ...this.config, startPosition: this.hasAttribute('from-start') ? 0 : -1 }
    // The promise, which hls.js' types omit, resolves when hls.js is set up.
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
    this.api?.on(Hls.Events.FRAG_LOADED, () => (this.#missing = undefined))
    this.api?.on(Hls.Events.ERROR, (_event, data) => this.#onError(data))
  }

  /** 'live', 'on-demand' or 'unknown', as in media-ui-extensions. */
  get streamType(): string {
    if (this.#details) return this.#details.live ? 'live' : 'on-demand'
    const { duration } = this.nativeEl
    return duration === Number.POSITIVE_INFINITY ? 'live' : Number.isFinite(duration) ? 'on-demand' : 'unknown'
  }

  /** Infinity for live streams with seeking, 0 for those without, NaN if not live. */
  get targetLiveWindow(): number {
    if (this.streamType !== 'live') return Number.NaN
    if (this.#details) return this.#details.type === 'EVENT' ? Number.POSITIVE_INFINITY : liveWindowOf(this.#details.totalduration)
    const { seekable } = this.nativeEl
    return liveWindowOf(seekable.length > 0 ? seekable.end(seekable.length - 1) - seekable.start(0) : 0)
  }

  /** Start of the live edge; undefined until known. */
  get liveEdgeStart(): number | undefined {
    const sync = this.liveSyncPosition
    return sync === undefined ? undefined : sync - 2 * (this.#details?.targetduration ?? 0)
  }

  /** Target of "go to live": the latest time at which playback is stable. */
  get liveSyncPosition(): number | undefined {
    return this.#details?.live ? (this.api?.liveSyncPosition ?? undefined) : undefined
  }

  #onError(data: ErrorData) {
    this.#noteMissing(data)
    if (!data.fatal || !this.api) return
    const codecs = this.#unplayableCodecs(data)
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !codecs && !this.#recovered) {
      this.#recovered = true
      this.api.recoverMediaError()
      return
    }
    if (codecs) return reportFailure(this, 'codec', codecs)
    const failure = failureOf(data)
    // Without CORS permission, scripts can't play the stream, but some browsers can natively.
    if (failure === 'unreachable' && this.#playNatively()) return
    void this.#explain(failure, data.frag?.url ?? data.url ?? this.src)
  }

  /** Notes a segment that the server lacks or refuses. Reports it if playback waits for it for too long. */
  #noteMissing({ details, fatal, frag, response }: ErrorData) {
    const failure = failureForStatus(response?.code ?? 0)
    if (this.#missing || fatal || details !== Hls.ErrorDetails.FRAG_LOAD_ERROR || !frag || !missingFailures.has(failure)) return
    const missing: MissingSegment = { failure, address: frag.url, isLate: false }
    this.#missing = missing
    setTimeout(() => {
      missing.isLate = true
      this.#reportMissing()
    }, missingSegmentMs)
  }

  #reportMissing() {
    const missing = this.#missing
    const hasData = this.nativeEl.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (!this.api || !missing?.isLate || hasData) return
    this.#missing = undefined
    this.api.stopLoad()
    void this.#explain(missing.failure, missing.address)
  }

  /** Returns the names of unsupported codecs; '' if codecs aren't the cause. */
  #unplayableCodecs({ type, details, mimeType, error }: ErrorData): string {
    if (type !== Hls.ErrorTypes.MEDIA_ERROR) return ''
    if (details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return unsupportedCodecs(this.#codecs)
    if (details === Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR) return unsupportedCodecs([/codecs="?([^"]*)/.exec(mimeType ?? '')?.[1] ?? ''])
    return error.message.includes('EC-3') ? unsupportedCodecs(['ec-3']) : ''
  }

  /** Finds the cause of a failure. Without a response, checks whether the host is up. */
  async #explain(failure: Failure, address: string) {
    if (failure !== 'unreachable' || isSameOrigin(address)) return reportFailure(this, failure)
    reportFailure(this, await diagnoseFetchFailure(address))
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
  return failureForStatus(response?.code ?? 0)
}

customElements.define('hls-media', HlsMedia)
