import type { FastifyRequest } from 'fastify'
import { addressKey, demand, type Limits } from './limits.ts'

/**
 * Limits how much guests at one address read, in bytes: the size of an answer is what it costs to make, and others choose it. Lengths are
 * those of texts, in characters: they are known without a pass over the text.
 */
export interface GuestWeight {
  /** Counts what `read` answers. @throws 429 while the limit is used up */
  weigh<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T>
  /** Counts an answer that was made of what was read. */
  add(request: FastifyRequest, answer: string): void
}

const bytesInUnit = 1024
/** 120 MiB a minute: a hundred people behind one address who open a page of 200 KB every ten seconds. */
export const guestReadLimit = { max: (120 * 1024 ** 2) / bytesInUnit, windowSeconds: 60 }
/** What a read counts until its size is known: 1,900 may be under way at once. */
export const reserved = 64

const unitsOf = (answer: unknown) => (typeof answer === 'string' ? Math.floor(answer.length / bytesInUnit) : 0)

export function createGuestWeight(limits: Pick<Limits, 'count' | 'add'>, addressOf: (request: FastifyRequest) => string): GuestWeight {
  const keyOf = (request: FastifyRequest) => `guest-bytes:${addressKey(addressOf(request))}`
  return {
    async weigh(request, read) {
      const key = keyOf(request)
      demand(limits.count(key, guestReadLimit, reserved))
      let units = 0
      try {
        const answer = await read()
        units = unitsOf(answer)
        return answer
      } finally {
        limits.add(key, guestReadLimit, units - reserved)
      }
    },
    add: (request, answer) => limits.add(keyOf(request), guestReadLimit, unitsOf(answer)),
  }
}
