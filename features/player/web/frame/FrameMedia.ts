import type { FrameProtocol, FrameState } from './protocols.ts'

/**
 * A provider's frame with a media element's interface, so that the same buttons and keys control it. Accepts messages only from the frame's
 * window and origin, and sends only to these. Emits the usual events (play, pause, ended, timeupdate …), `connected` at the first message,
 * and `failure` (a CustomEvent<Failure>) if the provider can't play the video.
 */
export class FrameMedia extends EventTarget {
  readonly #frame: HTMLIFrameElement
  readonly #protocol: FrameProtocol
  readonly #origin: string
  #state: Required<FrameState> = { playing: false, ended: false, time: 0, duration: Number.NaN, volume: 1, muted: false }
  #hasSpoken = false
  #volumeBeforeMute = 1

  constructor(frame: HTMLIFrameElement, protocol: FrameProtocol) {
    super()
    this.#frame = frame
    this.#protocol = protocol
    this.#origin = new URL(frame.src).origin
    window.addEventListener('message', this.#receive)
    frame.addEventListener('load', this.#sendHandshake)
  }

  destroy(): void {
    window.removeEventListener('message', this.#receive)
    this.#frame.removeEventListener('load', this.#sendHandshake)
  }

  readonly #sendHandshake = () => this.#send(...this.#protocol.handshake)

  #send(...messages: readonly unknown[]) {
    for (const message of messages) this.#frame.contentWindow?.postMessage(message, this.#origin)
  }

  readonly #receive = ({ source, origin, data }: MessageEvent) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return
    const answer = this.#protocol.read(data)
    if (!answer) return
    if (!this.#hasSpoken) {
      this.#hasSpoken = true
      this.dispatchEvent(new Event('connected'))
    }
    if (answer.reply) this.#send(...answer.reply)
    if (answer.state) this.#update(answer.state)
    if (answer.failure) this.dispatchEvent(new CustomEvent('failure', { detail: answer.failure }))
  }

  #update(changes: FrameState) {
    const before = this.#state
    const now = (this.#state = { ...before, ...changes })
    const events = [
      now.playing && !before.playing && ['play', 'playing'],
      !now.playing && before.playing && ['pause'],
      now.ended && !before.ended && ['ended'],
      now.time !== before.time && ['timeupdate'],
      !Object.is(now.duration, before.duration) && ['durationchange'],
      (now.volume !== before.volume || now.muted !== before.muted) && ['volumechange'],
    ]
    for (const type of events.flatMap((names) => names || [])) this.dispatchEvent(new Event(type))
  }

  get paused() {
    return !this.#state.playing
  }
  get ended() {
    return this.#state.ended
  }
  get duration() {
    return this.#state.duration
  }
  /** Unknown, as frames report neither live nor on demand. Features that need it are hidden. */
  get streamType() {
    return 'unknown'
  }
  /** As for media elements: 4 while playing, 3 when ready. */
  get readyState() {
    return this.#state.playing ? 4 : 3
  }

  play(): Promise<void> {
    this.#send(this.#protocol.play())
    return Promise.resolve()
  }

  pause(): void {
    this.#send(this.#protocol.pause())
  }

  get currentTime() {
    return this.#state.time
  }
  set currentTime(seconds: number) {
    this.#send(this.#protocol.seek(seconds))
    this.#update({ time: seconds })
  }

  get volume() {
    return this.#state.volume
  }
  set volume(volume: number) {
    this.#send(this.#protocol.volume(volume))
    this.#update({ volume })
  }

  get muted() {
    return this.#protocol.mute ? this.#state.muted : this.#state.volume === 0
  }
  set muted(muted: boolean) {
    if (this.#protocol.mute) {
      this.#send(this.#protocol.mute(muted))
      this.#update({ muted })
    } else {
      if (muted) this.#volumeBeforeMute = this.#state.volume || 1
      this.volume = muted ? 0 : this.#volumeBeforeMute
    }
  }

  // The media store calls this.
  hasAttribute() {
    return false
  }
  querySelector() {
    return null
  }
}
