import type { Send } from '#kit/contract/client.ts'
import { isProblem, offlineError, parseBody, unavailableError } from './failures.ts'
import { headersOf } from './fetch.ts'
import { withValidToken } from './session.ts'

const timeoutMs = 60_000

/**
 * The transport of calls that return a file: a successful body is a Blob. Renews an expired token.
 * @throws ApiError when there was no valid response
 */
export const fetchFile: Send = async (request) => {
  const attempt = async (token: string | undefined) => {
    let response: Response
    let content: Blob
    try {
      response = await fetch(request.url, {
        method: request.method,
        headers: headersOf(request, token, false),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: AbortSignal.timeout(timeoutMs),
      })
      content = await response.blob()
    } catch {
      throw offlineError()
    }
    if (response.ok) return { status: response.status, body: content }
    const body = parseBody(response.headers.get('content-type'), await content.text())
    if (!isProblem(body)) throw unavailableError(response.status)
    return { status: response.status, body }
  }
  return withValidToken(attempt)
}
