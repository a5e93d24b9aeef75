import { common } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'

/** Of one user; guests count by their address, behind which there may be a household. */
const maxStreams = { user: 3, address: 6 } as const
/** The part of all streams that guests may have together: they can be any number, and leave room for users. */
const guestShare = 3 / 4
/** Requests of one stream at once: sound, picture and subtitles, and what is fetched ahead. */
const maxRequests = 8
/** After so long without a request somebody no longer watches. */
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
  /** How many streams are passed on now. */
  count: () => number
  /** @param what is watched @returns what says that the request is over @throws 429 when there is no room */
  enter: (what: string, viewer: Viewer) => () => void
}

/** Who watches what through this process, and how many may at once. */
export function createViewings(maxAll: number): Viewings {
  const streams = new Map<string, Stream>()
  const forgetIdle = () => {
    for (const [name, { open, seenAtMs }] of streams) if (open === 0 && seenAtMs < Date.now() - idleMs) streams.delete(name)
  }
  /** Who goes from channel to channel has left the one before. @returns false: all that this browser watches is being sent */
  function leaveOne(session: string): boolean {
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
      if ((isTooMany || isFull) && !leaveOne(session)) fail(common.too_many, { retryAfter: isTooMany ? 45 : 60 })
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
