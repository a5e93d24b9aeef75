import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlOf } from '#kit/contract/client.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'
import { common } from '#kit/contract/problems.ts'
import { type Db, timeoutsOf } from '../db/db.ts'
import { type FirstData, firstDataBlock } from './first-data.ts'
import { type GuestReads, wireInputOf } from './guest-reads.ts'
import type { Part } from './handlers.ts'
import { type AllTexts, renderProblem } from './problems.ts'
import { escapeScriptJson } from './script-json.ts'
import { escapeMarkup } from '../xml.ts'
import { withRequestDatabase } from './request-database.ts'

/** What others see of a page before it is opened: search engines, link previews, the tab. */
export interface Head {
  title: string
  description?: string
  /** Path of a picture of ours. */
  image?: string | null
  /** Of that picture, in pixels, where they are known. */
  imageSize?: { width: number; height: number }
  /** What Open Graph calls it; default: `website`. */
  type?: string
  /** The path below the language that all addresses of this page stand for; default: its own, without a query. */
  canonical?: string
  /** What a search engine is told of it (schema.org), with whole addresses. */
  facts?: (origin: string) => object
  /** The same in other forms: feeds, a player to frame. */
  alternates?: (origin: string) => readonly { type: string; title: string; path: string }[]
  /** False: not for search engines. */
  indexed: boolean
  /** The picture that the screen opens with, fetched beside the code that will show it. */
  opening?: OpeningPicture | null
}

export interface OpeningPicture {
  /** As the screen says them. */
  srcset: string
  sizes: string
  /** Users see another screen at this address: `web/before-paint.js` has it fetched where nobody is signed in. */
  forGuests?: boolean
}

export interface PageRequest {
  language: Language
  /** Segments of the path that the pattern names. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** An answer that travels with the page as it is: parsed only for a page that looks into it. */
export interface GuestAnswer<T> {
  json: () => T
}
/** Reads as much of an answer as a page needs. */
interface PartialRead<T> {
  part: Part
  /** Only a whole answer travels with the page. */
  isWhole: (answer: T) => boolean
}
/** Reads as a guest would; null where a guest is refused. A whole answer travels with the page. */
export type ReadAsGuest = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  partial?: PartialRead<OutputOf<E>>,
) => Promise<GuestAnswer<OutputOf<E>> | null>

/** A screen that travels with the guest's view of its first data. */
export interface Page {
  /** Below the language: `/playlists`. */
  path: string
  /** Reads what the screen reads first. Null: the generic page, not for search engines. */
  load: (request: PageRequest, read: ReadAsGuest) => Promise<Head | null>
}

export interface PagesOptions {
  pages: readonly Page[]
  /** The built `index.html`, in English. */
  template: string
  /** Origin under which people reach us. */
  publicUrl: string
  brand: string
  descriptions: Readonly<Record<Language, string>>
  /** What is said where scripts do not run. */
  noScript: Readonly<Record<Language, string>>
  texts: AllTexts
  db: Db
  guestReads: GuestReads
  /** Counts a read for who opens the page. @throws 429 */
  countRead: (request: FastifyRequest) => void
}

