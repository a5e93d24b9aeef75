import { isDeepStrictEqual } from 'node:util'
import type { BenchRequest } from './load.ts'

export const headersOf = (token?: string): Record<string, string> => ({
  'accept-language': 'en',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
})
export const get = (path: string, token?: string): BenchRequest => ({ method: 'GET', path, headers: headersOf(token) })
export const post = (path: string, body: object, token?: string): BenchRequest => ({
  method: 'POST',
  path,
  headers: { ...headersOf(token), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Sends one request. @returns the JSON of the response */
export async function read<Answer = unknown>(url: string, { method, path, headers, body }: BenchRequest): Promise<Answer> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  return (await response.json()) as Answer
}

/**
 * Checks that the floor's response equals the product's, except for `at`: a floor that does less would be invalid. @throws if they differ
 */
export async function assertSameResponse(
  product: { url: string; ask: BenchRequest },
  floor: { url: string; ask: BenchRequest },
): Promise<void> {
  // Tries again, because a new minute may have begun between the two requests.
  for (let attempts = 3; attempts > 0; attempts--) {
    const answers = await Promise.all([product, floor].map(async ({ url, ask }) => ({ ...(await read<object>(url, ask)), at: undefined })))
    if (isDeepStrictEqual(answers[0], answers[1])) return
  }
  throw new Error(`the floor answers ${floor.ask.path} otherwise than the product`)
}
