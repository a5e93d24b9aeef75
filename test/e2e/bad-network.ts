import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Page } from 'playwright'
import { findPort } from './server.ts'

/**
 * Handling of a request:
 * - `reset`: the connection breaks before the request arrives
 * - `lost`: the server handles it, and the connection breaks before the response
 * - `cut`: half of the response arrives
 * - `portal`: another server answers, with HTML and success
 * - `hang`: no response arrives
 */
export type NetworkAction = 'pass' | 'reset' | 'lost' | 'cut' | 'portal' | 'hang'

export interface BadNetwork {
  /** The product's origin, as reached through this network. */
  url: string
  /** Adds a rule. The last rule that matches a request, such as `GET /api/…`, applies. */
  rule: (pattern: RegExp, action: NetworkAction, times?: number) => void
  /** Keeps connections open from now on, until {@link restore}. Browsers repeat a request by themselves if a reused connection breaks. */
  reuseConnections: () => void
  restore: () => void
  /** Stops the server, so that connections are refused. */
  stop: () => Promise<void>
  /** Starts the server, unless it is running. */
  start: () => Promise<void>
  close: () => Promise<void>
  /** Returns the number of matching requests. */
  count: (pattern: RegExp) => number
}

/**
 * Creates a proxy between browser and product that fails by rules. It uses real connections, so that the browser sees real errors.
 */
export async function createBadNetwork(target: string): Promise<BadNetwork> {
  let rules: { pattern: RegExp; action: NetworkAction; times: number }[] = []
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let server: Server | undefined
  // A port that the system doesn't assign to other programs while the proxy is stopped.
  const port = await findPort()
  let areReused = false

  const actionOf = (line: string): NetworkAction => {
    const rule = rules.findLast(({ pattern, times }) => times > 0 && pattern.test(line))
    if (!rule) return 'pass'
    rule.times--
    return rule.action
  }

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${request.url}`
    // One connection per request, because browsers repeat requests on reused connections by themselves.
    if (!areReused) response.shouldKeepAlive = false
    seen.push(line)
    const action = actionOf(line)
    if (action === 'hang') return
    if (action === 'reset') return void request.socket.destroy()
    if (action === 'portal')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hotel</title><h1>Welcome to our network</h1>')
    const forwardServer = forward(
      target + request.url,
      { method: request.method, headers: { ...request.headers, host: new URL(target).host, 'accept-encoding': 'identity' } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          if (action === 'lost') return void request.socket.destroy()
          const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = answer.headers
          response.writeHead(answer.statusCode ?? 502, { ...headers, ...(body.length > 0 && { 'content-length': body.length }) })
          if (action === 'pass') return void response.end(body)
          response.write(body.subarray(0, body.length / 2), () => request.socket.destroySoon())
        })
      },
    )
    forwardServer.on('error', () => request.socket.destroy())
    request.on('error', () => forwardServer.destroy())
    request.pipe(forwardServer)
  }

  const start = () =>
    new Promise<void>((resolve, reject) => {
      if (server?.listening) return resolve()
      // Longer than the time between two requests on a connection, even on a busy machine.
      const started = (server = createServer({ keepAliveTimeout: 60_000 }, handle))
      started.once('error', reject)
      started.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      started.listen(port, '127.0.0.1', resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server!.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  await start()
  return {
    url: `http://localhost:${port}`,
    rule: (pattern, action, times = Infinity) => void rules.push({ pattern, action, times }),
    reuseConnections: () => void (areReused = true),
    restore: () => {
      rules = []
      areReused = false
    },
    start,
    stop,
    close: () => stop().catch(() => {}),
    count: (pattern) => seen.filter((line) => pattern.test(line)).length,
  }
}

/** Makes a page go offline and online, with its clock `afterMs` ahead, so that it reads its outdated data again. */
export const reconnect = (page: Page, { afterMs }: { afterMs: number }): Promise<void> =>
  page.evaluate((passedMs) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + passedMs
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type))
  }, afterMs)
