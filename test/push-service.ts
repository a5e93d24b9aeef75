import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'
import { type Person } from './people.ts'
import { createPushBrowser } from './push-browser.ts'
import { startTestServer } from './serve.ts'
import { notificationsContract as contract } from '#features/notifications/contract.ts'

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts the product and a push service that it may call. */
export async function servePushes() {
  /** Pushes that the fake push service received. It accepts all, unless the browser is marked as gone. */
  const received: ReceivedPush[] = []
  /** Requests that the fake push service hasn't answered yet. */
  const openResponses: ServerResponse[] = []
  const pushService = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      if (request.url!.startsWith('/held')) return void openResponses.push(response)
      response
        .writeHead(request.url!.startsWith('/gone') ? 410 : request.url!.startsWith('/moved') ? 307 : 201, { location: '/elsewhere' })
        .end()
    })
  })
  pushService.listen(0, '127.0.0.1')
  await once(pushService, 'listening')
  const hostAndPort = `127.0.0.1:${(pushService.address() as AddressInfo).port}`
  cleanUp(() => void pushService.close())
  const server = await startTestServer({ OUTBOUND_ALLOW: hostAndPort })
  const browser = (path: string) => createPushBrowser(`http://${hostAndPort}${path}`)
  const start = ({ client }: Person, body: object) => client(contract.startPush, { body: body as never })
  const receivedAt = (path: string) => received.filter((item) => item.path === path)
  /** A valid public key, from which tests make invalid ones. */
  const key = Buffer.from(browser('').subscription.keys.p256dh, 'base64url')
  return { came: received, held: openResponses, hostAndPort, server, browser, start, to: receivedAt, key }
}
