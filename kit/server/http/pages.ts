import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cutText } from '#kit/contract/cut-text.ts'
import { endpointUrl } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { serverTimeMetric } from '#kit/contract/server-timing.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, timeoutsOf } from '../db/db.ts'
import { type FirstData, firstDataBlock } from './first-data.ts'
import { type PageNotice, createNoticeInserter } from './page-notice.ts'
import { isSecret, languageOf, parseAddress } from './page-address.ts'
import { type GuestReads, toWireInput } from './guest-reads.ts'
import type { PartReference } from './handlers.ts'
import { type AllTexts, renderProblem } from './problems.ts'
import { escapeScriptJson } from './script-json.ts'
import { escapeMarkup } from '../xml.ts'
import { withRequestDatabase } from './request-database.ts'

/** Metadata of a page for search engines, link previews and the tab. */
export interface PageHead {
  title: string
  description?: string
  /** Path of a picture on this site. */
  image?: string | null
  /** Size of that picture in pixels, if known. */
  imageSize?: { width: number; height: number }
  /** Open Graph type; default: `website`. */
  type?: string
  /** Canonical path below the language; default: the page's own path, without a query. */
  canonical?: string
  /** Structured data for search engines (schema.org), with absolute URLs. */
  facts?: (origin: string) => object
  /** Alternative formats: feeds, an embeddable player. */
  alternates?: (origin: string) => readonly { type: string; title: string; path: string }[]
  /** False: excluded from search engines. */
  indexed: boolean
  /** The screen's first picture, loaded in parallel with the code that shows it. */
  opening?: PreloadedPicture | null
}

export interface PreloadedPicture {
  /** The same values as on the screen, because the browser reuses a preloaded picture only then. */
  srcset: string
  sizes: string
  /** Only for guests, as users see another screen at this URL: `web/before-paint.js` preloads it if no user is logged in. */
  forGuests?: boolean
}

export interface PageRequest {
  language: Language
  /** Path segments named in the pattern. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** A response embedded in the page as text; parsed only by pages that use its data. */
export interface GuestResponse<T> {
  json: () => T
}
/** Reads only the part of a response that a page needs. */
interface PartialRead<T> {
  part: PartReference
  /** Whether a response is complete. Only complete responses are embedded in the page. */
  isWhole: (response: T) => boolean
}
/** Reads as a guest; null if refused. Complete responses are embedded in the page. */
export type ReadAsGuest = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  partial?: PartialRead<OutputOf<E>>,
) => Promise<GuestResponse<OutputOf<E>> | null>

/** A screen whose page embeds a guest's first data. */
export interface Page {
  /** Below the language: `/playlists`. */
  path: string
  /** Reads the screen's first data. Null: the generic page, excluded from search engines. */
  load: (request: PageRequest, read: ReadAsGuest) => Promise<PageHead | null>
}

/** The site's settings that operators can change at runtime. */
export interface PageSite {
  name: string
  notice: PageNotice | null
}

export interface PagesOptions {
  pages: readonly Page[]
  /** The built `index.html`, in English. */
  template: string
  /** Public origin of the site. */
  publicUrl: string
  /** The product's name. A page with this title gets the site's own name as its title. */
  brand: string
  readSite: (language: Language) => Promise<PageSite>
  descriptions: Readonly<Record<Language, string>>
  /** Text for browsers without scripts. */
  noScript: Readonly<Record<Language, string>>
  texts: AllTexts
  db: Db
  guestReads: GuestReads
  /** Counts a read of the visitor. @throws 429 */
  countRead: (request: FastifyRequest) => void
}

