import { Readable } from 'node:stream'

/** One event; `id` is what a browser that lost its connection sends back as `Last-Event-ID`. */
export interface ServerEvent<Data> {
  /** What kind of event it is; none: `message`. */
  name?: string
  id?: string
  data: Data
}

export interface EventStreamOptions {
  events: AsyncIterable<ServerEvent<unknown>>
  /** Makes JSON of what an event says. */
  stringify: (data: unknown) => string
  heartbeatMs: number
  /** Is who opened it still logged in? Asked with each heartbeat. */
  isStillAllowed: () => Promise<boolean>
  /** Ends the stream from outside: the server stops. */
  closing: AbortSignal
  /** Ended with the stream, whatever ended it: what feeds it stops then. */
  ending: AbortController
}

/** Within so many milliseconds a browser connects again. */
const retryMs = 3000
/** Who takes nothing for so many heartbeats is gone, or as good as that. */
const stalledBeats = 3

function frameOf({ name, id, data }: ServerEvent<unknown>, stringify: (data: unknown) => string): string {
  if (id !== undefined && !/^[\x21-\x7E]{1,200}$/.test(id)) throw new Error(`Not an id of an event: ${JSON.stringify(id)}`)
  if (name !== undefined && !/^[a-z_]{1,40}$/.test(name)) throw new Error(`Not a name of an event: ${JSON.stringify(name)}`)
  return `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${stringify(data).replaceAll(/[\r\n]+/g, ' ')}\n\n`
}

/**
 * Events as a browser's `EventSource` reads them. A comment at each heartbeat keeps proxies from closing a quiet connection, and shows
 * when nobody is there any more.
 */
export function eventStream(options: EventStreamOptions): Readable {
  const { events, stringify, heartbeatMs, isStillAllowed, closing, ending } = options
  const iterator = events[Symbol.asyncIterator]()
  const isEnded = () => ending.signal.aborted || closing.aborted
  // Not a race against a promise of the end: that would keep all that has ever been raced against it.
  let wake = () => {}
  ending.signal.addEventListener('abort', () => wake(), { once: true })
  closing.addEventListener('abort', () => wake(), { once: true, signal: ending.signal })
  let arrived: IteratorResult<ServerEvent<unknown>> | undefined
  let failed: { error: unknown } | undefined
  const pull = () =>
    void iterator
      .next()
      .then(
        (result) => (arrived = result),
        (error: unknown) => (failed = { error }),
      )
      .then(() => wake())
  const somethingUntil = async (timeMs: number) => {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, Math.max(0, timeMs - performance.now()))
    })
    clearTimeout(timer)
  }

  // When something was handed on that is not taken yet.
  let handedOnAt: number | undefined
  async function* frames() {
    for await (const frame of written()) {
      handedOnAt = performance.now()
      yield frame
      handedOnAt = undefined
    }
  }
  async function* written() {
    yield `retry: ${retryMs}\n\n`
    pull()
    let beatAt = performance.now() + heartbeatMs
    while (!isEnded()) {
      if (failed) throw failed.error
      // Also between events that follow each other closely.
      if (performance.now() >= beatAt) {
        if (!(await isStillAllowed())) return
        beatAt = performance.now() + heartbeatMs
        yield ':\n\n'
      }
      if (arrived?.done) return
      if (arrived) {
        const { value } = arrived
        arrived = undefined
        yield frameOf(value, stringify)
        pull()
      } else if (!isEnded()) await somethingUntil(beatAt)
    }
  }
  const stream = Readable.from(frames(), { objectMode: false })
  const watch = setInterval(() => {
    if (handedOnAt !== undefined && performance.now() - handedOnAt > stalledBeats * heartbeatMs) stream.destroy()
  }, heartbeatMs).unref()
  stream.once('close', () => {
    clearInterval(watch)
    ending.abort()
    // It may be waiting for something that never comes, and ends with its signal.
    void iterator.return?.()
  })
  return stream
}

/** What a browser that connects again saw last. */
export const lastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\x21-\x7E]{1,200}$/.test(header) ? header : undefined
