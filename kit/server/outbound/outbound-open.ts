import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { createDeadlineSignal } from '../abort.ts'
import { parseContentType } from './content-type.ts'
import { assertSuccess, type Guard, isRedirect, OutboundError, parseAddress, singleHeader } from './outbound-guard.ts'

export interface OpenOptions {
  /** Sent at every hop. */
  headers?: Readonly<Record<string, string>>
  /** Headers for this origin only, as they may be secret. */
  secrets?: { origin: string; headers: Readonly<Record<string, string>> }
  signal: AbortSignal
}

/** A response with a streamed body. */
export interface StreamedResponse {
  /** URL after redirects. */
  url: string
  status: number
  /** Media type in lower case without parameters; '' if missing. */
  type: string
  header: (name: string) => string | undefined
  /** Not compressed, as the request accepts no encoding. Destroying the stream closes the connection. */
  body: Readable
}

export type OpenPublicStream = (address: string, options: OpenOptions) => Promise<StreamedResponse>

/** Time limit for name resolution, connections, redirects and the response's head together. */
const headTimeoutMs = 10_000
/** Maximum idle time of the body while it is being read. */
const idleMs = 15_000
const maxHops = 5

/**
 * Opens a stream that is relayed for as long as it lasts. The rules of all fetches apply, but streams don't queue, so callers limit their
 * number. Sends no cookies, no referrer and only the given credentials.
 * @throws OutboundError, or the reason of the caller's signal
 */
export function createStreamOpener(guard: Guard, userAgent: string, stopping: AbortSignal): OpenPublicStream {
  return async (address, { headers, secrets, signal }) => {
    const ending = AbortSignal.any([signal, stopping])
    const head = createDeadlineSignal(headTimeoutMs, ending)

    async function visit(url: URL): Promise<StreamedResponse | { location: URL }> {
      const client = await guard.connect(url, head, { timeoutMs: headTimeoutMs, idleMs })
      const end = () => void client.destroy()
      // The time limit ends with the head; afterwards only the consumer ends the request.
      head.addEventListener('abort', end, { once: true })
      let isOpen = false
      try {
        const response = await client.request({
          path: url.pathname + url.search,
          method: 'GET',
          headers: {
            'user-agent': userAgent,
            accept: '*/*',
            ...headers,
            ...(secrets?.origin === url.origin && secrets.headers),
            'accept-encoding': 'identity',
          },
        })
        response.body.on('error', () => {})
        const location = singleHeader(response, 'location')
        if (isRedirect(response) && location) return { location: parseAddress(location, url) }
        assertSuccess(response)
        if (!/^(?:identity)?$/i.test(singleHeader(response, 'content-encoding')?.trim() ?? ''))
          throw new OutboundError('unreachable', 'packed, which was not asked for')
        head.throwIfAborted()
        isOpen = true
        ending.addEventListener('abort', end, { once: true })
        response.body.once('close', () => {
          ending.removeEventListener('abort', end)
          end()
        })
        return toStreamedResponse(response, url)
      } finally {
        head.removeEventListener('abort', end)
        if (!isOpen) await client.destroy()
      }
    }

    try {
      let url = parseAddress(address)
      for (let hop = 0; hop <= maxHops; hop++) {
        const response = await visit(url)
        if ('body' in response) return response
        url = response.location
      }
      throw new OutboundError('unreachable', 'too many redirects')
    } catch (error) {
      if (error instanceof OutboundError) throw error
      signal.throwIfAborted()
      if (stopping.aborted) throw new OutboundError('busy', 'the server is stopping')
      throw new OutboundError('unreachable', 'no answer', { cause: error })
    }
  }
}

function toStreamedResponse(response: Dispatcher.ResponseData, { href }: URL): StreamedResponse {
  const { type } = parseContentType(singleHeader(response, 'content-type') ?? '')
  return { url: href, status: response.statusCode, type, header: (name) => singleHeader(response, name), body: response.body }
}
