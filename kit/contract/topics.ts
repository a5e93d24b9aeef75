import type { Endpoint, Topic } from './endpoint.ts'
import { isRecord } from './is-record.ts'
import type { ThingPlaces } from './things.ts'

const placeholderPattern = /\{(\w+)\}/

/**
 * Fills the topic's placeholder from the first source that has its field.
 * @param unknown the value if no source has the field; undefined: no topic
 */
function fillTopic(topic: Topic, sources: readonly unknown[], unknown?: '*'): Topic[] {
  const field = placeholderPattern.exec(topic)?.[1]
  if (field === undefined) return [topic]
  const value = sources.map((source) => (isRecord(source) ? source[field] : undefined)).find((value) => value !== undefined) ?? unknown
  return [value]
    .flat()
    .flatMap((item) => (typeof item === 'string' || typeof item === 'number' ? [topic.replace(placeholderPattern, String(item))] : []))
}

type Input = Readonly<{ params?: unknown; query?: unknown; body?: unknown }>

const sourcesOf = ({ params, query, body }: Input, response: unknown) => [params, query, body, response]

/** Topics that a read declares. Things in its response are topics too, found by {@link ThingPlaces}. */
export const topicsRead = ({ reads = [] }: Pick<Endpoint, 'reads'>, input: Input, response: unknown): Topic[] =>
  reads.flatMap((topic) => fillTopic(topic, sourcesOf(input, response)))

/**
 * Topics that a call has made stale. A thing in the response (a renamed channel) is up to date, so its topic is left out. A
 * `ConditionalTopic` is kept even then, because more than the thing's fields has changed.
 * @param response undefined if the call failed, as the server may have made the change. Things whose ids are only in the response then
 *   become all things of their type: `video:*`
 */
export function topicsChanged(
  { changes = [], thingPlaces }: Pick<Endpoint, 'changes' | 'thingPlaces'>,
  input: Input,
  response: unknown,
): Set<Topic> {
  const sources = sourcesOf(input, response)
  const unknown = response === undefined ? '*' : undefined
  const responseTopic = isRecord(response) && thingPlaces?.type !== undefined ? `${thingPlaces.type}:${String(response['id'])}` : undefined
  return new Set(
    changes.flatMap((change) => {
      if (typeof change === 'string') return fillTopic(change, sources, unknown).filter((topic) => topic !== responseTopic)
      const { body } = input
      return isRecord(body) && change.given.some((field) => body[field] !== undefined) ? fillTopic(change.topic, sources, unknown) : []
    }),
  )
}

const maxTopicsPerType = 50

/**
 * Shortens the topics of an event: more than {@link maxTopicsPerType} things of one type are replaced by all things of that type
 * (`video:*`).
 */
export function mergeTopics(topics: readonly Topic[]): Topic[] {
  const kindOf = (topic: Topic) => topic.slice(0, topic.indexOf(':') + 1)
  const counts = new Map<string, number>()
  for (const topic of topics) counts.set(kindOf(topic), (counts.get(kindOf(topic)) ?? 0) + 1)
  const hasTooMany = (kind: string) => kind !== '' && counts.get(kind)! > maxTopicsPerType
  return [...new Set(topics.map((topic) => (hasTooMany(kindOf(topic)) ? `${kindOf(topic)}*` : topic)))]
}

const topicsOfThings = ({ type, fields = {}, items }: ThingPlaces): string[] => [
  ...(type === undefined ? [] : [type]),
  ...Object.values(fields).flatMap(topicsOfThings),
  ...(items ? topicsOfThings(items) : []),
]

const fieldsOf = (schema: unknown): string[] => {
  const { shape, options = [] } = (schema as { _zod?: { def: { shape?: object; options?: unknown[] } } } | undefined)?._zod?.def ?? {}
  return [...Object.keys(shape ?? {}), ...options.flatMap(fieldsOf)]
}

/** Lists errors in the topics of all calls: topics that no call reads, placeholders without a field. */
export function findTopicErrors(endpoints: readonly Endpoint[]): string[] {
  const withoutPlaceholder = (topic: Topic) => topic.replace(placeholderPattern, '{}')
  const read = new Set(
    endpoints.flatMap(({ reads, thingPlaces }) =>
      reads ? [...reads.map(withoutPlaceholder), ...topicsOfThings(thingPlaces ?? {}).map((type) => `${type}:{}`)] : [],
    ),
  )
  return endpoints.flatMap(({ method, path, reads = [], changes = [], params, query, body, output }) => {
    const name = `${method} ${path}`
    const changed = changes.map((change) => (typeof change === 'string' ? change : change.topic))
    const fields = new Set([params, query, body, output].flatMap(fieldsOf))
    const conditionalFields = changes.flatMap((change) => (typeof change === 'string' ? [] : change.given))
    const unfilled = [...reads, ...changed].filter((topic) => {
      const field = placeholderPattern.exec(topic)?.[1]
      return field !== undefined && !fields.has(field)
    })
    return [
      ...changed.filter((topic) => !read.has(withoutPlaceholder(topic))).map((topic) => `${name} changes ${topic}, which no call reads`),
      ...unfilled.map((topic) => `${name} has nothing to fill ${topic} with`),
      ...conditionalFields.filter((field) => !fieldsOf(body).includes(field)).map((field) => `${name} takes no ${field}`),
    ]
  })
}
