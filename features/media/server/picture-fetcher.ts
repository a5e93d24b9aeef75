import { commonErrors } from '#kit/contract/problems.ts'
import { createFairQueue } from '#kit/server/fair-queue.ts'
import { fail } from '#kit/server/http/fail.ts'
import { isOverloaded } from '#kit/server/http/overload.ts'
import { type Admit, OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { mediaErrors } from '../contract.ts'

interface FetchOptions {
  maxBytes: number
  /** Accepted media types. Default: all. */
  types?: RegExp
  /** The user for whom the fetch waits. */
  by?: string
  admit?: Admit
  signal?: AbortSignal
}

/** Fetches a picture when its turn comes, and converts it. Holds the slot during the conversion too, because the picture is in memory. */
type FetchPicture = <T>(address: string, options: FetchOptions, convert: (bytes: Buffer) => Promise<T>) => Promise<T>

/** Limits concurrent fetches, in total and per user, because fetched pictures stay in memory until they are encoded. */
export function createPictureFetcher(fetchPublic: FetchPublic): FetchPicture {
  const enqueueFetch = createFairQueue({
    concurrency: 6,
    concurrencyPerKey: 2,
    maxWaiting: 1000,
    maxWaitingPerKey: 250,
    slow: { afterMs: 3000, concurrency: 6 },
  })
  return (address, { maxBytes, types, by, admit, signal }, convert) => {
    const fetchOptions = {
      accept: 'image/avif,image/webp,image/*',
      maxBytes,
      ...(types && { types }),
      ...(by !== undefined && { by }),
      ...(admit && { admit }),
    }
    const fetchNow = async (evicted: AbortSignal) => {
      const ending = AbortSignal.any([evicted, ...(signal ? [signal] : [])])
      const { body } = await fetchPublic(address, { ...fetchOptions, signal: ending }).catch((error: unknown) => {
        throw evicted.aborted ? new OutboundError('unreachable', 'too slow') : error
      })
      return convert(body)
    }
    return enqueueFetch(fetchNow, { key: by, signal })
  }
}

/** Whether the request may succeed later: a rate limit is reached, or all slots are taken. */
export const isBusy = (error: unknown) => isOverloaded(error) || (error instanceof OutboundError && error.kind === 'busy')

/** Converts a fetch failure to an error of the field. */
export function failFetched(error: unknown, field: string): never {
  if (!(error instanceof OutboundError)) throw error
  const { kind } = error
  if (kind === 'busy') fail(commonErrors.too_many, { retryAfter: 60 })
  fail(
    kind === 'refused'
      ? mediaErrors.link_invalid
      : kind === 'too_large'
        ? mediaErrors.linked_picture_too_large
        : mediaErrors.picture_missing,
    { field },
  )
}
