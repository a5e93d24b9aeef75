import { ApiError, formOf, type Request, type Send } from '#kit/contract/client.ts'
import type { ProblemBody } from '#kit/contract/errors.ts'
import { common } from '#kit/contract/problems.ts'
import { language, textsOf } from './i18n.ts'
import type en from './locales/en.json'
import { refreshTokens } from './session.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'

const t = textsOf<typeof en>('kit-web')

/** ms that a read may take. */
const patience = 30_000
/** A read that is told to come back later does so this often, and waits this many seconds at most. */
const returns = 2
const longestWait = 5

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function headersOf(request: Request, token: string | undefined, isForm: boolean): Headers {
  const headers = new Headers({ ...request.headers, 'accept-language': language, 'time-zone': timeZone })
  if (request.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const team = storage.get('account_mode') === 'TEAM' && storage.get('team_id')
  if (team) headers.set('x-team-id', team)
  return headers
}

/** One try. No answer at all is an {@link ApiError} of status 0. */
async function attempt(request: Request, token: string | undefined): Promise<Response> {
  const form = formOf(request.body)
  const isRead = request.method === 'GET'
  try {
    return await fetch(request.url, {
      method: request.method,
      headers: headersOf(request, token, form !== undefined),
      body: form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      // A change that is made as the page is left is still made. Browsers let only little outlive a page.
      keepalive: !isRead && request.body === undefined,
      signal: isRead ? AbortSignal.timeout(patience) : null,
    })
  } catch {
    shellHooks.unreachable()
    throw new ApiError(0, { message: t('offline'), code: 'offline', errors: {} })
  }
}

/** Something between us and the server may answer instead of it, in HTML. */
async function bodyOf(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get('content-type')?.includes('json')
  if (isJson) return answer.json()
  if (answer.ok) return answer.text()
  return { message: t('unavailable'), code: 'unavailable', errors: {} } satisfies ProblemBody
}

/** Another try takes its place: an answer that nobody reads would hold its connection. */
const drop = (answer: Response) => answer.body?.cancel()

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * The browser's transport: who is asking goes along, an old token is renewed and the call repeated, missing required
 * fields are asked for and the call repeated, and a read that is told to come back later does.
 */
export const send: Send = async (request) => {
  let token = storage.get('access_token')
  let answer = await attempt(request, token)

  if (answer.status === 401 && token) {
    void drop(answer)
    await refreshTokens(token)
    token = storage.get('access_token')
    // Whoever has no session any more asks as a guest: what is open to guests still answers.
    answer = await attempt(request, token)
  }

  if (answer.status === 427 && (await shellHooks.requiredFields())) {
    void drop(answer)
    answer = await attempt(request, token)
  }

  for (let again = 0; request.method === 'GET' && isLater(answer.status) && again < returns; again++) {
    const seconds = Number(answer.headers.get('retry-after')) || 1
    if (seconds > longestWait) break
    void drop(answer)
    await wait(seconds)
    answer = await attempt(request, token)
  }

  if (answer.status === 502 || answer.status === 503 || answer.status === 504) shellHooks.unreachable()
  const body = await bodyOf(answer)
  if (answer.status === common.not_in_team.status && (body as ProblemBody).code === common.not_in_team.code) leaveTeam()
  return { status: answer.status, body }
}

/** Back to one's own things; once for all calls that were refused. */
function leaveTeam(): void {
  if (storage.get('team_id') === undefined) return
  storage.remove('account_mode', 'team_id')
  shellHooks.leftTeam()
}

const isLater = (status: number) => status === 429 || status === 503
