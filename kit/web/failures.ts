import { ApiError, type Request } from '#kit/contract/client.ts'
import type { ProblemBody } from '#kit/contract/errors.ts'
import { textsOf } from './i18n.ts'
import type en from './locales/en.json'
import type nl from './locales/nl.json'

const t = textsOf<typeof en, typeof nl>()

/** No answer came, or only a part of one. Its status is 0. */
export const noAnswer = () => new ApiError(0, { message: t('offline'), code: 'offline', errors: {} })

/** The same for a call that may have been carried out all the same, and must not be carried out twice. With an `Idempotency-Key` it may be sent again. Its status is 0. */
export const answerLost = ({ headers }: Pick<Request, 'headers'>) =>
  new ApiError(0, { message: t('idempotency-key' in headers ? 'answer_lost_with_key' : 'answer_lost'), code: 'answer_lost', errors: {} })

/** Something answered that is not our server, or not as it should. */
export const unavailable = (status: number) =>
  new ApiError(status, { message: t('unavailable'), code: 'unavailable', errors: {} } satisfies ProblemBody)

/** It has nothing to do with what was asked for: the same call may well be answered in a moment. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (!error.status || error.status >= 500)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Is this how our server says that it refuses something? A proxy, a portal or a broken body says it otherwise. */
export const isProblem = (body: unknown): body is ProblemBody =>
  isRecord(body) &&
  typeof body['message'] === 'string' &&
  typeof body['code'] === 'string' &&
  isRecord(body['errors']) &&
  Object.values(body['errors']).every((sentences) => Array.isArray(sentences))

/** The value of a whole body; undefined when it is no JSON: HTML of whatever stands between us and the server, or half an answer. */
export function parseBody(contentType: string | null, text: string): unknown {
  if (!contentType?.includes('json')) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
