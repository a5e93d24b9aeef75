import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'

type Responder = (response: ServerResponse, request: IncomingMessage) => unknown

/** Starts external sites on this machine whose links fail and recover. Each site has its own address. */
export async function startDyingSites(hosts = 6) {
  /** Responses by path, instead of a video. `*` applies to all paths of a site. */
  const answers = new Map<string, Responder>()
  const requests: string[] = []
  const openCounts = new Map<string, number>()
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const address = `http://${host}${request.url}`
    requests.push(address)
    const count = (openCounts.get(host) ?? 0) + 1
    openCounts.set(host, count)
    mostAtOnce = Math.max(mostAtOnce, count)
    response.on('close', () => openCounts.set(host, (openCounts.get(host) ?? 1) - 1))
    const answer = answers.get(address) ?? answers.get(`http://${host}/*`)
    if (answer) return answer(response, request)
    return response.setHeader('content-type', 'video/mp4').end(request.method === 'HEAD' ? undefined : Buffer.alloc(64))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  const places = Array.from({ length: hosts }, (_, n) => `127.0.0.${n + 1}:${port}`)
  const answering =
    (status: number, headers: Record<string, string> = {}): Responder =>
    (response) =>
      response.writeHead(status, headers).end()
  return {
    places,
    /** Returns the address of a video at one of the sites. */
    film: (name: string, host = 0) => `http://${places[host]}/${name}.mp4`,
    /** The requested addresses, one entry per request. */
    requests,
    /** Returns the maximum number of simultaneous requests to a site. */
    mostAtOnce: () => mostAtOnce,
    breakLink: (address: string, status = 404, headers?: Record<string, string>) => answers.set(address, answering(status, headers)),
    answerWith: (address: string, response: Responder) => answers.set(address, response),
    /** Breaks all links of a site. */
    breakHost: (host: number, status = 404, headers?: Record<string, string>) =>
      answers.set(`http://${places[host]}/*`, answering(status, headers)),
    mend() {
      answers.clear()
    },
    reset() {
      answers.clear()
      requests.length = 0
      mostAtOnce = 0
    },
  }
}