/** Returns the name of a language in itself: "Nederlands". */
const nameOf = (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** Maximum characters of a description in the head. */
const descriptionMaxLength = 300

/** First data, without responses that are refused to guests; or `refused` if it can't be read now; or neither for the generic page. */
type FirstRead = { head: PageHead; data: FirstData } | { refused?: { status: number; retryAfterSeconds: number } }

/** Thrown if all reads of a page together exceed the time limit of one read. */
class PageTooSlowError extends Error {}

async function readFirst(
  { load }: Page,
  pageRequest: PageRequest,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { db, guestReads, countRead, texts }: PagesOptions,
): Promise<FirstRead> {
  const data: [url: string, json: string][] = []
  const readAsGuest =
    (requestDb: Db): ReadAsGuest =>
    async (endpoint, input, partial) => {
      countRead(request)
      try {
        const context = { db: requestDb, request, reply, language: pageRequest.language, part: partial?.part }
        const json = await guestReads.get(endpoint)!(toWireInput(input), context)
        const parse = () => JSON.parse(json) as OutputOf<typeof endpoint>
        const parsed = partial && parse()
        if (!partial || partial.isWhole(parsed!)) data.push([endpointUrl(endpoint, input), json])
        return { json: () => parsed ?? parse() }
      } catch (error) {
        const { status } = renderProblem(error, texts, pageRequest.language)
        if (status === commonErrors.too_many.status || status >= 500) throw error
        return null
      }
    }
  // All reads share one time limit, and their statements end when the visitor disconnects.
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageTooSlowError()), timeoutsOf(db).waitMs)
  })
  try {
    const read = withRequestDatabase(db, reply, { endOnDisconnect: true }, (requestDb) => load(pageRequest, readAsGuest(requestDb)))
    const head = await Promise.race([read, tooSlow])
    return head ? { head, data } : {}
  } catch (error) {
    const { status, retryAfter = 2 } =
      error instanceof PageTooSlowError ? { status: 503 } : renderProblem(error, texts, pageRequest.language)
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'reading the first data of a page failed')
    return { refused: { status, retryAfterSeconds: Math.ceil(retryAfter) } }
  } finally {
    clearTimeout(timer)
  }
}

/** Files of each screen, by the first segment of its path: `{ '/login': ['/assets/en/LoginScreen-….js', …] }`. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** The data block of the built `index.html` with the files of each screen. */
const screenFilesBlockPattern = /\s*<script type="application\/json" id="screen-files">(.*?)<\/script>/s

/** Returns a link that preloads a file of the screen, in parallel with the code that imports it. */
const linkTo = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" href="${file}" crossorigin>` : `<link rel="modulepreload" href="${file}" crossorigin>`

/** Returns a preload link. A link without `rel` is inactive until a script sets it. */
const linkToOpening = ({ srcset, sizes, forGuests }: PreloadedPicture) =>
  `<link ${forGuests ? 'id="guest-opening"' : 'rel="preload"'} as="image" imagesrcset="${escapeMarkup(srcset)}" imagesizes="${sizes}" fetchpriority="high">`

/** The parts of a page that depend on the request. */
interface PageContent {
  request: PageRequest
  url: URL
  head: PageHead
  data?: FirstData
}