/** "Nederlands": a language in its own words. */
const nameOf = (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** Characters of a description in the head. */
const descriptionMaxLength = 300

const languageCookie = new RegExp(`(?:^|;\\s*)${cookieNames.language}=(\\w+)`)

/** The language of an address without one: the `lang` cookie, which mirrors what was chosen, then `Accept-Language`. */
function languageOf(request: FastifyRequest): Language {
  const chosen = languageCookie.exec(request.headers.cookie ?? '')?.[1]
  return languages.find((language) => language === chosen) ?? preferredLanguage(request.headers['accept-language'])
}

/** The address that was asked for, as one on our own host however it is written: `//other` is a path of ours too. */
const parseAddress = ({ url }: FastifyRequest, publicUrl: string) =>
  new URL(URL.canParse(url) ? url : url.replace(/^[/\\]*/, '/'), publicUrl)

/** Does the address hold something that opens an account? It must not travel on, not even as a referrer. */
const isSecret = ({ pathname, searchParams }: URL) =>
  pathname.includes('/reset-password/') || ['token', 'code', 'verify_url', 'end_sessions'].some((name) => searchParams.has(name))

/** What a page reads first; or nothing for guests; or why it can't be read now. */
type FirstRead = { head: Head; data: FirstData } | { refused?: { status: number; retryAfterSeconds: number } }

/** The reads took longer together than one may. */
class PageTooSlow extends Error {}

async function readFirst(
  { load }: Page,
  asked: PageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, guestReads, countRead, texts }: PagesOptions,
): Promise<FirstRead> {
  const data: [url: string, json: string][] = []
  const readAsGuest =
    (own: Db): ReadAsGuest =>
    async (endpoint, input, partial) => {
      countRead(request)
      try {
        const context = { db: own, request, reply, language: asked.language, part: partial?.part }
        const json = await guestReads.get(endpoint)!(wireInputOf(input), context)
        const parse = () => JSON.parse(json) as OutputOf<typeof endpoint>
        const parsed = partial && parse()
        if (!partial || partial.isWhole(parsed!)) data.push([urlOf(endpoint, input), json])
        return { json: () => parsed ?? parse() }
      } catch (error) {
        const { status } = renderProblem(error, texts, asked.language)
        if (status === common.too_many.status || status >= 500) throw error
        return null
      }
    }
  // All reads together have the time of one, and their statements end when nobody waits for the page any more.
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageTooSlow()), timeoutsOf(db).waitMs)
  })
  try {
    const read = withRequestDatabase(db, reply, { whileAsked: true }, (own) => load(asked, readAsGuest(own)))
    const head = await Promise.race([read, tooSlow])
    return head ? { head, data } : {}
  } catch (error) {
    const { status, retryAfter = 2 } = error instanceof PageTooSlow ? { status: 503 } : renderProblem(error, texts, asked.language)
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'what a page reads first failed')
    return { refused: { status, retryAfterSeconds: Math.ceil(retryAfter) } }
  } finally {
    clearTimeout(timer)
  }
}

/** Which files each screen is made of, by the first segment of its path: `{ '/login': ['/assets/en/LoginScreen-….js', …] }`. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** The data block of the built `index.html` that tells the files of each screen. */
const screenFilesBlock = /\s*<script type="application\/json" id="screen-files">(.*?)<\/script>/s

/** The links by which a browser fetches the files of a screen beside the code that asks for them, and not after it. */
const linkTo = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" href="${file}" crossorigin>` : `<link rel="modulepreload" href="${file}" crossorigin>`

/** A link without `rel` does nothing until a script gives it one. */
const linkToOpening = ({ srcset, sizes, forGuests }: OpeningPicture) =>
  `<link ${forGuests ? 'id="guest-opening"' : 'rel="preload"'} as="image" imagesrcset="${escapeMarkup(srcset)}" imagesizes="${sizes}" fetchpriority="high">`

