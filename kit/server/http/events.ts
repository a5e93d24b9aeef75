import type { ServerResponse } from 'node:http'

/** An event. A reconnecting browser sends the last `id` as `Last-Event-ID`. */
export interface ServerEvent<Data> {
  /** The type of event; default: `message`. */
  name?: string
  id?: string
  data: Data
}

/** Receives a feed's signals. */
export interface FeedListener {
  /** Called when there are events to take. */
  ready(): void
  /** Rechecks the login now. Sends no event to the page. */
  recheckLogin(): void
}

/** The events of one page. The feed keeps events until the stream takes them, so a page that doesn't read uses no further memory. */
export interface EventFeed<Data> {
  listener: FeedListener | undefined
  /** Takes the events that are due; also called at each heartbeat. */
  take(): readonly ServerEvent<Data>[]
  /** Called when the stream has ended. */
  close(): void
}

export interface EventStreamOptions {
  /** Serializes the data of an event. */
  stringify: (data: unknown) => string
  heartbeatMs: number
  /** Ends all streams when the server stops. */
  closing: AbortSignal
}

interface StreamSource {
  feed: EventFeed<unknown>
  /** Whether the login is still valid. Called at each heartbeat, and when the feed requests it. */
  isStillAllowed: () => Promise<boolean>
  /** Called when an event can't be sent, which ends the stream. */
  onFailure: (error: unknown) => void
  /** Called when the stream has ended, for any reason. */
  onEnd: () => void
}

/** Milliseconds after which a browser reconnects. */
const retryMs = 3000
/** A stream that accepts nothing for this many heartbeats is closed. */
const stalledBeats = 3
/** Checks of all streams per heartbeat. */
const pollsPerHeartbeat = 20

function frameOf({ name, id, data }: ServerEvent<unknown>, stringify: (data: unknown) => string): string {
  if (id !== undefined && !/^[\x21-\x7E]{1,200}$/.test(id)) throw new Error(`Not an id of an event: ${JSON.stringify(id)}`)
  if (name !== undefined && !/^[a-z_]{1,40}$/.test(name)) throw new Error(`Not a name of an event: ${JSON.stringify(name)}`)
  return `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${stringify(data).replaceAll(/[\r\n]+/g, ' ')}\n\n`
}

/**
 * Server-sent events for a browser's `EventSource`. A comment at each heartbeat keeps proxies from closing an idle connection, and detects
 * closed ones. Thousands are open and mostly idle, so each is a single object, without its own timers, signals and streams.
 */
class EventStream implements FeedListener {
  readonly #response: ServerResponse
  readonly #following: StreamSource
  readonly #options: EventStreamOptions
  #heartbeatAt: number
  /** Time at which the socket's buffer became full. */
  #fullSince: number | undefined
  #isChecking = false
  #isInDoubt = false

  constructor(response: ServerResponse, following: StreamSource, options: EventStreamOptions) {
    this.#response = response
    this.#following = following
    this.#options = options
    this.#heartbeatAt = performance.now() + options.heartbeatMs
    following.feed.listener = this
    this.#write(`retry: ${retryMs}\n\n`)
    this.ready()
  }

  ready(): void {
    if (this.#isChecking || this.#fullSince !== undefined || !this.#isOpen()) return
    const { stringify } = this.#options
    try {
      const frames = this.#following.feed.take().map((event) => frameOf(event, stringify))
      if (frames.length > 0) this.#write(frames.join(''))
    } catch (error) {
      this.#following.onFailure(error)
      this.#cutOff()
    }
  }

  recheckLogin(): void {
    this.#isInDoubt = true
    if (!this.#isChecking) void this.#checkLogin()
  }

  beat(now: number): void {
    const { heartbeatMs } = this.#options
    if (this.#fullSince !== undefined && now - this.#fullSince > stalledBeats * heartbeatMs) this.#cutOff()
    else if (now >= this.#heartbeatAt) this.recheckLogin()
  }

  end(): void {
    if (this.#isOpen()) this.#response.end()
  }

  /** Whether the connection is closed. Node emits no `close` event for a response that is queued behind another response. */
  isCutOff(): boolean {
    return this.#response.req.socket.destroyed
  }

  #cutOff() {
    this.#response.destroy()
    this.#response.req.socket.destroy()
  }

  #isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  async #checkLogin() {
    this.#isChecking = true
    let isAllowed = true
    // Checks again if another check was requested during this one.
    while (this.#isInDoubt && isAllowed) {
      this.#isInDoubt = false
      isAllowed = await this.#following.isStillAllowed()
    }
    this.#isChecking = false
    this.#heartbeatAt = performance.now() + this.#options.heartbeatMs
    if (!isAllowed) return this.end()
    if (this.#fullSince === undefined && this.#isOpen()) this.#write(':\n\n')
    this.ready()
  }

  #write(text: string) {
    if (this.#response.write(text)) return
    this.#fullSince = performance.now()
    this.#response.once('drain', () => {
      this.#fullSince = undefined
      this.ready()
    })
  }
}

/**
 * Manages the open event streams of an endpoint in this process.
 * @returns a function that opens a stream on a response whose head has been written
 */
export function createEventStreams(options: EventStreamOptions): (response: ServerResponse, following: StreamSource) => void {
  /** Streams with their close handlers. */
  const openStreams = new Map<EventStream, () => void>()
  let timer: NodeJS.Timeout | undefined
  const closeStale = () => {
    const now = performance.now()
    for (const [stream, onClose] of openStreams)
      if (stream.isCutOff()) onClose()
      else stream.beat(now)
  }
  options.closing.addEventListener('abort', () => openStreams.forEach((_, stream) => stream.end()), { once: true })
  return (response, following) => {
    const stream = new EventStream(response, following, options)
    timer ??= setInterval(closeStale, options.heartbeatMs / pollsPerHeartbeat).unref()
    const onClose = () => {
      if (!openStreams.delete(stream)) return
      if (openStreams.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      following.feed.listener = undefined
      following.feed.close()
      following.onEnd()
    }
    openStreams.set(stream, onClose)
    if (response.destroyed) onClose()
    else response.once('close', onClose)
    if (options.closing.aborted) stream.end()
  }
}

/** Returns the id of the last event that a reconnecting browser received. */
export const readLastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\x21-\x7E]{1,200}$/.test(header) ? header : undefined
