import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { buffer } from 'node:stream/consumers'

const clips = join('server', 'demo', 'assets', 'clips')
const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.m4a': 'audio/mp4',
  '.vtt': 'text/vtt',
  '.webp': 'image/webp',
}

/** A page of a fake video service. Its metadata describes a video on the same server. */
const watchPage = (origin: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Harbour at six – Tubeful</title>
<meta property="og:site_name" content="Tubeful"><meta property="og:type" content="video.other">
<meta property="og:title" content="Harbour at six"><meta property="og:description" content="The pilots go out before the ferries wake up.">
<meta property="og:image" content="${origin}/poster.png"><meta property="og:video" content="${origin}/clips/low-tide.mp4">
<meta property="og:video:type" content="video/mp4"><meta property="video:duration" content="12">
</head><body><h1>Harbour at six</h1></body></html>`

/** Makes a blue picture of 300 × 200 px for use as a poster. */
async function createPosterPng(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6f97' } })
    .png()
    .toBuffer()
}

/** @param isOpen true allows scripts of other sites to read the file */
function sendFile(response: ServerResponse, path: string, range: string | undefined, isOpen: boolean) {
  const size = statSync(path).size
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  const start = from ? Number(from) : 0
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  response.writeHead(range ? 206 : 200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(isOpen && { 'access-control-allow-origin': '*' }),
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(path, { start, end }).pipe(response)
}

/** A fake push service. It stores posted messages by address; `GET` returns them. */
function pushService() {
  const received = new Map<string, string[]>()
  return async (request: IncomingMessage, response: ServerResponse, pathname: string) => {
    const messages = received.get(pathname) ?? []
    received.set(pathname, messages)
    if (request.method !== 'POST') return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messages))
    messages.push((await buffer(request)).toString('base64'))
    response.writeHead(201).end()
  }
}

const podcast = (origin: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour talk</title>
  <item><title>Ropes</title><enclosure url="${origin}/clips/low-tide.mp4" type="video/mp4"/></item>
  <item><title>Knots</title><enclosure url="${origin}/clips/low-tide.mp4?2" type="video/mp4"/></item></channel></rss>`

/**
 * Serves what browser tests need from other sites, on a port of its own: a page of a video service, a page without a video, a video, an HLS
 * stream and a push service.
 */
export async function serveFixtures(): Promise<{ url: string; close: () => Promise<void> }> {
  const poster = await createPosterPng()
  const push = pushService()
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const { pathname } = new URL(request.url ?? '/', origin)
    const file = join(clips, normalize(pathname.replace(/^\/(?:clips|closed)\//, '')))
    if (pathname === '/watch/harbour') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(watchPage(origin))
    else if (pathname === '/article') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>About harbours</title>')
    else if (pathname === '/podcast.xml') response.writeHead(200, { 'content-type': 'text/xml' }).end(podcast(origin))
    else if (pathname === '/poster.png') response.writeHead(200, { 'content-type': 'image/png' }).end(poster)
    else if (pathname.startsWith('/push/')) void push(request, response, pathname)
    // Only browsers send this header.
    else if (pathname.startsWith('/closed/') && request.headers['sec-fetch-mode'] !== undefined) response.writeHead(403).end()
    else if (/^\/(?:clips|closed)\//.test(pathname) && existsSync(file) && statSync(file).isFile())
      sendFile(response, file, request.headers.range, pathname.startsWith('/clips/'))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