/**
 * Serves the web's pages: `/` and addresses without a language lead to one with it; every other one is the same `index.html`,
 * with its own head and, where a page declares reads, the guest's first data in a data block. Personal data never travels here:
 * the server does not know who asks, the token stays in the browser.
 */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { pages, template, publicUrl, brand, descriptions, noScript } = options
  const built = readFileSync(template, 'utf8')
  const screens = JSON.parse(screenFilesBlock.exec(built)?.[1] ?? '{}') as ScreenFiles
  const links = new Map(Object.entries(screens).map(([screen, files]) => [screen, files.map(linkTo).join('')]))
  const english = built.replace(screenFilesBlock, '')
  // Its code has the texts in it, and is in a folder of its language.
  const inLanguage = (code: string, language: Language) =>
    language === 'en' ? code : code.replaceAll('/assets/en/', `/assets/${language}/`)
  const html: Readonly<Record<Language, string>> = { en: english, nl: inLanguage(english, 'nl') }

  const tags = (head: Head, { language }: PageRequest, asked: string) => {
    const path = head.canonical ?? (head.indexed ? asked.replace(/[?#].*/s, '') : asked)
    const description = (head.description || descriptions[language]).slice(0, descriptionMaxLength)
    const title = head.title === brand ? brand : `${head.title} · ${brand}`
    const meta = (name: string, value: string) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeMarkup(value)}">`
    return [
      `<title>${escapeMarkup(title)}</title>`,
      meta('description', description),
      head.indexed ? '' : meta('robots', 'noindex'),
      meta('og:site_name', brand),
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

  /** The page without scripts: what it is, what it needs, and itself in the other languages. */
  const withoutScripts = (head: Head, { language }: PageRequest, path: string) => {
    const others = languages
      .filter((other) => other !== language)
      .map((other) => `<p><a href="${escapeMarkup(`/${other}${path}`)}" hreflang="${other}" lang="${other}">${nameOf(other)}</a></p>`)
    return `<noscript><h1>${escapeMarkup(head.title)}</h1><p>${escapeMarkup(noScript[language])}</p>${others.join('')}</noscript>`
  }

  const render = (request: PageRequest, screen: string, path: string, head: Head, data: FirstData) =>
    html[request.language]
      .replace(/<html lang="\w+"/, `<html lang="${request.language}"`)
      .replace(/<title>.*?<\/title>/, () => tags(head, request, path))
      // After the styles that every page has, which those of a screen may overrule.
      .replace('</head>', () => `${inLanguage(links.get(screen) ?? '', request.language)}</head>`)
      .replace('</body>', () => {
        const block = `<script type="application/json" id="first-data">${firstDataBlock(data)}</script>`
        return `${withoutScripts(head, request, path)}${block}</body>`
      })

  const send = (reply: FastifyReply, asked: PageRequest, url: URL, head: Head, data: FirstData = []) => {
    const path = isSecret(url) ? '/' : url.pathname.slice(asked.language.length + 1) + url.search
    return withoutTraces(reply, url)
      .type('text/html; charset=utf-8')
      .send(render(asked, `/${url.pathname.split('/')[2] ?? ''}`, path, head, data))
  }
  const withoutTraces = (reply: FastifyReply, url: URL) =>
    reply.headers({ 'cache-control': 'no-store', ...(isSecret(url) && { 'referrer-policy': 'no-referrer' }) })

  const generic = (language: Language): Head => ({ title: brand, description: descriptions[language], indexed: false })

  for (const page of pages)
    for (const language of languages)
      app.get(`/${language}${page.path}`, async (request, reply) => {
        const url = parseAddress(request, publicUrl)
        const asked = { language, params: request.params as Record<string, string>, search: url.searchParams }
        const read = await readFirst(page, asked, request, reply, options)
        if ('head' in read) return send(reply, asked, url, read.head, read.data)
        // The page comes all the same, and finds out for itself what is the matter.
        if (read.refused) reply.code(read.refused.status).headers({ 'retry-after': String(read.refused.retryAfterSeconds) })
        return send(reply, asked, url, generic(language))
      })

  // Everything else is a screen without first data, or an address that lacks its language.
  app.get('/*', (request, reply) => {
    const url = parseAddress(request, publicUrl)
    const [, first = ''] = url.pathname.split('/')
    const language = languages.find((candidate) => candidate === first)
    // What looks like a file at the root would be one, were it there: no screen is called so.
    if (['api', 'media', 'assets'].includes(first) || first.includes('.')) return reply.callNotFound()
    if (!language) return withoutTraces(reply, url).redirect(`/${languageOf(request)}${url.pathname}${url.search}`, 302)
    return send(reply, { language, params: {}, search: url.searchParams }, url, generic(language))
  })
}
