import { common } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'

/** Maximum streams of one user, or of guests at one address, which may be a household. */
const maxStreams = { user: 3, address: 6 } as const
/** Maximum share of all streams for guests, so that any number of them leaves room for users. */
const guestShare = 3 / 4
/** Maximum concurrent requests of one stream: audio, video, subtitles and prefetching. */
const maxRequests = 8
/** After this time without a request, a viewer counts as gone. */
const idleMs = 45_000

interface Stream {
  by: string
  session: string
  open: number
  seenAtMs: number
}

interface Viewer {
  /** Of one browser. */
  session: string
  userId: string
  address: string
}

export interface Viewings {
  /** Returns the number of current streams. */
  count: () => number
  /** @param what the stream @returns a function that ends the request @throws 429 at the limit */
  enter: (what: string, viewer: Viewer) => () => void
}

/** Tracks the streams of this process and limits their number. */
export function createViewings(maxAll: number): Viewings {
  const streams = new Map<string, Stream>()
  const forgetIdle = () => {
    for (const [name, { open, seenAtMs }] of streams) if (open === 0 && seenAtMs < Date.now() - idleMs) streams.delete(name)
  }
  /**
   * Ends the oldest idle stream of a browser, as a viewer who changes channels has left the previous one. @returns false if all its streams
   * have open requests
   */
  function endOldest(session: string): boolean {
    const left = [...streams]
      .filter(([, stream]) => stream.session === session && stream.open === 0)
      .toSorted(([, one], [, other]) => one.seenAtMs - other.seenAtMs)
    return left[0] !== undefined && streams.delete(left[0][0])
  }
  const enter: Viewings['enter'] = (what, { session, userId, address }) => {
    const name = `${session} ${what}`
    let stream = streams.get(name)
    if (!stream) {
      forgetIdle()
      const by = userId ? `user ${userId}` : `address ${address}`
      const others = [...streams.values()].filter((other) => other.by === by).length
      const guests = [...streams.values()].filter((other) => other.by.startsWith('address ')).length
      const isTooMany = others >= (userId ? maxStreams.user : maxStreams.address)
      const isFull = streams.size >= maxAll || (!userId && guests >= Math.ceil(maxAll * guestShare))
      if ((isTooMany || isFull) && !endOldest(session)) fail(common.too_many, { retryAfter: isTooMany ? 45 : 60 })
      streams.set(name, (stream = { by, session, open: 0, seenAtMs: 0 }))
    }
    if (stream.open >= maxRequests) fail(common.too_many, { retryAfter: 1 })
    stream.open++
    stream.seenAtMs = Date.now()
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      stream.open--
      stream.seenAtMs = Date.now()
    }
  }
  return {
    count() {
      forgetIdle()
      return streams.size
    },
    enter,
  }
}
