import type { Send } from '#kit/contract/client.ts'
import { noAnswer, parseBody, unavailable } from './failures.ts'
import { headersOf } from './fetch.ts'
import { withValidToken } from './session.ts'

const timeoutMs = 20_000

/**
 * The transport of what nobody waits for, such as a report of what plays: it is sent also when the page is being left, and asks nobody
 * anything. An old token is renewed. Browsers let 64 KB outlive a page: bodies are small.
 * @throws ApiError when there was no answer, or none that can be understood
 */
export const sendInBackground: Send = async (request) => {
  const attempt = async (token: string | undefined) => {
    let answer: Response
    let text: string
    try {
      answer = await fetch(request.url, {
        method: request.method,
        headers: headersOf(request, token, false),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        keepalive: true,
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await answer.text()
    } catch {
      throw noAnswer()
    }
    const body = parseBody(answer.headers.get('content-type'), text)
    if (body === undefined) throw unavailable(answer.status)
    return { status: answer.status, body }
  }
  return withValidToken(attempt)
}
