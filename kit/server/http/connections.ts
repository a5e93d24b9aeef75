import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionError } from 'fastify'
import { type AllTexts, renderProblem } from './problems.ts'

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what never became a request (no HTTP, too many headers, or none in time) in the shape of every other refusal. */
export const answerNoRequest =
  (texts: AllTexts, newRequestId: () => string) =>
  (error: ConnectionError, socket: Socket): void => {
    // Nobody is there any more.
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

/** A caller has so long to send the remainder of a body which was refused: time enough to read the refusal. */
const refusedBodyTimeoutMs = 10_000

/** Ends a connection on which a body still comes although its request was answered. */
export function endUnlessComplete(request: IncomingMessage): void {
  // A request that the server asks itself says nothing of the kind, and has no connection.
  const { complete = true } = request as { complete?: boolean }
  if (complete) return
  const timer = setTimeout(() => request.destroy(), refusedBodyTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

/** For so long a server that closes still answers: a caller may have sent its next request before it heard of that. */
const closeGraceMs = 500

/**
 * Watches a server's connections from now on.
 * @returns takes no new connection, waits until those there are have ended, each with its next answer, at most {@link closeGraceMs}, and then
 * ends those that have nothing under way: at once, as they come to that, and those that never asked for anything, which Node takes for busy
 */
export function connectionsOf(server: Server): () => Promise<void> {
  const open = new Set<Socket>()
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    unused.add(socket)
    socket.once('close', () => (open.delete(socket), unused.delete(socket)))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  return async () => {
    if (!server.listening) return
    // Node's own way for HTTP cuts idle connections off at the same moment.
    NetServer.prototype.close.call(server)
    for (const end = performance.now() + closeGraceMs; open.size && performance.now() < end;) await sleep(10)
    for (const socket of unused) socket.destroy()
    const timer = setInterval(() => (open.size ? server.closeIdleConnections() : clearInterval(timer)), 20)
  }
}
