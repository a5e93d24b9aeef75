import { type ApiError, formOf, type Request, type Send } from '#kit/contract/client.ts'
import { common } from '#kit/contract/problems.ts'
import { answerLost, isProblem, noAnswer, parseBody, unavailable } from './failures.ts'
import { language } from './i18n.ts'
import { hasTokenExpired, refreshTokens } from './session.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'
import { tabId } from './tab.ts'

/** How long a call may take, to the last byte of its answer. What carries a file gets the time that a slow line needs for it. */
const readTimeoutMs = 30_000
const changeTimeoutMs = 60_000
const uploadTimeoutMs = 300_000
/** A read that is told to come back later does so this often, unless it would have to wait longer than this. */
const maxRepeats = 2
const maxRetryAfterSeconds = 5

/** Asked for with the first call: a phone takes 40 ms to find out. */
let timeZone: string | undefined

/** What goes along with every call. */
export function headersOf(request: Request, token: string | undefined, isForm: boolean): Headers {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  const headers = new Headers({ ...request.headers, 'accept-language': language, 'time-zone': timeZone, 'tab-id': tabId })
  if (request.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const team = storage.get('account_mode') === 'TEAM' && storage.get('team_id')
  if (team) headers.set('x-team-id', team)
  return headers
}

interface Answer {
  status: number
  body: unknown
  /** Seconds that the server asks to wait; 0: it says nothing. */
  retryAfter: number
}

/** One try, up to the end of the answer's body. @throws ApiError when there was none, or none that can be understood */
async function attempt(request: Request, token: string | undefined): Promise<Answer> {
  const form = formOf(request.body)
  const timeoutMs = request.effect === 'none' ? readTimeoutMs : form ? uploadTimeoutMs : changeTimeoutMs
  const wasOnline = navigator.onLine
  let answer: Response
  let text: string
  try {
    answer = await fetch(request.url, {
      method: request.method,
      headers: headersOf(request, token, form !== undefined),
      body: form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      // A change that is made as the page is left is still made. Browsers let only little outlive a page.
      keepalive: request.effect !== 'none' && request.body === undefined,
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await answer.text()
  } catch {
    shellHooks.unreachable()
    // What was sent while there was no network at all has not left this device.
    throw request.effect === 'once' && wasOnline ? answerLost(request) : noAnswer()
  }
  const { status } = answer
  if (isGatewayTrouble(status)) shellHooks.unreachable()
  const body = parseBody(answer.headers.get('content-type'), text)
  if (answer.ok ? body === undefined : !isProblem(body)) throw notUnderstood(request, status)
  return { status, body, retryAfter: Number(answer.headers.get('retry-after')) || 0 }
}

/** An answer without sense. A success, or a gateway that waited in vain: what was asked for may have been done. */
function notUnderstood(request: Request, status: number): ApiError {
  const mayBeDone = status < 400 || status === 502 || status === 504
  if (request.effect === 'once' && mayBeDone) return answerLost(request)
  return unavailable(status < 400 ? 502 : status)
}

const isGatewayTrouble = (status: number) => status >= 502 && status <= 504
const isLater = (status: number) => status === 429 || status === 503

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * The browser's transport: who is asking goes along, an expired token is renewed first, one that is refused is renewed and the call
 * repeated, a new login and missing required fields are asked for and the call repeated, and a read that is told to come back later does.
 * Nothing that may have been carried out is sent twice.
 * @throws ApiError, and nothing else, whatever fails
 */
export const send: Send = async (request) => {
  // What is to be changed was typed by somebody, who may have logged out in another tab meanwhile.
  const isTyped = request.body !== undefined && request.effect !== 'none'
  let mayRenew = true
  const renew = async (used: string | undefined) => {
    const refreshed = used ? await refreshTokens(used) : 'left'
    mayRenew = refreshed === 'renewed'
    // Whoever has no session any more asks as a guest: what is open to guests still answers.
    if (refreshed !== 'renewed' && isTyped) await shellHooks.sessionEnded()
    else if (refreshed === 'ended') shellHooks.loggedOut()
    return storage.get('access_token')
  }

  let token = storage.get('access_token')
  if (hasTokenExpired()) token = await renew(token)
  let answer = await attempt(request, token)
  if (answer.status === 401 && mayRenew && (token || isTyped)) {
    token = await renew(token)
    answer = await attempt(request, token)
  }

  if (answer.status === 427 && (await shellHooks.requiredFields())) answer = await attempt(request, token)

  for (let repeats = 0; request.effect === 'none' && isLater(answer.status) && repeats < maxRepeats; repeats++) {
    const seconds = answer.retryAfter || 1
    if (seconds > maxRetryAfterSeconds) break
    await wait(seconds)
    answer = await attempt(request, token)
  }
  if (answer.status === common.not_in_team.status && isProblem(answer.body) && answer.body.code === common.not_in_team.code) leaveTeam()
  return { status: answer.status, body: answer.body }
}

/** Back to one's own things; once for all calls that were refused. */
function leaveTeam(): void {
  if (storage.get('team_id') === undefined) return
  storage.remove('account_mode', 'team_id')
  shellHooks.leftTeam()
}

/** One try with the token that is there, expired or not: logging out takes either. @throws ApiError */
export const sendOnce: Send = async (request) => {
  const { status, body } = await attempt(request, storage.get('access_token'))
  return { status, body }
}

/** The same for what nobody has to be logged in for: no token goes along. @throws ApiError */
export const sendAsGuest: Send = async (request) => {
  const { status, body } = await attempt(request, undefined)
  return { status, body }
}
