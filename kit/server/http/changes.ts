import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Topic } from '#kit/contract/endpoint.ts'
import { topicsChanged } from '#kit/contract/topics.ts'
import type { Reader, User } from '../reader.ts'

/** What a call has made stale for everybody who shows it but the tab that called. */
export interface Change {
  user: User
  topics: readonly Topic[]
  /** As that tab calls itself; null: it does not say. */
  by: string | null
}

/** One tab of a browser: it shows already what it has changed itself. */
const tabOf = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && /^[\w-]{1,40}$/.test(given) ? given : null

/** A whole channel as JSON is not read once more for its id: what was copied stands nowhere yet. */
const maxAnswerLength = 100_000

function answerOf(result: unknown): { id?: unknown } {
  const answer: unknown = typeof result !== 'string' ? result : result.length > maxAnswerLength ? {} : JSON.parse(result)
  return typeof answer === 'object' && answer !== null ? answer : {}
}

/** What a call of somebody has changed, by its contract; undefined: nothing that is shown. */
export function changeOf(
  endpoint: Endpoint,
  { user }: Reader,
  headers: IncomingHttpHeaders,
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): Change | undefined {
  if (!user || !endpoint.changes?.length) return undefined
  const answer = answerOf(result)
  const { changes, holds } = endpoint
  // Its own tab knows by the answer what the thing is like now. Others do not have that.
  const { id } = answer
  const said = holds?.type !== undefined && typeof id === 'string' ? [`${holds.type}:${id}`] : []
  const topics = [...new Set([...topicsChanged({ changes }, input, answer), ...said])]
  return topics.length > 0 ? { user, topics, by: tabOf(headers['tab-id']) } : undefined
}
