import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/** Pages send only responses to pings, so the maximum message length is low. */
const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 })

const isHandshake = ({ headers }: Pick<IncomingMessage, 'headers'>) => headers.upgrade?.toLowerCase() === 'websocket'

/** Options for Node's server. Requests to upgrade to other protocols (`h2c`) get a normal response. */
export const upgradeOptions = { shouldUpgradeCallback: isHandshake }

/** Sends handshakes of WebSockets through the routes and hooks of an app, which refuse them in the format of all errors. */
export function routeSockets(app: FastifyInstance): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // No client may send more before the handshake is answered.
    if (head.length > 0) return void socket.destroy()
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })
}

/** Accepts a handshake. @returns undefined if the handshake was invalid and is refused @throws 422 for a request that is no handshake */
export function acceptSocket({ raw }: FastifyRequest, reply: FastifyReply): WebSocket | undefined {
  if (!isHandshake(raw)) fail(commonErrors.invalid)
  let openSocket: WebSocket | undefined
  reply.hijack()
  reply.raw.statusCode = 101
  server.handleUpgrade(raw, raw.socket, Buffer.alloc(0), (socket) => (openSocket = socket))
  return openSocket
}
