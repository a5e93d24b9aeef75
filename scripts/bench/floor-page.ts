import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { pictureSrcset } from '#features/media/picture-addresses.ts'

const cardCount = 20
const style = `body { margin: 0; background: #090a0e; color: #fff; font-family: sans-serif }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 8px } img { width: 100%; height: auto } h2 { font-size: 14px }`

interface ListedPlaylists {
  data: { series: { videos: { title: string; image: string | null }[] }[] }[]
}
interface Card {
  title: string
  src: string
  srcset: string
}

/** Returns the first cards with a picture on a guest's home page. */
async function cardsOf(productUrl: string): Promise<Card[]> {
  const { data } = (await (await fetch(`${productUrl}/api/playlists/default-playlists?limit=50`)).json()) as ListedPlaylists
  const cards = data
    .flatMap(({ series }) => series.flatMap(({ videos }) => videos))
    .flatMap(({ title, image }) => (image === null ? [] : { title, src: image, srcset: pictureSrcset(image) ?? image }))
  const different = [...new Map(cards.map((card) => [card.src, card])).values()]
  return different.slice(0, cardCount)
}

async function bundleScript(): Promise<string> {
  const entry = join('scripts', 'bench', 'floor-page.js')
  const bundle = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  })
  return (bundle as Rolldown.RolldownOutput).output[0].code
}

/** Serves a page that has only React and twenty cards of the product, with their pictures. */
export async function serveFloorPage(productUrl: string): Promise<{ url: string; close: () => void }> {
  const cards = JSON.stringify(await cardsOf(productUrl)).replaceAll('<', '\\u003c')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="The least that shows these cards">
<style>${style}</style><script type="module" src="/page.js"></script></head>
<body><div id="root"></div><script type="application/json" id="cards">${cards}</script></body></html>`
  const texts = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', body: brotliCompressSync(await bundleScript()) }],
  ])
  // Sends the product's pictures unchanged.
  const answerPicture = async (path: string, response: ServerResponse) => {
    const picture = await fetch(productUrl + path)
    const body = Buffer.from(await picture.arrayBuffer())
    const headers = { 'content-type': picture.headers.get('content-type') ?? '', 'content-length': body.length }
    response.writeHead(picture.status, headers).end(body)
  }
  const server = createServer((request, response) => {
    const text = texts.get(request.url!)
    if (!text) return void answerPicture(request.url!, response)
    response.writeHead(200, { 'content-type': text.type, 'content-encoding': 'br', 'content-length': text.body.length }).end(text.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
