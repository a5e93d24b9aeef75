import type { FastifyRequest } from 'fastify'
import type { Endpoint, Topic } from '#kit/contract/endpoint.ts'
import { topicsChanged } from '#kit/contract/topics.ts'
import type { Reader, User } from '../reader.ts'

/** Topics made stale by a call, for all viewers but the calling tab. */
export interface Change {
  user: User
  topics: readonly Topic[]
  /** The calling tab's id; null if unknown. */
  by: string | null
}

/** Returns the id of the calling browser tab; null if the header is missing or invalid. That tab already shows its own changes. */
export const readTabId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w-]{1,40}$/.test(header) ? header : null

/** Maximum characters of a response that is parsed for its id. Longer responses are copied channels, which no cache contains yet. */
const maxResponseLength = 100_000

function parseResponse(result: unknown): { id?: unknown } {
  const response: unknown = typeof result !== 'string' ? result : result.length > maxResponseLength ? {} : JSON.parse(result)
  return typeof response === 'object' && response !== null ? response : {}
}

/** Returns the change made by a user's call, according to its contract; undefined if no topic changed. */
export function describeChange(
  endpoint: Endpoint,
  { reader: { user }, request: { headers } }: { reader: Reader; request: Pick<FastifyRequest, 'headers'> },
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): Change | undefined {
  if (!user || endpoint.publishesEvent || !endpoint.changes?.length) return undefined
  const response = parseResponse(result)
  const { changes, thingPlaces } = endpoint
  // Only the calling tab has the response with the new thing; other tabs have to read it.
  const { id } = response
  const responseTopics = thingPlaces?.type !== undefined && typeof id === 'string' ? [`${thingPlaces.type}:${id}`] : []
  const topics = [...new Set([...topicsChanged({ changes }, input, response), ...responseTopics])]
  return topics.length > 0 ? { user, topics, by: readTabId(headers['tab-id']) } : undefined
}
