import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach } from 'vitest'
import { createOutbound, type FetchPublic } from '#kit/server/outbound/outbound.ts'
import { createLimits } from '#kit/server/http/limits.ts'
import { createLog } from '#kit/server/log.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { cleanUp } from './clean-up.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { createProductSandbox } from './sandbox.ts'
import type { LinkMeta } from '#features/media/contract.ts'
import { createMedia } from '#features/media/server/media.ts'

type Page = { type?: string; body: string | Buffer; status?: number; location?: string; endless?: boolean }

/** Starts a fake site that also responds for other services. Returns functions that read metadata of links to its pages. */
export async function startLinkPages() {
  const pages = new Map<string, Page>()
  const requests: string[] = []

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const page = pages.get(path) ?? pages.get(path.split('?')[0]!)
    if (!page) return response.writeHead(404).end('nothing here')
    if (page.location) return response.writeHead(302, { location: page.location }).end()
    response.writeHead(page.status ?? 200, page.type === undefined ? {} : { 'content-type': page.type })
    if (!page.endless) return response.end(page.body)
    const timer = setInterval(() => response.write(page.body), 5)
    return response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const site = `http://${place}`

  const folder = await mkdtemp(join(tmpdir(), 'links-'))
  const db = (await createFreshDatabase()).connect()
  cleanUp(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })

  const { fetchPublic } = createOutbound({ allow: [place], userAgent: 'Tester/1.0', resolve: () => Promise.resolve([]) })
  /** Sends requests for other services to the fake site: `https://vimeo.com/x` becomes `/vimeo.com/x`. */
  const played: FetchPublic = async (address, options) => {
    const url = new URL(address)
    if (url.host === place) return fetchPublic(address, options)
    const response = await fetchPublic(`${site}/${url.host}${url.pathname}${url.search}`, options)
    return { ...response, url: response.url.startsWith(`${site}/`) ? `https://${response.url.slice(site.length + 1)}` : response.url }
  }
  const limits = createLimits({ db, log: createLog({ level: 'silent' }), enabled: false })
  const sandboxes = { pictures: createProductSandbox(), texts: createProductSandbox() }
  const mediaWith = (fetch: FetchPublic, { publicUrl = 'http://choice.test', texts = sandboxes.texts } = {}) => {
    const tools = { storage: createStorage({ folder }), fetchPublic: fetch, sandboxes: { ...sandboxes, texts } }
    return createMedia({ ...tools, uses: [], publicUrl, limits })
  }
  const { links } = mediaWith(played)

  const describe = async (address: string): Promise<LinkMeta | 'refused'> => (await links.describeLinks(db, [address]))[0]!
  const serve = (path: string, body: string | Buffer, type = 'text/html; charset=utf-8') => {
    pages.set(path, { body, type })
    return site + path
  }
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()

  beforeEach(() => {
    pages.clear()
    requests.length = 0
  })
  return { pages, requests, place, site, db, fetchPublic, played, mediaWith, links, describe, serve, picture }
}
