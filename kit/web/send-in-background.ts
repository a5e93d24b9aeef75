import type { Send } from '#kit/contract/client.ts'
import { offlineError, parseBody, unavailableError } from './failures.ts'
import { headersOf } from './fetch.ts'
import { withValidToken } from './session.ts'

const timeoutMs = 20_000

/**
 * The transport of background reports, such as of playback. Also sends while the page is left, and never prompts the user. Renews an
 * expired token. Browsers limit such bodies to 64 KB.
 * @throws ApiError without a valid response
 */
export const sendInBackground: Send = async (request) => {
  const attempt = async (token: string | undefined) => {
    let response: Response
    let text: string
    try {
      response = await fetch(request.url, {
        method: request.method,
        headers: headersOf(request, token, false),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        keepalive: true,
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await response.text()
    } catch {
      throw offlineError()
    }
    const body = parseBody(response.headers.get('content-type'), text)
    if (body === undefined) throw unavailableError(response.status)
    return { status: response.status, body }
  }
  return withValidToken(attempt)
}
