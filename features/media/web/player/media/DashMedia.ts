import DashVideoElement from 'dash-video-element'
import type { MediaPlayerClass, MediaPlayerErrorEvent } from 'dashjs'
import { failureOfStatus, type Failure } from '../plan.ts'
import { liveWindowOf, reportFailure, slottedTemplate } from './element.ts'

/** Codes of dash.js (`MediaPlayerErrors`) for a manifest that came and cannot be played. */
const formatCodes = new Set([10, 20, 23, 24, 31, 32, 34, 35])

/** dash-video-element with what the player needs besides; see HlsMedia. Dispatches `failure` (see `reportFailure`). */
class DashMedia extends DashVideoElement {
  static getTemplateHTML = slottedTemplate
  declare api: MediaPlayerClass | undefined
  #watched: MediaPlayerClass | undefined

  override load(): void {
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
    this.api.on('error', (event) => reportFailure(this, failureOf(event as MediaPlayerErrorEvent)))
    this.api.on('streamInitialized', () => {
      for (const type of ['streamtypechange', 'targetlivewindowchange', 'seekablechange']) this.dispatchEvent(new Event(type))
    })
    // dash.js loads one language of captions at a time and has to be told which one is on.
    this.textTracks.addEventListener('change', () => {
      const showing = [...this.textTracks].findIndex(({ mode }) => mode === 'showing')
      if (showing !== this.#watched?.getCurrentTextTrackIndex()) this.#watched?.setTextTrack(showing)
    })
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
    this.#watched?.destroy()
    super.disconnectedCallback()
  }
}

function failureOf({ error }: MediaPlayerErrorEvent): Failure {
  if (formatCodes.has(error.code)) return 'format'
  const { response } = (error.data ?? {}) as { response?: { status?: number } }
  return failureOfStatus(response?.status ?? 0)
}

customElements.define('dash-media', DashMedia)
