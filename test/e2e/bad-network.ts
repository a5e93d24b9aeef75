import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Page } from 'playwright'
import { findPort } from './server.ts'

/**
 * What becomes of a request on its way:
 * - `reset`: the connection breaks before it arrives
 * - `lost`: it is carried out, and the connection breaks before the answer
 * - `cut`: half of the answer comes
 * - `portal`: somebody else answers, in HTML and with success
 * - `hang`: nothing ever comes
 */
export type Fate = 'pass' | 'reset' | 'lost' | 'cut' | 'portal' | 'hang'

export interface BadNetwork {
  /** Origin under which the product is reached through it. */
  url: string
  /** From now on; the last rule that matches `GET /api/…` decides. */
  rule: (pattern: RegExp, fate: Fate, times?: number) => void
  /** Connections are used again from now on, until {@link mend}: browsers by themselves repeat a request whose reused connection breaks. */
  reuseConnections: () => void
  mend: () => void
  /** The server is gone: nobody listens. */
  stop: () => Promise<void>
  /** Does nothing while it is there. */
  start: () => Promise<void>
  close: () => Promise<void>
  /** How often what matches was asked for. */
  count: (pattern: RegExp) => number
}

/** A network between a browser and the product that fails as it is told: with real connections, so that the browser sees what it would. */
export async function createBadNetwork(target: string): Promise<BadNetwork> {
  let rules: { pattern: RegExp; fate: Fate; times: number }[] = []
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let server: Server | undefined
  // Not one of the system's own: while nobody listens, it would give that to somebody else's connection.
  const port = await findPort()
  let areReused = false

  const fateOf = (line: string): Fate => {
    const rule = rules.findLast(({ pattern, times }) => times > 0 && pattern.test(line))
    if (!rule) return 'pass'
    rule.times--
    return rule.fate
  }

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${request.url}`
    // Else a connection for each request: over one that was used before, browsers by themselves send again what got no answer.
    if (!areReused) response.shouldKeepAlive = false
    seen.push(line)
    const fate = fateOf(line)
    if (fate === 'hang') return
    if (fate === 'reset') return void request.socket.destroy()
    if (fate === 'portal')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hotel</title><h1>Welcome to our network</h1>')
    const onward = forward(
      target + request.url,
      { method: request.method, headers: { ...request.headers, host: new URL(target).host, 'accept-encoding': 'identity' } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          if (fate === 'lost') return void request.socket.destroy()
          const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = answer.headers
          response.writeHead(answer.statusCode ?? 502, { ...headers, ...(body.length > 0 && { 'content-length': body.length }) })
          if (fate === 'pass') return void response.end(body)
          response.write(body.subarray(0, body.length / 2), () => request.socket.destroySoon())
        })
      },
    )
    onward.on('error', () => request.socket.destroy())
    request.on('error', () => onward.destroy())
    request.pipe(onward)
  }

  const start = () =>
    new Promise<void>((resolve, reject) => {
      if (server?.listening) return resolve()
      const started = (server = createServer(handle))
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
    rule: (pattern, fate, times = Infinity) => void rules.push({ pattern, fate, times }),
    reuseConnections: () => void (areReused = true),
    mend: () => {
      rules = []
      areReused = false
    },
    start,
    stop,
    close: () => stop().catch(() => {}),
    count: (pattern) => seen.filter((line) => pattern.test(line)).length,
  }
}

/** The network comes back to a page, so long after what it shows was read: longer than that counts as fresh, and it asks again. */
export const reconnect = (page: Page, { afterMs }: { afterMs: number }): Promise<void> =>
  page.evaluate((passedMs) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + passedMs
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type))
  }, afterMs)
