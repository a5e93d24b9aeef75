import qs from 'qs'

const limits = { depth: 5, arrayLimit: 1000, parameterLimit: 5000, allowPrototypes: false, strictDepth: true } as const

/**
 * Parses an urlencoded form: `videos[0][title]=A&tags[1]=b` gives `{ videos: [{ title: 'A' }], tags: ['b'] }`. Throws for too many or too
 * deep keys.
 */
export const parseForm = (text: string): Record<string, unknown> => qs.parse(text, { ...limits, throwOnLimitExceeded: true })

/**
 * Nests flat keys with any values (a multipart form) by the rules of {@link parseForm}: parses the keys with their index as value, and then
 * replaces each index by its value.
 */
export function nest(entries: readonly (readonly [key: string, value: unknown])[]): Record<string, unknown> {
  const keys = entries.map(([key], index) => `${encodeURIComponent(key)}=${index}`).join('&')
  const restore = (node: unknown): unknown => {
    if (typeof node === 'string') return entries[Number(node)]?.[1]
    if (Array.isArray(node)) return node.map(restore)
    return Object.fromEntries(Object.entries(node as object).map(([key, part]) => [key, restore(part)]))
  }
  return restore(parseForm(keys)) as Record<string, unknown>
}
