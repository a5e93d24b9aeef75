// Sends viewers' calls like a proxy: compressed, over connections that stay open, with the viewer's address.
import { Agent, get as httpGet, type ClientRequest } from 'node:http'
import { Pool } from 'undici'
import { headersOf } from './requests.ts'
import { type Flow, type FlowName, flowOf, type User, type Visitor, type World } from './capacity-flows.ts'
import type { Statistics } from './capacity-statistics.ts'
import type { BenchRequest } from './load.ts'

/** Number of keep-alive connections to each instance, as a proxy has. Each event stream has a connection of its own. */
const connections = 128
const timeoutMs = 30_000

const agentName = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const browserHeaders = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': agentName, 'time-zone': 'Europe/Amsterdam' })

const sizeOf = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)
const kindOf = (error: unknown) => (error as { code?: string }).code ?? (error as Error).name

export interface Requests {
  call: (name: FlowName, visitor: Visitor) => Promise<void>
  /** Opens a user's event stream. @returns a function that closes the stream */
  follow: (user: User, address: string) => () => void
  /** Number of open event streams. */
  streams: () => number
  /** Sets the instances that receive the next requests, in turns. */
  use: (urls: readonly string[]) => void
}

export function createRequests(world: World, statistics: Statistics): Requests {
  const pools = new Map<string, Pool>()
  let urls: readonly string[] = []
  let turn = 0
  const nextUrl = () => urls[turn++ % urls.length]!
  function poolOf(url: string) {
    const pool = pools.get(url) ?? new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
    pools.set(url, pool)
    return pool
  }

  async function send(name: FlowName, { kind, onAnswer }: Flow, visitor: Visitor, { method, path, headers, body }: BenchRequest) {
    // Includes the wait for a free connection, which viewers also notice.
    const startedMs = performance.now()
    try {
      const response = await poolOf(nextUrl()).request({
        method,
        path,
        headers: { ...headers, ...browserHeaders(visitor.address), 'accept-encoding': onAnswer ? 'identity' : 'gzip, deflate, br, zstd' },
        ...(body !== undefined && { body }),
      })
      let bytes = sizeOf(response.headers)
      let text = ''
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (onAnswer) text += chunk.toString()
      }
      if (response.statusCode >= 400) return statistics.failed(name, String(response.statusCode))
      statistics.answered(name, kind === 'page' || kind === 'read', performance.now() - startedMs, bytes)
      onAnswer?.(JSON.parse(text) as Record<string, string>, visitor)
    } catch (error) {
      statistics.failed(name, kindOf(error))
    }
  }

  const agent = new Agent({ maxSockets: Infinity })
  const open = new Set<ClientRequest>()
  return {
    async call(name, visitor) {
      const flow = flowOf(name)
      if (flow.isForUsers && !visitor.user) return
      await Promise.all(flow.requests(visitor, world).map((ask) => send(name, flow, visitor, ask)))
    },
    follow({ token }, address) {
      let isLeft = false
      const request = httpGet(
        `${nextUrl()}/api/events`,
        { agent, headers: { ...headersOf(token), ...browserHeaders(address) } },
        (response) => {
          if (response.statusCode !== 200) return statistics.failed('events', String(response.statusCode))
          open.add(request)
          statistics.streamed('events', sizeOf(response.headers))
          response.on('data', (chunk: Buffer) => statistics.streamed('events', chunk.length))
          const countLost = () => {
            if (open.delete(request) && !isLeft) statistics.failed('events', 'lost')
          }
          response.on('close', countLost).on('error', countLost)
        },
      )
      request.on('error', (error) => isLeft || statistics.failed('events', kindOf(error)))
      return () => {
        isLeft = true
        open.delete(request)
        request.destroy()
      }
    },
    streams: () => open.size,
    use: (nextUrls) => void (urls = nextUrls),
  }
}
