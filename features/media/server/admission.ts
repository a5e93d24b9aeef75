import { addressKey, type Limits } from '#kit/server/limits.ts'
import type { Verdict } from '#kit/server/sliding-counters.ts'
import type { Admit, Destination } from '#kit/server/outbound-guard.ts'
import { isServiceHost } from './oembed-services.ts'

/** How much is fetched in how long. All counts are kept in the database: instances share them. */
const fetchLimits = {
  /** What one user asks about: previews of links, pictures by address. */
  asked: { max: 60, windowSeconds: 60 },
  /** Links that one user pasted. */
  pasted: { max: 200, windowSeconds: 60 },
  /** What one user has fetched from one host. */
  hostEach: { max: 30, windowSeconds: 60 },
  /** What all have fetched from one host, or from one address, which many names may stand for. */
  host: { max: 300, windowSeconds: 60 },
}

/** Counts a preview or a picture by address. */
export const takeAsked = (limits: Pick<Limits, 'take'>, userId: string) => limits.take(`fetches:${userId}`, fetchLimits.asked)

interface Look {
  /** The user for whom an address is looked at; nobody's own limits count without. */
  by: string | undefined
  /** The address, and whether it was pasted (else it was asked about, and counted by `takeAsked`). */
  address: string
  isPasted: boolean
}

/**
 * Says of each place that a look at an address leads to whether it may be asked now. The first request counts for the user; the
 * address's own host counts once for its user, however often its page leads back to it; every other place counts each time: a page
 * can make nobody ask a third party more often than its address could be pasted. Hosts of the services we know count for the user
 * alone.
 */
export function createAdmission(limits: Pick<Limits, 'takeAll'>, { by, address, isPasted }: Look): Admit {
  const { hostname: ownHost } = new URL(address)
  let first: Promise<Verdict> | undefined

  /** What one request to a place counts for. */
  const countsOf = ({ host, addresses }: Destination) => {
    if (isServiceHost(host)) return []
    const isCountedForUser = by !== undefined && (host !== ownHost || (isPasted && !first))
    // A host may be named by its address: then it counts once.
    const places = [...new Set([host, ...addresses.map(addressKey)])]
    return [
      ...(isCountedForUser ? [[`host:${host}:${by}`, fetchLimits.hostEach] as const] : []),
      ...places.map((place) => [`host:${place}`, fetchLimits.host] as const),
    ]
  }

  return async (destination) => {
    const counts = countsOf(destination)
    if (!first) {
      // All at once or none: what waits for its host uses up nothing of its user's.
      const ofUser = isPasted && by !== undefined ? [[`links:${by}`, fetchLimits.pasted] as const] : []
      first = limits.takeAll([...ofUser, ...counts])
      return (await first).allowed
    }
    return (await first).allowed && (await limits.takeAll(counts)).allowed
  }
}
