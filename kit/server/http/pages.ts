import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlOf } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'

/** What others see of a page before it is opened: search engines, link previews, the tab. */
export interface Head {
  title: string
  description?: string
  /** Path of a picture of ours. */
  image?: string | null
  /** False: not for search engines. */
  indexed: boolean
  /** The picture that the screen opens with, fetched beside the code that will show it: `srcset` and `sizes` as the screen says them. */
  opening?: { srcset: string; sizes: string } | null
}

export interface PageRequest {
  language: Language
  /** Segments of the path that the pattern names. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** Reads as a guest would; null where a guest is refused. What was read travels with the page. */
export type ReadAsGuest = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E> | null>

/** A screen that travels with the guest's view of its first data. */
export interface Page {
  /** Below the language: `/playlists`. */
  path: string
  /** Reads what the screen reads first. Null: the generic page, not for search engines. */
  load: (request: PageRequest, read: ReadAsGuest) => Promise<Head | null>
}

export interface PagesOptions {
  pages: readonly Page[]
  /** The built `index.html`. */
  template: string
  /** Origin under which people reach us. */
  publicUrl: string
  brand: string
  descriptions: Readonly<Record<Language, string>>
}

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const escapeJson = (value: string) => value.replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The language of an address without one: the `lang` cookie, which mirrors what was chosen, then `Accept-Language`. */
function languageOf(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)lang=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return languages.find((language) => language === chosen) ?? preferredLanguage(request.headers['accept-language'])
}

/**
 * Serves the web's pages: `/` and addresses without a language lead to one with it; every other one is the same `index.html`,
 * with its own head and, where a page declares reads, the guest's first data in a data block. Personal data never travels here:
 * the server does not know who asks, the token stays in the browser.
 */
export function servePages(app: FastifyInstance, { pages, template, publicUrl, brand, descriptions }: PagesOptions): void {
  const html = readFileSync(template, 'utf8')

  const tags = (head: Head, { language }: PageRequest, path: string) => {
    const title = head.title === brand ? brand : `${head.title} · ${brand}`
    const meta = (name: string, value: string) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(value)}">`
    return [
      `<title>${escapeHtml(title)}</title>`,
      meta('description', head.description || descriptions[language]),
      head.indexed ? '' : meta('robots', 'noindex'),
      meta('og:site_name', brand),
      meta('og:type', 'website'),
      meta('og:title', head.title),
      meta('og:description', head.description || descriptions[language]),
      meta('og:url', `${publicUrl}/${language}${path}`),
      meta('og:locale', language === 'nl' ? 'nl_BE' : 'en_GB'),
      head.image
        ? meta('og:image', `${publicUrl}${head.image}`) + meta('twitter:card', 'summary_large_image')
        : meta('twitter:card', 'summary'),
      head.opening
        ? `<link rel="preload" as="image" imagesrcset="${escapeHtml(head.opening.srcset)}" imagesizes="${head.opening.sizes}" fetchpriority="high">`
        : '',
      ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${escapeHtml(`${publicUrl}/${other}${path}`)}">`),
    ].join('')
  }

  const render = (request: PageRequest, path: string, head: Head, data: readonly [string, unknown][]) =>
    html
      .replace(/<html lang="\w+"/, `<html lang="${request.language}"`)
      .replace(/<title>.*?<\/title>/, () => tags(head, request, path))
      .replace('</body>', () => `<script type="application/json" id="first-data">${escapeJson(JSON.stringify(data))}</script></body>`)

  const send = (reply: FastifyReply, page: string, hasSecret = false) =>
    reply
      .headers({ 'cache-control': 'no-store', ...(hasSecret && { 'referrer-policy': 'no-referrer' }) })
      .type('text/html; charset=utf-8')
      .send(page)

  const generic = (language: Language): Head => ({ title: brand, description: descriptions[language], indexed: false })

  for (const page of pages)
    for (const language of languages)
      app.get(`/${language}${page.path}`, async (request, reply) => {
        const asked = { language, params: request.params as Record<string, string>, search: new URL(request.url, publicUrl).searchParams }
        const data: [string, unknown][] = []
        const head = await page.load(asked, async (endpoint, input) => {
          const url = urlOf(endpoint, input)
          const answer = await app.inject({ url, headers: { 'accept-language': language } })
          if (answer.statusCode >= 500) throw new Error(`${endpoint.path} answered ${answer.statusCode}`)
          if (answer.statusCode !== 200) return null
          const body = answer.json<OutputOf<typeof endpoint>>()
          data.push([url, body])
          return body
        })
        return send(reply, render(asked, request.url.slice(language.length + 1), head ?? generic(language), head ? data : []))
      })

  const hasSecret = (search: URLSearchParams) => ['token', 'code', 'verify_url'].some((name) => search.has(name))

  // Everything else is a screen without first data, or an address that lacks its language.
  app.get('/*', (request, reply) => {
    const url = new URL(request.url, publicUrl)
    const [, first = ''] = url.pathname.split('/')
    const language = languages.find((candidate) => candidate === first)
    if (first === 'api' || first === 'media' || first === 'assets') return reply.callNotFound()
    if (!language)
      return reply
        .header('cache-control', 'no-store')
        .redirect(`/${languageOf(request)}${url.pathname === '/' ? '/' : url.pathname}${url.search}`, 302)
    const asked = { language, params: {}, search: url.searchParams }
    return send(
      reply,
      render(asked, url.pathname.slice(language.length + 1), generic(language), []),
      hasSecret(url.searchParams) || url.pathname.includes('/reset-password/'),
    )
  })
}
