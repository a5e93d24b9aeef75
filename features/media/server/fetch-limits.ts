import { addressKey, type Limits } from '#kit/server/http/limits.ts'
import type { LimitResult } from '#kit/server/http/sliding-counters.ts'
import type { Admit, Destination } from '#kit/server/outbound/outbound-guard.ts'
import { isServiceHost } from './oembed-services.ts'

/** Rate limits of fetching. All instances share the counts, which are in the database. */
const fetchLimits = {
  /** Per user, for link previews and pictures by URL. */
  preview: { max: 60, windowSeconds: 60 },
  /** Per user, for pasted links. */
  pasted: { max: 200, windowSeconds: 60 },
  /** Per user and host. */
  hostEach: { max: 30, windowSeconds: 60 },
  /** Per host, and per IP address, which many names may share. */
  host: { max: 300, windowSeconds: 60 },
}

/** Counts a preview or a picture by URL. */
export const countPreview = (limits: Pick<Limits, 'take'>, userId: string) => limits.take(`fetches:${userId}`, fetchLimits.preview)

interface RateLimitRequest {
  /** The user for whom requests count; undefined if limits of users don't apply. */
  by: string | undefined
  /** The requested URL. `isPasted`: whether to count for the limit of pasted links; if false, `countPreview` has counted the request. */
  address: string
  isPasted: boolean
}

/**
 * Decides for each host of a fetch whether the host may be requested now. The first request counts for the user. The URL's own host counts
 * once per user, however often the page refers to it. Every other host counts each time, so that a page can't multiply requests to third
 * parties. Hosts of known providers count for the user only.
 */
export function createHostLimiter(limits: Pick<Limits, 'takeAll'>, { by, address, isPasted }: RateLimitRequest): Admit {
  const { hostname: ownHost } = new URL(address)
  let first: Promise<LimitResult> | undefined

  /** Returns the limits of one request to a host. */
  const countsOf = ({ host, addresses }: Destination) => {
    if (isServiceHost(host)) return []
    const isCountedForUser = by !== undefined && (host !== ownHost || (isPasted && !first))
    // Counts an IP address once, if the URL contains the address instead of a host name.
    const places = [...new Set([host, ...addresses.map(addressKey)])]
    return [
      ...(isCountedForUser ? [[`host:${host}:${by}`, fetchLimits.hostEach] as const] : []),
      ...places.map((place) => [`host:${place}`, fetchLimits.host] as const),
    ]
  }

  return async (destination) => {
    const counts = countsOf(destination)
    if (!first) {
      // Counts either all limits or none, so that a request that waits for a host doesn't count for the user.
      const userLimits = isPasted && by !== undefined ? [[`links:${by}`, fetchLimits.pasted] as const] : []
      first = limits.takeAll([...userLimits, ...counts])
      return (await first).allowed
    }
    return (await first).allowed && (await limits.takeAll(counts)).allowed
  }
}
