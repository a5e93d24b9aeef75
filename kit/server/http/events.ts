import type { ServerResponse } from 'node:http'

/** One event; `id` is what a browser that lost its connection sends back as `Last-Event-ID`. */
export interface ServerEvent<Data> {
  /** What kind of event it is; none: `message`. */
  name?: string
  id?: string
  data: Data
}

/** Who sends on what a feed has. */
export interface FeedListener {
  /** There is something to take. */
  ready(): void
  /** Whether who follows is still logged in is to be asked now. The page is told nothing of it. */
  doubtLogin(): void
}

/** What one page is told. It waits here until it is taken, and that until it can be sent: a page that reads nothing holds no more than a feed keeps. */
export interface EventFeed<Data> {
  listener: FeedListener | undefined
  /** Takes what is to be told now; also asked with each heartbeat. */
  take(): readonly ServerEvent<Data>[]
  /** Nobody takes anything any more. */
  close(): void
}

export interface EventStreamOptions {
  /** Makes JSON of what an event says. */
  stringify: (data: unknown) => string
  heartbeatMs: number
  /** Ends all streams: the server stops. */
  closing: AbortSignal
}

interface Following {
  feed: EventFeed<unknown>
  /** Is who opened it still logged in? Asked with each heartbeat, and when the feed doubts it. */
  isStillAllowed: () => Promise<boolean>
  /** An event could not be told. That ends the stream. */
  onFailure: (error: unknown) => void
  /** Whatever ended it. */
  onEnd: () => void
}

/** Within so many milliseconds a browser connects again. */
const retryMs = 3000
/** Who takes nothing for so many heartbeats is gone, or as good as that. */
const stalledBeats = 3
/** How often in a heartbeat all streams are looked after. */
const looksPerBeat = 20

function frameOf({ name, id, data }: ServerEvent<unknown>, stringify: (data: unknown) => string): string {
  if (id !== undefined && !/^[\x21-\x7E]{1,200}$/.test(id)) throw new Error(`Not an id of an event: ${JSON.stringify(id)}`)
  if (name !== undefined && !/^[a-z_]{1,40}$/.test(name)) throw new Error(`Not a name of an event: ${JSON.stringify(name)}`)
  return `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${stringify(data).replaceAll(/[\r\n]+/g, ' ')}\n\n`
}

/**
 * Events as a browser's `EventSource` reads them. A comment at each heartbeat keeps proxies from closing a quiet connection, and shows
 * when nobody is there any more. Thousands are open, and nearly all of them quiet: each is this one object beside its connection, without
 * timers, signals and streams of its own.
 */
class EventStream implements FeedListener {
  readonly #response: ServerResponse
  readonly #following: Following
  readonly #options: EventStreamOptions
  #beatAt: number
  /** Since when what was sent is not taken. */
  #fullSince: number | undefined
  #isAsking = false
  #isInDoubt = false

  constructor(response: ServerResponse, following: Following, options: EventStreamOptions) {
    this.#response = response
    this.#following = following
    this.#options = options
    this.#beatAt = performance.now() + options.heartbeatMs
    following.feed.listener = this
    this.#write(`retry: ${retryMs}\n\n`)
    this.ready()
  }

  ready(): void {
    if (this.#isAsking || this.#fullSince !== undefined || !this.#isOpen()) return
    const { stringify } = this.#options
    try {
      const frames = this.#following.feed.take().map((event) => frameOf(event, stringify))
      if (frames.length > 0) this.#write(frames.join(''))
    } catch (error) {
      this.#following.onFailure(error)
      this.#cut()
    }
  }

  doubtLogin(): void {
    this.#isInDoubt = true
    if (!this.#isAsking) void this.#ask()
  }

  look(now: number): void {
    const { heartbeatMs } = this.#options
    if (this.#fullSince !== undefined && now - this.#fullSince > stalledBeats * heartbeatMs) this.#cut()
    else if (now >= this.#beatAt) this.doubtLogin()
  }

  end(): void {
    if (this.#isOpen()) this.#response.end()
  }

  /** Is its connection gone? A response that waits for its turn behind another one on that is not told. */
  isCutOff(): boolean {
    return this.#response.req.socket.destroyed
  }

  #cut() {
    this.#response.destroy()
    this.#response.req.socket.destroy()
  }

  #isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  async #ask() {
    this.#isAsking = true
    let isAllowed = true
    // What was doubted while it was asked may be so since then.
    while (this.#isInDoubt && isAllowed) {
      this.#isInDoubt = false
      isAllowed = await this.#following.isStillAllowed()
    }
    this.#isAsking = false
    this.#beatAt = performance.now() + this.#options.heartbeatMs
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
 * The event streams of an endpoint that are open in this process.
 * @returns opens one more, on a response whose head is written
 */
export function createEventStreams(options: EventStreamOptions): (response: ServerResponse, following: Following) => void {
  /** With what is to be done when their connection closes. */
  const open = new Map<EventStream, () => void>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    for (const [stream, onClose] of open)
      if (stream.isCutOff()) onClose()
      else stream.look(now)
  }
  options.closing.addEventListener('abort', () => open.forEach((_, stream) => stream.end()), { once: true })
  return (response, following) => {
    const stream = new EventStream(response, following, options)
    timer ??= setInterval(look, options.heartbeatMs / looksPerBeat).unref()
    const onClose = () => {
      if (!open.delete(stream)) return
      if (open.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      following.feed.listener = undefined
      following.feed.close()
      following.onEnd()
    }
    open.set(stream, onClose)
    if (response.destroyed) onClose()
    else response.once('close', onClose)
    if (options.closing.aborted) stream.end()
  }
}

/** What a browser that connects again saw last. */
export const lastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\x21-\x7E]{1,200}$/.test(header) ? header : undefined
