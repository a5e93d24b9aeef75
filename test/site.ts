import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { cleanUp } from './clean-up.ts'

export interface Site {
  /** Value for `OUTBOUND_ALLOW`. No other address of this machine may be fetched. */
  host: string
  /** Returns the address of a page with tags for title, description and picture. */
  page: (title: string) => string
  /** Returns the address of a media file, whose type depends on its name. */
  file: (name: string) => string
  picture: string
  /** Address of a port without a server. */
  nowhere: string
}

/** Starts an external web site on this machine, for links. */
export async function startFakeSite(): Promise<Site> {
  const poster = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://site')
    if (url.pathname === '/poster.jpg') return response.setHeader('content-type', 'image/jpeg').end(poster)
    if (url.pathname.endsWith('.mp4')) return response.setHeader('content-type', 'video/mp4').end(Buffer.alloc(64))
    if (url.pathname !== '/page') return response.writeHead(404).end()
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><html><head>
      <meta property="og:title" content="${url.searchParams.get('title')}">
      <meta property="og:description" content="What it is about">
      <meta property="og:site_name" content="The site">
      <meta property="og:image" content="/poster.jpg">
      <meta property="article:published_time" content="2020-02-03T04:05:06Z"></head></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    host,
    page: (title) => `http://${host}/page?title=${encodeURIComponent(title)}`,
    file: (name) => `http://${host}/${name}.mp4`,
    picture: `http://${host}/poster.jpg`,
    nowhere: `http://${host}/missing/film`,
  }
}
