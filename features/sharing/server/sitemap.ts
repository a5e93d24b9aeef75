import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { languages } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/http/fail.ts'
import { sharedPath } from '../rules.ts'
import { channelsPerSitemap, listSitemapPages, listSitemapParts, type SitemapPage } from './queries/sitemap.ts'
import { readAsGuest, type PublicDocumentOptions } from './public-documents.ts'
import { xmlElement, escapeXml } from '#kit/server/xml.ts'

const xmlType = 'application/xml; charset=utf-8'
const xmlHeader = '<?xml version="1.0" encoding="utf-8"?>'
const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Paths of pages without a channel. */
const pagePaths = ['/', '/playlists', '/terms', '/privacy', '/cookies']
/** Name of the part with these pages. Parts with channels have numbers as names. */
const pagesPart = 'pages'

/**
 * Returns the entries of a page: one per language, each with links to all languages. Escapes each address only once, because a part has
 * thousands.
 */
function urlsOf(publicUrl: string, path: string, lastmod?: string): string {
  const escaped = escapeXml(path)
  const hrefs = languages.map((language) => ({ language, href: `${publicUrl}/${language}${escaped}` }))
  const alternates = hrefs.map(({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`).join('')
  const xml = `${xmlElement('lastmod', lastmod)}${alternates}</url>\n`
  return hrefs.map(({ href }) => `<url><loc>${href}</loc>${xml}`).join('')
}

/** Characters per chunk, because thousands of small chunks cost more than their contents. */
const chunkChars = 64 * 1024

function* formatUrlSet(publicUrl: string, pages: Iterable<{ path: string; lastmod?: string }>): Generator<string> {
  let text = `${xmlHeader}\n<urlset xmlns="${xmlns}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (const { path, lastmod } of pages) {
    text += urlsOf(publicUrl, path, lastmod)
    if (text.length < chunkChars) continue
    yield text
    text = ''
  }
  yield `${text}</urlset>\n`
}

const pathOf = ({ playlist_id, slug, serie_id, video_id, changed_at }: SitemapPage) => ({
  path: sharedPath({ playlistId: playlist_id, slug, serieId: serie_id, videoId: video_id }),
  lastmod: changed_at,
})

/**
 * Serves the sitemap: public channels that guests may see, and their videos. Each part has few channels with all their videos, to stay
 * below 50,000 URLs.
 */
export function serveSitemap(app: FastifyInstance, options: PublicDocumentOptions): void {
  const { publicUrl, guestWeight } = options
  function* countChunks(request: FastifyRequest, chunks: Iterable<string>): Generator<string> {
    for (const chunk of chunks) {
      guestWeight.add(request, chunk)
      yield chunk
    }
  }
  const robots = ['User-agent: *', 'Allow: /api/oembed', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
  app.get('/robots.txt', (_request, reply) => reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots))

  app.get('/sitemap.xml', async (request, reply) => {
    const parts = await readAsGuest(options, request, reply, (db, reader) => listSitemapParts(db, reader))
    const lines = [pagesPart, ...parts.map(({ first }) => first)].map(
      (part) => `<sitemap>${xmlElement('loc', `${publicUrl}/sitemaps/${part}.xml`)}</sitemap>\n`,
    )
    const index = `${xmlHeader}\n<sitemapindex xmlns="${xmlns}">\n${lines.join('')}</sitemapindex>\n`
    guestWeight.add(request, index)
    return reply.header('cache-control', 'no-cache').type(xmlType).send(index)
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const [, name] = /^(pages|\d{1,16})\.xml$/.exec((request.params as { file: string }).file) ?? fail(commonErrors.not_found)
    const response = reply.header('cache-control', 'no-cache').type(xmlType)
    if (name === pagesPart)
      return response.send(
        Readable.from(
          formatUrlSet(
            publicUrl,
            pagePaths.map((path) => ({ path })),
          ),
        ),
      )
    const pages = await readAsGuest(options, request, reply, (db, reader) => listSitemapPages(db, reader, Number(name), channelsPerSitemap))
    if (!pages.length) fail(commonErrors.not_found)
    return response.send(Readable.from(countChunks(request, formatUrlSet(publicUrl, pages.map(pathOf)))))
  })
}
