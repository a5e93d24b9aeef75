import { fillPath, type Endpoint, type InputOf, type OutputOf } from './endpoint.ts'
import type { ProblemBody } from './errors.ts'
import { isRecord } from './is-record.ts'

/** A failed call, or a call whose change waits for approval (202). `body.message` is in the reader's language. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ProblemBody
  constructor(status: number, body: ProblemBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

export interface Request {
  method: Endpoint['method']
  /** Path and query string. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Sent as JSON, or as a form if it contains a Blob. Undefined: no body. */
  body: unknown
  effect: RepeatEffect
}
/**
 * The effect of repeating a call whose response was lost. `none`: the call only reads. `same`: the call is idempotent. `once`: the call
 * creates something, and a repeat would create it again.
 */
export type RepeatEffect = 'none' | 'same' | 'once'
export type Send = (request: Request) => Promise<{ status: number; body: unknown }>

/** Returns the path and query of a call. The cache uses them as a key. */
export function endpointUrl<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = fillPath(endpoint.path, params)
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return entries.length ? `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}` : path
}

const effectOf = ({ method, reads, changes }: Endpoint): RepeatEffect =>
  method === 'GET' || reads ? 'none' : method === 'POST' && changes ? 'once' : 'same'

/** Makes a typed call over any transport: `fetch` in the browser, `app.inject` in tests. Throws {@link ApiError} on failure. */
export async function callEndpoint<E extends Endpoint>(endpoint: E, input: InputOf<E>, send: Send): Promise<OutputOf<E>> {
  const { headers, body } = input as { headers?: Record<string, string>; body?: unknown }
  const response = await send({
    method: endpoint.method,
    url: endpointUrl(endpoint, input),
    headers: headers ?? {},
    body,
    effect: effectOf(endpoint),
  })
  // A 202 means that the change waits for approval and was not made.
  if (response.status >= 400 || response.status === 202) throw new ApiError(response.status, response.body as ProblemBody)
  return response.body as OutputOf<E>
}

const hasBlob = (value: unknown): boolean => value instanceof Blob || (isRecord(value) && Object.values(value).some(hasBlob))

/**
 * Converts a body with files (or any body, with `always`) to a form with bracket keys: `videos[0][title]`, `tags[1]`; true is 1 and
 * false is 0. Returns undefined for a body to send as JSON.
 */
export function toFormData(body: unknown, always = false): FormData | undefined {
  if (body === undefined || !(always || hasBlob(body))) return undefined
  const form = new FormData()
  const add = (key: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (value instanceof Blob) form.append(key, value)
    else if (typeof value === 'object') for (const [name, part] of Object.entries(value)) add(key ? `${key}[${name}]` : name, part)
    else if (typeof value === 'boolean') form.append(key, value ? '1' : '0')
    else form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  add('', body)
  return form
}