/**
 * Serves the web's pages. `/` and URLs without a language redirect to one with a language. All others serve the same `index.html` with
 * their own head. If the page declares reads, a data block contains a guest's first data. Pages never contain personal data: the server
 * doesn't know the visitor, as the token stays in the browser.
 */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { pages, template, publicUrl, brand, readSite, descriptions, noScript } = options
  const { page: built, ...notices } = createNoticeInserter(readFileSync(template, 'utf8'))
  const screens = JSON.parse(screenFilesBlockPattern.exec(built)?.[1] ?? '{}') as ScreenFiles
  const links = new Map(Object.entries(screens).map(([screen, files]) => [screen, files.map(linkTo).join('')]))
  const english = built.replace(screenFilesBlockPattern, '')
  // The built code contains the texts, so each language has a folder.
  const inLanguage = (code: string, language: Language) =>
    language === 'en' ? code : code.replaceAll('/assets/en/', `/assets/${language}/`)
  const html: Readonly<Record<Language, string>> = { en: english, nl: inLanguage(english, 'nl') }

  const tags = (head: PageHead, { language }: PageRequest, requestedPath: string, site: string) => {
    const path = head.canonical ?? (head.indexed ? requestedPath.replace(/[?#].*/s, '') : requestedPath)
    const description = cutText(head.description || descriptions[language], descriptionMaxLength)
    const title = head.title === brand ? site : `${head.title} · ${site}`
    const meta = (name: string, value: string) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeMarkup(value)}">`
    return [
      `<title>${escapeMarkup(title)}</title>`,
      meta('description', description),
      head.indexed ? '' : meta('robots', 'noindex'),
      meta('og:site_name', site),
      meta('og:type', head.type ?? 'website'),
      meta('og:title', head.title),
      meta('og:description', description),
      meta('og:url', `${publicUrl}/${language}${path}`),
      meta('og:locale', language === 'nl' ? 'nl_BE' : 'en_GB'),
      head.image
        ? meta('og:image', `${publicUrl}${head.image}`) + meta('twitter:card', 'summary_large_image')
        : meta('twitter:card', 'summary'),
      head.imageSize ? meta('og:image:width', `${head.imageSize.width}`) + meta('og:image:height', `${head.imageSize.height}`) : '',
      head.indexed ? `<link rel="canonical" href="${escapeMarkup(`${publicUrl}/${language}${path}`)}">` : '',
      ...(head.alternates?.(publicUrl) ?? []).map(
        ({ type, title, path }) =>
          `<link rel="alternate" type="${type}" title="${escapeMarkup(title)}" href="${escapeMarkup(`${publicUrl}${path}`)}">`,
      ),
      head.facts ? `<script type="application/ld+json">${escapeScriptJson(JSON.stringify(head.facts(publicUrl)))}</script>` : '',
      head.opening ? linkToOpening(head.opening) : '',
      `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
      ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${escapeMarkup(`${publicUrl}/${other}${path}`)}">`),
    ].join('')
  }

  /** Returns the fallback without scripts: title, requirement, and links to the other languages. */
  const noScriptHtml = (head: PageHead, { language }: PageRequest, path: string) => {
    const others = languages
      .filter((other) => other !== language)
      .map((other) => `<p><a href="${escapeMarkup(`/${other}${path}`)}" hreflang="${other}" lang="${other}">${nameOf(other)}</a></p>`)
    return `<noscript><h1>${escapeMarkup(head.title)}</h1><p>${escapeMarkup(noScript[language])}</p>${others.join('')}</noscript>`
  }

  const render = ({ request, url, head, data = [] }: PageContent, { name, notice }: PageSite) => {
    const { language } = request
    const path = isSecret(url) ? '/' : url.pathname.slice(language.length + 1) + url.search
    const screen = `/${url.pathname.split('/')[2] ?? ''}`
    return (
      html[language]
        .replace(/<html lang="\w+"/, `<html lang="${language}"`)
        .replace(/<title>.*?<\/title>/, () => tags(head, request, path, name))
        // Inserted after the common styles, so that the screen's styles override them.
        .replace('</head>', () => `${inLanguage(links.get(screen) ?? '', language)}${notices.styleOf(notice)}</head>`)
        .replace('<body>', () => `<body>${notices.markupOf(notice)}`)
        .replace('</body>', () => {
          const block = `<script type="application/json" id="first-data">${firstDataBlock(data)}</script>`
          return `${noScriptHtml(head, request, path)}${block}</body>`
        })
    )
  }

  const send = async (reply: FastifyReply, content: PageContent) =>
    withPrivacyHeaders(reply, content.url)
      .type('text/html; charset=utf-8')
      .header('server-timing', `${serverTimeMetric};desc=${Date.now()}`)
      .send(render(content, await readSite(content.request.language)))
  const withPrivacyHeaders = (reply: FastifyReply, url: URL) =>
    reply.headers({ 'cache-control': 'no-store', ...(isSecret(url) && { 'referrer-policy': 'no-referrer' }) })

  const generic = (language: Language): PageHead => ({ title: brand, description: descriptions[language], indexed: false })

  for (const page of pages)
    for (const language of languages)
      app.get(`/${language}${page.path}`, async (request, reply) => {
        const url = parseAddress(request, publicUrl)
        const pageRequest = { language, params: request.params as Record<string, string>, search: url.searchParams }
        const read = await readFirst(page, pageRequest, { request, reply }, options)
        if ('head' in read) return send(reply, { request: pageRequest, url, ...read })
        // The page itself then shows the error to the reader.
        if (read.refused) reply.code(read.refused.status).headers({ 'retry-after': String(read.refused.retryAfterSeconds) })
        return send(reply, { request: pageRequest, url, head: generic(language) })
      })

  // All other URLs: screens without first data, or URLs without a language.
  app.get('/*', async (request, reply) => {
    const url = parseAddress(request, publicUrl)
    const [, first = ''] = url.pathname.split('/')
    const language = languages.find((candidate) => candidate === first)
    // No screen's path contains a dot, so this is a missing file.
    if (['api', 'media', 'assets'].includes(first) || first.includes('.')) {
      reply.callNotFound()
      return reply
    }
    if (!language) {
      const inOtherCase = languages.find((candidate) => candidate === first.toLowerCase())
      const path = inOtherCase ? `/${inOtherCase}${url.pathname.slice(first.length + 1)}` : `/${languageOf(request)}${url.pathname}`
      return withPrivacyHeaders(reply, url).redirect(path + url.search, 302)
    }
    return send(reply, { request: { language, params: {}, search: url.searchParams }, url, head: generic(language) })
  })
}
