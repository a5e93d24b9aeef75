import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { refreshRelayPlace, markRelayPlaceIdle, type RelayPlace, acquireRelayPlace } from '../queries/relay-places.ts'

/** Maximum streams of one user, or of guests at one address, which may be a household. Counts the streams of all instances. */
const maxStreams = { user: 3, address: 6 } as const
/** Maximum share of this instance's streams for guests. The remainder is for users, even with many guests. */
const guestShare = 3 / 4
/** Maximum concurrent requests of one stream at this instance, as for audio, video, subtitles and prefetching. */
const maxRequests = 8
/** A viewer without requests for this time counts as gone. */
const idleMs = 45_000
/** Time for which an acquired relay place is trusted. After that, another instance may have given it to another stream. */
const placeTrustedMs = 10_000

interface Stream {
  place: RelayPlace
  open: number
  seenAtMs: number
  acquiredAtMs: number
  /** Settles when the relay place is acquired. */
  acquiring: Promise<unknown>
  isKept: boolean
}

interface Viewer {
  /** Session of one browser. */
  session: string
  userId: string
  address: string
}

interface StreamRequest {
  /** Call at the end of the request. */
  leave: () => void
  /** Keeps the place during a long response. Call at least every 40 seconds. */
  keep: () => Promise<void>
}

export interface StreamLimiter {
  /** Returns the number of current streams of this instance. */
  count: () => number
  /** Begins a request of a stream. @throws 429 at the limit */
  beginRequest: (streamKey: string, viewer: Viewer) => Promise<StreamRequest>
}

const streamKeyOf = (session: string, stream: string) => `${session} ${stream}`

/** Limits streams: those of each viewer in the database, for all instances together, and those of this instance in memory. */
export function createStreamLimiter(db: Db, maxAll: number): StreamLimiter {
  const streams = new Map<string, Stream>()
  const deleteIdle = () => {
    for (const [name, { open, seenAtMs }] of streams)
      if (open === 0 && (seenAtMs < Date.now() - idleMs || seenAtMs > Date.now())) streams.delete(name)
  }
  /**
   * Ends the oldest idle stream of a browser: a viewer who changes channels has left the previous one.
   * @returns false if all streams of the browser have open requests
   */
  function endOldest(session: string): boolean {
    const idleStreams = [...streams]
      .filter(([, { place, open }]) => place.session === session && open === 0)
      .toSorted(([, one], [, other]) => one.seenAtMs - other.seenAtMs)
    return idleStreams[0] !== undefined && streams.delete(idleStreams[0][0])
  }
  function assertRoom({ session, userId }: Viewer): void {
    deleteIdle()
    const guests = [...streams.values()].filter(({ place }) => place.viewerKey.startsWith('address ')).length
    const isFull = streams.size >= maxAll || (!userId && guests >= Math.ceil(maxAll * guestShare))
    if (isFull && !endOldest(session)) fail(commonErrors.too_many, { retryAfter: 60 })
  }
  async function takePlace({ place }: Pick<Stream, 'place'>, limit: number): Promise<void> {
    const openStreams = [...streams.values()].filter((other) => other.open > 0 && other.place.session === place.session)
    const left = await acquireRelayPlace(
      db,
      place,
      limit,
      openStreams.map((other) => other.place.stream),
    )
    if (left === null) fail(commonErrors.too_many, { retryAfter: 45 })
    if (left) streams.delete(streamKeyOf(place.session, left))
  }

  const beginRequest: StreamLimiter['beginRequest'] = async (streamKey, viewer) => {
    const { session, userId, address } = viewer
    const name = streamKeyOf(session, streamKey)
    const limit = userId ? maxStreams.user : maxStreams.address
    let stream = streams.get(name)
    if (!stream) {
      assertRoom(viewer)
      const place = { viewerKey: userId ? `user ${userId}` : `address ${address}`, session, stream: streamKey }
      stream = { place, open: 0, seenAtMs: 0, acquiredAtMs: 0, acquiring: Promise.resolve(), isKept: false }
      streams.set(name, stream)
    }
    if (stream.open >= maxRequests) fail(commonErrors.too_many, { retryAfter: 1 })
    const entered = stream
    entered.open++
    const nowMs = Date.now()
    entered.seenAtMs = nowMs
    if (nowMs - entered.acquiredAtMs > placeTrustedMs || nowMs < entered.acquiredAtMs) {
      entered.acquiredAtMs = nowMs
      entered.acquiring = takePlace(entered, limit)
    }
    try {
      await entered.acquiring
    } catch (error) {
      entered.open--
      entered.acquiredAtMs = 0
      if (entered.open === 0 && streams.get(name) === entered) streams.delete(name)
      throw error
    }
    let isLeft = false
    return {
      leave() {
        if (isLeft) return
        isLeft = true
        entered.open--
        entered.seenAtMs = Date.now()
        if (entered.open > 0 || !entered.isKept) return
        entered.isKept = false
        // If this fails, the relay place expires 45 seconds later.
        markRelayPlaceIdle(db, entered.place).catch(() => undefined)
      },
      async keep() {
        if (isLeft) return
        entered.isKept = true
        await refreshRelayPlace(db, entered.place)
      },
    }
  }
  return {
    count() {
      deleteIdle()
      return streams.size
    },
    beginRequest,
  }
}
