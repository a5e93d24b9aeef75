import { type ApiError, toFormData, type Request, type Send } from '#kit/contract/client.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { lostResponseError, isProblem, offlineError, parseBody, unavailableError } from './failures.ts'
import { language } from './i18n.ts'
import { hasTokenExpired, refreshTokens } from './session.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'
import { tabId, typedInput } from './tab.ts'
import { actingTeam } from './viewer.ts'

/** Timeout of a call in ms, until its response is complete. Files have a longer timeout, for slow connections. */
const readTimeoutMs = 30_000
const changeTimeoutMs = 60_000
const uploadTimeoutMs = 300_000
/** Number of retries of a read after a `Retry-After`, and the longest wait in seconds. */
const maxRepeats = 2
const maxRetryAfterSeconds = 5

/** The time zone, computed with the first call because that takes 40 ms on a phone. */
let timeZone: string | undefined

/** Headers of every call. */
export function headersOf(request: Request, token: string | undefined, isForm: boolean): Headers {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  const headers = new Headers({ ...request.headers, 'accept-language': language, 'time-zone': timeZone, 'tab-id': tabId })
  if (request.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const viewer = storage.get('see_as')
  if (viewer) headers.set('see-as', viewer)
  // Changes act for the team for which they were typed (empty: for the user), even if the page has switched since.
  const typed = request.effect === 'none' ? undefined : typedInput.team
  const team = headers.get('x-team-id') ?? typed ?? actingTeam()
  if (team) headers.set('x-team-id', team)
  else headers.delete('x-team-id')
  return headers
}

interface AttemptResponse {
  status: number
  body: unknown
  /** `Retry-After` in seconds; 0 without one. */
  retryAfter: number
}

/** Sends a request once and reads the whole body. @throws ApiError without a valid response */
async function attemptRequest(request: Request, token: string | undefined): Promise<AttemptResponse> {
  const form = toFormData(request.body)
  const timeoutMs = request.effect === 'none' ? readTimeoutMs : form ? uploadTimeoutMs : changeTimeoutMs
  const wasOnline = navigator.onLine
  let response: Response
  let text: string
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: headersOf(request, token, form !== undefined),
      body: form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      // `keepalive` completes changes when the page is left. Browsers limit its total size.
      keepalive: request.effect !== 'none' && request.body === undefined,
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch {
    shellHooks.unreachable()
    // A call that was sent while offline never left this device.
    throw request.effect === 'once' && wasOnline ? lostResponseError(request) : offlineError()
  }
  const { status } = response
  if (isGatewayTrouble(status)) shellHooks.unreachable()
  const body = parseBody(response.headers.get('content-type'), text)
  if (response.ok ? body === undefined : !isProblem(body)) throw createMalformedError(request, status)
  return { status, body, retryAfter: Number(response.headers.get('retry-after')) || 0 }
}

/** Creates the error for an invalid body. After 502, 504 or a status below 400, the server may have carried out the call. */
function createMalformedError(request: Request, status: number): ApiError {
  const mayHaveSucceeded = status < 400 || status === 502 || status === 504
  if (request.effect === 'once' && mayHaveSucceeded) return lostResponseError(request)
  return unavailableError(status < 400 ? 502 : status)
}

const isGatewayTrouble = (status: number) => status >= 502 && status <= 504
const isRetryLater = (status: number) => status === 429 || status === 503

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * The browser's transport. Sends credentials; renews expired or refused tokens; asks for a new login or missing required fields,
 * then repeats the call; retries reads after `Retry-After`. Never repeats a call that may have been carried out.
 * @throws ApiError for every failure, and nothing else
 */
export const send: Send = async (request) => {
  const isTyped = request.body !== undefined && request.effect !== 'none'
  const userId = typedInput.userId ?? storage.get('user_id')
  let mayRenew = true
  const renew = async (used: string | undefined) => {
    const refreshed = used ? await refreshTokens(used) : 'left'
    mayRenew = refreshed === 'renewed'
    // Only a typed change asks for a new login, and is refused without one. A read is sent as a guest, so that public data still loads.
    if (refreshed !== 'renewed' && isTyped) {
      if (!(await shellHooks.sessionEnded(userId))) return undefined
    } else if (refreshed === 'ended') shellHooks.loggedOut()
    return storage.get('access_token')
  }

  let token = storage.get('access_token')
  // Input must not be sent as another user who has logged in in another tab.
  if (isTyped && userId !== storage.get('user_id')) token = await renew(undefined)
  else if (hasTokenExpired()) token = await renew(token)
  let response = await attemptRequest(request, token)
  if (response.status === 401 && mayRenew && (token || isTyped)) {
    token = await renew(token)
    response = await attemptRequest(request, token)
  }

  if (response.status === 427 && (await shellHooks.requiredFields())) response = await attemptRequest(request, token)

  for (let repeats = 0; request.effect === 'none' && isRetryLater(response.status) && repeats < maxRepeats; repeats++) {
    const seconds = response.retryAfter || 1
    if (seconds > maxRetryAfterSeconds) break
    await wait(seconds)
    response = await attemptRequest(request, token)
  }
  if (
    response.status === commonErrors.not_in_team.status &&
    isProblem(response.body) &&
    response.body.code === commonErrors.not_in_team.code &&
    request.headers['x-team-id'] === undefined
  )
    leaveTeam()
  return { status: response.status, body: response.body }
}

/** Stops acting for the team, once for all refused calls. */
function leaveTeam(): void {
  if (storage.get('team_id') === undefined) return
  storage.remove('account_mode', 'team_id')
  shellHooks.leftTeam()
}

/** Sends a request once with the current token. Logging out accepts an expired token. @throws ApiError */
export const sendOnce: Send = (request) => attemptRequest(request, storage.get('access_token'))

/** Sends a request once without a token, for calls that need no login. @throws ApiError */
export const sendAsGuest: Send = (request) => attemptRequest(request, undefined)
