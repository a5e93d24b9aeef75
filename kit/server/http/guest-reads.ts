import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '../db/db.ts'
import type { Part } from './handlers.ts'

/** Path and query of a call as they come over the wire: texts. */
export interface WireInput {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}
/** The request in which a guest's read is made, and in which language. */
export interface GuestReadContext {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
  language: Language
  /** The beginning is enough, with these things in it. */
  part?: Part | undefined
}
/**
 * What guests may GET, by endpoint: the JSON that a request of theirs would be answered with, without a request. `mount` fills it,
 * pages read from it. @throws what the endpoint refuses with
 */
export type GuestReads = Map<Endpoint, (input: WireInput, context: GuestReadContext) => Promise<string>>

const textsOf = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

export function wireInputOf<E extends Endpoint>(input: InputOf<E>): WireInput {
  const { params, query } = input as { params?: object; query?: object }
  return { params: textsOf(params), query: textsOf(query) }
}
