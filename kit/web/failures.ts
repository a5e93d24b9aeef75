import { ApiError, type Request } from '#kit/contract/client.ts'
import type { ProblemBody } from '#kit/contract/errors.ts'
import { textsOf } from './i18n.ts'
import { isRecord } from '#kit/contract/is-record.ts'
import type en from './locales/en.json'
import type nl from './locales/nl.json'

const t = textsOf<typeof en, typeof nl>()

/** The error of a call without a complete response that may safely be repeated. Status 0. */
export const offlineError = () => new ApiError(0, { message: t('offline'), code: 'offline', errors: {} })

/**
 * The error of a call whose response was lost after the server may have carried it out. With an `Idempotency-Key` the user may repeat the
 * call. Status 0.
 */
export const lostResponseError = ({ headers }: Pick<Request, 'headers'>) =>
  new ApiError(0, { message: t('idempotency-key' in headers ? 'answer_lost_with_key' : 'answer_lost'), code: 'answer_lost', errors: {} })

/** The error of a call whose response was invalid, or wasn't from our server. */
export const unavailableError = (status: number) =>
  new ApiError(status, { message: t('unavailable'), code: 'unavailable', errors: {} } satisfies ProblemBody)

/** Whether the failure is temporary and independent of the call, so that a retry may succeed. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (!error.status || error.status >= 500)

/** Whether the body is a refusal of our server. Proxies, portals and broken bodies look different. */
export const isProblem = (body: unknown): body is ProblemBody =>
  isRecord(body) &&
  typeof body['message'] === 'string' &&
  typeof body['code'] === 'string' &&
  isRecord(body['errors']) &&
  Object.values(body['errors']).every((sentences) => Array.isArray(sentences))

/** Parses a complete JSON body; undefined for other bodies: HTML of a proxy, or a truncated response. */
export function parseBody(contentType: string | null, text: string): unknown {
  if (!contentType?.includes('json')) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
