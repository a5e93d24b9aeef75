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
  const ended = new Promise<'ended'>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve('ended'), { once: true })
    closing.addEventListener('abort', () => resolve('ended'), { once: true, signal: ending.signal })
    if (closing.aborted || ending.signal.aborted) resolve('ended')
  })

  async function* frames() {
    yield `retry: ${retryMs}\n\n`
    let next = iterator.next()
    let beatAt = performance.now() + heartbeatMs
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const beat = new Promise<'beat'>((resolve) => (timer = setTimeout(() => resolve('beat'), Math.max(0, beatAt - performance.now()))))
      const happened = await Promise.race([next, beat, ended]).finally(() => clearTimeout(timer))
      if (happened === 'ended') return
      // Also between events that follow each other closely.
      if (performance.now() >= beatAt) {
        if (!(await isStillAllowed())) return
        beatAt = performance.now() + heartbeatMs
        yield ':\n\n'
      }
      if (happened === 'beat') continue
      if (happened.done) return
      yield frameOf(happened.value, stringify)
      next = iterator.next()
    }
  }
  const stream = Readable.from(frames(), { objectMode: false })
  stream.once('close', () => {
    ending.abort()
    // It may be waiting for something that never comes, and ends with its signal.
    void iterator.return?.()
  })
  return stream
}

/** What a browser that connects again saw last. */
export const lastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\x21-\x7E]{1,200}$/.test(header) ? header : undefined
