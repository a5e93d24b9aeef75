import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '../db/db.ts'
import type { PartReference } from './handlers.ts'
import { type Limits, addressKey, assertAllowed } from './limits.ts'

/**
 * Limits how many bytes guests at one address read, because larger responses cost the server more. Counts characters, because counting
 * bytes needs a pass over the text.
 */
export interface GuestReadLimit {
  /** Counts the response of `read`. @throws 429 while the limit is reached */
  countWeight<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T>
  /** Counts a document that was built from the results of reads, such as a sitemap. */
  add(request: FastifyRequest, response: string): void
}

const bytesInUnit = 1024
/** 120 MiB a minute: 100 guests behind one address who each open a page of 200 KB every ten seconds. */
export const guestReadLimit = { max: (120 * 1024 ** 2) / bytesInUnit, windowSeconds: 60 }
/** Units that a read counts until its size is known; allows 1,900 concurrent reads. */
export const reservedUnits = 64

const unitsOf = (response: unknown) => (typeof response === 'string' ? Math.floor(response.length / bytesInUnit) : 0)

export function createGuestReadLimit(
  limits: Pick<Limits, 'count' | 'add'>,
  addressOf: (request: FastifyRequest) => string,
): GuestReadLimit {
  const keyOf = (request: FastifyRequest) => `guest-bytes:${addressKey(addressOf(request))}`
  return {
    async countWeight(request, read) {
      const key = keyOf(request)
      assertAllowed(limits.count(key, guestReadLimit, reservedUnits))
      let units = 0
      try {
        const response = await read()
        units = unitsOf(response)
        return response
      } finally {
        limits.add(key, guestReadLimit, units - reservedUnits)
      }
    },
    add: (request, response) => limits.add(keyOf(request), guestReadLimit, unitsOf(response)),
  }
}

/** Path and query parameters of a call, as texts. */
export interface WireInput {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}
/** The request for which a guest's read is made, and its language. */
export interface GuestReadContext {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
  language: Language
  /** The things that a page needs in the response. If set, only the beginning of the response up to these things is read. */
  part?: PartReference | undefined
}
/**
 * Guest reads by endpoint: each returns the JSON of the response, without a request. Filled by `mount`, used by pages.
 * @throws the endpoint's errors
 */
export type GuestReads = Map<Endpoint, (input: WireInput, context: GuestReadContext) => Promise<string>>

const textsOf = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

export function toWireInput<E extends Endpoint>(input: InputOf<E>): WireInput {
  const { params, query } = input as { params?: object; query?: object }
  return { params: textsOf(params), query: textsOf(query) }
}
