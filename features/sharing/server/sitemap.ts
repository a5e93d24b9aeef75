import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { languages } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/fail.ts'
import { sharedPath } from '../rules.ts'
import { channelsAPart, listMapped, listParts, type MappedPage } from './queries/sitemap.ts'
import { asGuest, type TellOptions } from './tell.ts'
import { element } from '#kit/server/xml.ts'

const xml = 'application/xml; charset=utf-8'
const head = '<?xml version="1.0" encoding="utf-8"?>'
const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Pages that are of no channel, below the language. */
const ownPages = ['/', '/playlists', '/terms', '/privacy', '/cookies']
/** The name of the part that lists them; those of channels are numbers. */
const ownPart = 'pages'

/** A page in each language, each naming all. */
function urlsOf(publicUrl: string, path: string, lastmod?: string): string {
  const alternates = languages
    .map((language) => element('xhtml:link', '', { rel: 'alternate', hreflang: language, href: `${publicUrl}/${language}${path}` }))
    .join('')
  return languages
    .map((language) => `<url>${element('loc', `${publicUrl}/${language}${path}`)}${element('lastmod', lastmod)}${alternates}</url>\n`)
    .join('')
}

function* partOf(publicUrl: string, pages: Iterable<MappedPage>): Generator<string> {
  yield `${head}\n<urlset xmlns="${xmlns}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (const { playlist_id, slug, serie_id, video_id, changed_at } of pages)
    yield urlsOf(publicUrl, sharedPath({ playlistId: playlist_id, slug, serieId: serie_id, videoId: video_id }), changed_at)
  yield '</urlset>\n'
}

function* ownUrls(publicUrl: string): Generator<string> {
  yield `${head}\n<urlset xmlns="${xmlns}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (const path of ownPages) yield urlsOf(publicUrl, path)
  yield '</urlset>\n'
}

/**
 * What search engines are told of: the public channels that guests find, and their videos. Each part has few channels with all that is in
 * them, so that none has more than the 50,000 addresses that it may have.
 */
export function serveSitemap(app: FastifyInstance, options: TellOptions): void {
  const { publicUrl } = options
  const robots = ['User-agent: *', 'Allow: /api/oembed', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
  app.get('/robots.txt', (_request, reply) => reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots))

  app.get('/sitemap.xml', async (request, reply) => {
    const parts = await asGuest(options, request, reply, (db, reader) => listParts(db, reader))
    const lines = [ownPart, ...parts.map(({ first }) => first)].map(
      (part) => `<sitemap>${element('loc', `${publicUrl}/sitemaps/${part}.xml`)}</sitemap>\n`,
    )
    return reply
      .header('cache-control', 'no-cache')
      .type(xml)
      .send(`${head}\n<sitemapindex xmlns="${xmlns}">\n${lines.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const [, name] = /^(pages|\d{1,16})\.xml$/.exec((request.params as { file: string }).file) ?? fail(common.not_found)
    const answer = reply.header('cache-control', 'no-cache').type(xml)
    if (name === ownPart) return answer.send(Readable.from(ownUrls(publicUrl)))
    const pages = await asGuest(options, request, reply, (db, reader) => listMapped(db, reader, Number(name), channelsAPart))
    return pages.length ? answer.send(Readable.from(partOf(publicUrl, pages))) : fail(common.not_found)
  })
}
