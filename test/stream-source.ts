import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'

type Responder = (response: ServerResponse, request: IncomingMessage) => unknown

export interface StreamSource {
  /** Value for `OUTBOUND_ALLOW`. */
  host: string
  url: (path: string) => string
  /** Responses by path. Other paths respond with 404. */
  answers: Map<string, Responder>
  /** Received requests, each with path, query and headers. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** Returns the number of open responses. */
  open: () => number
}

/** Starts a stream server on this machine, without CORS. */
export async function startStreamSource(): Promise<StreamSource> {
  const answers = new Map<string, Responder>()
  const requests: StreamSource['requests'] = []
  let open = 0
  const server = createServer((request, response) => {
    open++
    response.on('close', () => open--)
    requests.push({ path: request.url ?? '', headers: request.headers })
    const answer = answers.get((request.url ?? '').split('?')[0]!)
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host, url: (path) => `http://${host}${path}`, answers, requests, open: () => open }
}

/** Makes a response that only this program's user agent gets. */
export const onlyForUserAgent =
  (agent: string, answer: Responder): Responder =>
  (response, request) =>
    request.headers['user-agent'] === agent ? answer(response, request) : response.writeHead(403).end()

export const sendList =
  (lines: readonly string[], headers: Record<string, string> = {}): Responder =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', ...headers }).end(`${lines.join('\n')}\n`)

export const sendPart =
  (body: Buffer, type = 'video/mp2t', headers: Record<string, string> = {}): Responder =>
  (response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...headers }).end(body)
