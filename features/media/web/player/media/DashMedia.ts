import DashVideoElement from 'dash-video-element'
import type { MediaPlayerClass, MediaPlayerErrorEvent } from 'dashjs'
import { failureOfStatus, type Failure } from '../plan.ts'
import { isOwn, whyNothingCame } from './probe.ts'
import { liveWindowOf, reportFailure, slottedTemplate } from './element.ts'

/** Codes of dash.js (`MediaPlayerErrors`) for a manifest that came and cannot be played. */
const formatCodes = new Set([10, 20, 23, 24, 31, 32, 34, 35])

/** Codes of dash.js (`ProtectionErrors`) for what takes a licence. */
const protectionCodes = new Set([100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115])

/** ms that a jump waits for the one before: that may lead to where nothing comes. */
const patienceMs = 1500

/** dash-video-element with what the player needs besides; see HlsMedia. Dispatches `failure` (see `reportFailure`). */
class DashMedia extends DashVideoElement {
  static getTemplateHTML = slottedTemplate
  declare api: MediaPlayerClass | undefined
  declare nativeEl: HTMLVideoElement
  // Of its mixin, which its types leave out.
  declare audioTracks: EventTarget & { length: number; [Symbol.iterator](): IterableIterator<{ enabled: boolean }> }
  declare addAudioTrack: (kind: 'main' | 'alternative', label?: string, language?: string) => { id: string; enabled: boolean }
  #watched: MediaPlayerClass | undefined
  #wanted: number | undefined
  #late: ReturnType<typeof setTimeout> | undefined

  /** The beginning of what still grows is asked for as an anchor (ISO/IEC 23009-1, annex C.4): without one it begins at its end. */
  override get src(): string {
    return this.hasAttribute('from-start') && super.src ? `${super.src}#t=0` : super.src
  }

  override set src(address: string) {
    super.src = address
  }

  /** Where it is, or is going. */
  override get currentTime(): number {
    return this.#wanted ?? super.currentTime
  }

  /** One jump after the other: of several at once dash.js may come to no end (its issue 4318). The last of those that came meanwhile counts. */
  override set currentTime(seconds: number) {
    if (!this.nativeEl.seeking) super.currentTime = seconds
    else {
      this.#wanted = seconds
      this.#late ??= setTimeout(() => this.#jump(), patienceMs)
    }
  }

  #jump() {
    clearTimeout(this.#late)
    this.#late = undefined
    if (this.#wanted !== undefined) super.currentTime = this.#wanted
    this.#wanted = undefined
  }

  override load(): void {
    this.#wanted = undefined
    // Its types do not say so, but it answers when dash.js has come and been set up.
    void Promise.resolve(super.load()).then(() => this.#watch())
  }

  #watch() {
    if (!this.api || this.#watched === this.api) return
    if (!this.isConnected) return this.api.destroy()
    this.#watched = this.api
    // It would ask a third party for the time.
    this.api.clearDefaultUTCTimingSources()
    // Captions are off until somebody wants them.
    // It would keep what it measured and chose in the browser, unasked.
    const unkept = { lastBitrateCachingInfo: { enabled: false }, lastMediaSettingsCachingInfo: { enabled: false } }
    this.api.updateSettings({ streaming: { text: { defaultEnabled: false }, ...unkept } })
    this.api.on('error', (event) => void this.#explain(event as MediaPlayerErrorEvent))
    this.addEventListener('waitingforkey', () => reportFailure(this, 'protected'))
    this.api.on('streamInitialized', () => {
      this.#nameVoices()
      for (const type of ['streamtypechange', 'targetlivewindowchange', 'seekablechange']) this.dispatchEvent(new Event(type))
    })
    this.nativeEl.addEventListener('seeked', () => this.#jump())
    this.audioTracks.addEventListener('change', () => {
      const chosen = this.#voices()[[...this.audioTracks].findIndex(({ enabled }) => enabled)]
      if (chosen && chosen.index !== this.#watched?.getCurrentTrackFor('audio')?.index) this.#watched?.setCurrentTrack(chosen)
    })
    // dash.js loads one language of captions at a time and has to be told which one is on.
    this.textTracks.addEventListener('change', () => {
      const showing = [...this.textTracks].findIndex(({ mode }) => mode === 'showing')
      if (showing !== this.#watched?.getCurrentTextTrackIndex()) this.#watched?.setTextTrack(showing)
    })
  }

  /** Of the part that plays: another one has its own, in the same order. */
  #voices = () => this.#watched?.getTracksFor('audio') ?? []

  /** What it is spoken in, which the element that matches dash.js does not tell. */
  #nameVoices() {
    if (this.audioTracks.length > 0) return
    const current = this.#watched?.getCurrentTrackFor('audio')
    for (const [at, { index, lang, labels, roles }] of this.#voices().entries()) {
      const isMain = roles?.some(({ value }) => value === 'main')
      const track = this.addAudioTrack(isMain ? 'main' : 'alternative', labels[0]?.text, lang ?? undefined)
      track.id = String(at)
      track.enabled = index === current?.index
    }
  }

  async #explain({ error }: MediaPlayerErrorEvent) {
    const failure = failureOf(error)
    const { request } = (error.data ?? {}) as { request?: { url?: string } }
    const address = request?.url ?? this.src
    reportFailure(this, failure === 'unreachable' && !isOwn(address) ? await whyNothingCame(address) : failure)
  }

  /** 'live' | 'on-demand' | 'unknown', as media-ui-extensions names it. */
  get streamType(): string {
    if (!this.#watched?.isReady()) return 'unknown'
    return this.#watched.isDynamic() ? 'live' : 'on-demand'
  }

  /** Infinity when a live stream can be wound back, 0 when not, NaN when it is not live. */
  get targetLiveWindow(): number {
    if (this.streamType !== 'live') return Number.NaN
    const { start = 0, end = 0 } = this.#watched?.getDvrWindow() ?? {}
    return liveWindowOf(end - start)
  }

  /** From here on playback counts as live; undefined until known. */
  get liveEdgeStart(): number | undefined {
    const sync = this.liveSyncPosition
    return sync === undefined ? undefined : sync - 4
  }

  /** Where "go to live" goes: as near to the end as the stream can be kept playing. */
  get liveSyncPosition(): number | undefined {
    if (this.streamType !== 'live' || !this.#watched) return undefined
    return this.#watched.getDvrWindow().end - this.#watched.getTargetLiveDelay()
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#late)
    this.#watched?.destroy()
    super.disconnectedCallback()
  }
}

function failureOf(error: MediaPlayerErrorEvent['error']): Failure {
  if (protectionCodes.has(error.code)) return 'protected'
  if (formatCodes.has(error.code)) return 'format'
  const { response } = (error.data ?? {}) as { response?: { status?: number } }
  return failureOfStatus(response?.status ?? 0)
}

customElements.define('dash-media', DashMedia)
