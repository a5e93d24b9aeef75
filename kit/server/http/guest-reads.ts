import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '../db/db.ts'
import type { Part } from './handlers.ts'

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
  /** Reads only the beginning, with these things in it. */
  part?: Part | undefined
}
/**
 * Reads of guests by endpoint: each returns the JSON of the response, without a request. Filled by `mount`, used by pages. @throws the
 * endpoint's errors
 */
export type GuestReads = Map<Endpoint, (input: WireInput, context: GuestReadContext) => Promise<string>>

const textsOf = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

export function wireInputOf<E extends Endpoint>(input: InputOf<E>): WireInput {
  const { params, query } = input as { params?: object; query?: object }
  return { params: textsOf(params), query: textsOf(query) }
}
