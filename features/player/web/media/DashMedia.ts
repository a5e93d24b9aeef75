import DashVideoElement from 'dash-video-element'
import type { MediaPlayerClass, MediaPlayerErrorEvent } from 'dashjs'
import { failureForStatus, type Failure } from '../plan.ts'
import { isSameOrigin, diagnoseFetchFailure, liveWindowOf, reportFailure, slottedTemplate } from './element.ts'

/** dash.js error codes (`MediaPlayerErrors`) for invalid manifests. */
const formatCodes = new Set([10, 20, 23, 24, 31, 32, 34, 35])

/** dash.js error codes (`ProtectionErrors`) for DRM. */
const protectionCodes = new Set([100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115])

/** How long a seek first waits for the previous seek, which may never complete, in ms. */
const stallTimeoutMs = 1500

/** dash-video-element with additions like those of HlsMedia. Dispatches `failure` (see `reportFailure`). */
class DashMedia extends DashVideoElement {
  static getTemplateHTML = slottedTemplate
  declare api: MediaPlayerClass | undefined
  declare nativeEl: HTMLVideoElement
  // The base class adds this property, but its types lack it.
  declare audioTracks: EventTarget & { length: number; [Symbol.iterator](): IterableIterator<{ enabled: boolean }> }
  declare addAudioTrack: (kind: 'main' | 'alternative', label?: string, language?: string) => { id: string; enabled: boolean }
  #watched: MediaPlayerClass | undefined
  #seekTarget: number | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  /** Adds an anchor (ISO/IEC 23009-1, annex C.4) that starts a stream at its beginning, also while it is still being recorded. */
  override get src(): string {
    return this.hasAttribute('from-start') && super.src ? `${super.src}#t=0` : super.src
  }

  override set src(address: string) {
    super.src = address
  }

  /** The current position, or the target of a seek. */
  override get currentTime(): number {
    return this.#seekTarget ?? super.currentTime
  }

  /**
   * Makes seeks wait for each other, because concurrent seeks can hang dash.js (its issue 4318). Of several waiting seeks, only the last
   * one is made.
   */
  override set currentTime(seconds: number) {
    this.#removeListeners()
    if (this.nativeEl.seeking) this.#seekLater(seconds, stallTimeoutMs)
    else super.currentTime = seconds
  }

  /**
   * Seeks when the current seek ends. If that seek hangs, seeks again after `ms`, and repeats this until a seek ends, because dash.js may
   * load another position. The delay doubles each time, to allow for slow networks.
   */
  #seekLater(seconds: number, ms: number) {
    this.#seekTarget = seconds
    this.#retryTimer = setTimeout(() => {
      super.currentTime = seconds
      this.#seekLater(seconds, 2 * ms)
    }, ms)
  }

  #onSeeked() {
    const target = this.#seekTarget
    this.#removeListeners()
    if (target !== undefined && Math.abs(super.currentTime - target) > 1) super.currentTime = target
  }

  #removeListeners() {
    clearTimeout(this.#retryTimer)
    this.#seekTarget = undefined
  }

  override load(): void {
    this.#removeListeners()
    // The promise, which dash.js' types omit, resolves when dash.js is set up.
    void Promise.resolve(super.load()).then(() => this.#watch())
  }

  #watch() {
    if (!this.api || this.#watched === this.api) return
    if (!this.isConnected) return this.api.destroy()
    this.#watched = this.api
    // Removes time sources, which are requests to a third party.
    this.api.clearDefaultUTCTimingSources()
    // Turns captions off at first. Keeps dash.js from storing measurements and choices in the browser.
    const noStorage = { lastBitrateCachingInfo: { enabled: false }, lastMediaSettingsCachingInfo: { enabled: false } }
    this.api.updateSettings({ streaming: { text: { defaultEnabled: false }, ...noStorage } })
    this.api.on('error', (event) => void this.#explain(event as MediaPlayerErrorEvent))
    this.addEventListener('waitingforkey', () => reportFailure(this, 'protected'))
    this.api.on('streamInitialized', () => {
      this.#nameAudioTracks()
      for (const type of ['streamtypechange', 'targetlivewindowchange', 'seekablechange']) this.dispatchEvent(new Event(type))
    })
    this.nativeEl.addEventListener('seeked', () => this.#onSeeked())
    this.audioTracks.addEventListener('change', () => {
      const audioTrack = this.#listAudioTracks()[[...this.audioTracks].findIndex(({ enabled }) => enabled)]
      if (audioTrack && audioTrack.index !== this.#watched?.getCurrentTrackFor('audio')?.index) this.#watched?.setCurrentTrack(audioTrack)
    })
    // Selects captions in dash.js, which loads only one language at a time.
    this.textTracks.addEventListener('change', () => {
      const showing = [...this.textTracks].findIndex(({ mode }) => mode === 'showing')
      if (showing !== this.#watched?.getCurrentTextTrackIndex()) this.#watched?.setTextTrack(showing)
    })
  }

  /** Audio tracks of the current period. Other periods have tracks of their own, in the same order. */
  #listAudioTracks = () => this.#watched?.getTracksFor('audio') ?? []

  /** Copies the names of audio tracks to the element, which doesn't expose them. */
  #nameAudioTracks() {
    if (this.audioTracks.length > 0) return
    const current = this.#watched?.getCurrentTrackFor('audio')
    for (const [nth, { index, lang, labels, roles }] of this.#listAudioTracks().entries()) {
      const isMain = roles?.some(({ value }) => value === 'main')
      const track = this.addAudioTrack(isMain ? 'main' : 'alternative', labels[0]?.text, lang ?? undefined)
      track.id = String(nth)
      track.enabled = index === current?.index
    }
  }

  async #explain({ error }: MediaPlayerErrorEvent) {
    const failure = failureOf(error)
    const { request } = (error.data ?? {}) as { request?: { url?: string } }
    const address = request?.url ?? this.src
    reportFailure(this, failure === 'unreachable' && !isSameOrigin(address) ? await diagnoseFetchFailure(address) : failure)
  }

  /** 'live', 'on-demand' or 'unknown', as in media-ui-extensions. */
  get streamType(): string {
    if (!this.#watched?.isReady()) return 'unknown'
    return this.#watched.isDynamic() ? 'live' : 'on-demand'
  }

  /** Infinity for live streams with seeking, 0 for those without, NaN if not live. */
  get targetLiveWindow(): number {
    if (this.streamType !== 'live') return Number.NaN
    const { start = 0, end = 0 } = this.#watched?.getDvrWindow() ?? {}
    return liveWindowOf(end - start)
  }

  /** Start of the live edge; undefined until known. */
  get liveEdgeStart(): number | undefined {
    const sync = this.liveSyncPosition
    return sync === undefined ? undefined : sync - 4
  }

  /** Target of "go to live": the latest time at which playback is stable. */
  get liveSyncPosition(): number | undefined {
    if (this.streamType !== 'live' || !this.#watched) return undefined
    return this.#watched.getDvrWindow().end - this.#watched.getTargetLiveDelay()
  }

  override disconnectedCallback(): void {
    this.#removeListeners()
    this.#watched?.destroy()
    super.disconnectedCallback()
  }
}

function failureOf(error: MediaPlayerErrorEvent['error']): Failure {
  if (protectionCodes.has(error.code)) return 'protected'
  if (formatCodes.has(error.code)) return 'format'
  const { response } = (error.data ?? {}) as { response?: { status?: number } }
  return failureForStatus(response?.status ?? 0)
}

customElements.define('dash-media', DashMedia)
