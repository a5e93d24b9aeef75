import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionError } from 'fastify'
import { type AllTexts, renderProblem } from './problems.ts'

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Responds to data that never became a request (no HTTP, too many headers, or a timeout), in the format of all errors. */
export const respondToInvalidConnection =
  (texts: AllTexts, newRequestId: () => string) =>
  (error: ConnectionError, socket: Socket): void => {
    // The client has disconnected.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statuses[error.code] ?? 400
    const body = JSON.stringify(renderProblem({ statusCode: status }, texts, 'en').body)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      `x-request-id: ${newRequestId()}`,
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }

/** How long a client may continue to send a refused body. This is long enough to read the response. */
const refusedBodyTimeoutMs = 10_000

/** Ends a connection whose body is still incomplete some time after the response. */
export function endIncompleteRequest(request: IncomingMessage): void {
  // Requests injected by the server itself have no `complete` and no connection.
  const { complete = true } = request as { complete?: boolean }
  if (complete) return
  const timer = setTimeout(() => request.destroy(), refusedBodyTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

/**
 * How long the server still responds after the stop begins, because a client may have sent its next request already. The wait counts short
 * steps instead of elapsed time, because a busy process reads no requests between two steps. It takes at most {@link maxCloseGraceMs}.
 */
const closeGraceMs = 500
const closeWaitMs = 10
const maxCloseGraceMs = 3000

/** Maximum milliseconds between the last accept and the close, because closing resets connections that are not accepted yet. */
const quietMs = 0.2
/**
 * Resolves after a turn of the event loop in which no connection was accepted and no other work ran, or after {@link closeGraceMs}. A turn
 * accepts only one connection, so others may still wait after it.
 */
async function waitUntilQuiet(server: Server) {
  let acceptedCount = 0
  const count = () => void acceptedCount++
  server.on('connection', count)
  const end = performance.now() + closeGraceMs
  for (let [startedMs, formerCount] = [performance.now(), -1]; startedMs < end;) {
    await setImmediate()
    const now = performance.now()
    if (acceptedCount === formerCount && now - startedMs < quietMs) break
    ;[startedMs, formerCount] = [now, acceptedCount]
  }
  server.off('connection', count)
}

/**
 * Tracks a server's connections from now on.
 * @returns a function that stops accepting connections and waits at most {@link closeGraceMs} for each to end with its next response. It
 *   then closes connections as they become idle, and unused connections, which Node considers busy
 */
export function trackConnections(server: Server): () => Promise<void> {
  const openSockets = new Set<Socket>()
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    openSockets.add(socket)
    unused.add(socket)
    socket.once('close', () => (openSockets.delete(socket), unused.delete(socket)))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  return async () => {
    if (!server.listening) return
    await waitUntilQuiet(server)
    // Node's HTTP `close` would cut idle connections off immediately.
    NetServer.prototype.close.call(server)
    const end = performance.now() + maxCloseGraceMs
    for (let waits = closeGraceMs / closeWaitMs; waits > 0 && openSockets.size && performance.now() < end; waits--) await sleep(closeWaitMs)
    for (const socket of unused) socket.destroy()
    const timer = setInterval(() => (openSockets.size ? server.closeIdleConnections() : clearInterval(timer)), 20)
  }
}
