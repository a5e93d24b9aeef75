import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointUrl } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { serverTimeMetric } from '#kit/contract/server-timing.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, timeoutsOf } from '../db/db.ts'
import type { FirstData } from './first-data.ts'
import { isSecret, languageOf, parseAddress } from './page-address.ts'
import { type GuestReads, toWireInput } from './guest-reads.ts'
import type { PartReference } from './handlers.ts'
import { type AllTexts, renderProblem } from './problems.ts'
import { createPageRenderer, type PageContent, type PageHead, type PageRendererOptions, type PageSite } from './page-renderer.ts'
import { withRequestDatabase } from './request-database.ts'

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

export interface PagesOptions extends PageRendererOptions {
  pages: readonly Page[]
  readSite: (language: Language) => Promise<PageSite>
  texts: AllTexts
  db: Db
  guestReads: GuestReads
  /** Counts a read of the visitor. @throws 429 */
  countRead: (request: FastifyRequest) => void
}

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

/**
 * Serves the web's pages. `/` and URLs without a language redirect to one with a language. All others serve the same `index.html` with
 * their own head. If the page declares reads, a data block contains a guest's first data. Pages never contain personal data: the server
 * doesn't know the visitor, as the token stays in the browser.
 */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { pages, publicUrl, brand, readSite, descriptions } = options
  const render = createPageRenderer(options)

  const send = async (reply: FastifyReply, content: PageContent) =>
    withPrivacyHeaders(reply, content.url)
      .type('text/html; charset=utf-8')
      .header('server-timing', `${serverTimeMetric};desc=${Date.now()}`)
      .send(render(content, await readSite(content.language)))
  const withPrivacyHeaders = (reply: FastifyReply, url: URL) =>
    reply.headers({ 'cache-control': 'no-store', ...(isSecret(url) && { 'referrer-policy': 'no-referrer' }) })

  const generic = (language: Language): PageHead => ({ title: brand, description: descriptions[language], indexed: false })

  for (const page of pages)
    for (const language of languages)
      app.get(`/${language}${page.path}`, async (request, reply) => {
        const url = parseAddress(request, publicUrl)
        const pageRequest = { language, params: request.params as Record<string, string>, search: url.searchParams }
        const read = await readFirst(page, pageRequest, { request, reply }, options)
        if ('head' in read) return send(reply, { language, url, ...read })
        // The page itself then shows the error to the reader.
        if (read.refused) reply.code(read.refused.status).headers({ 'retry-after': String(read.refused.retryAfterSeconds) })
        return send(reply, { language, url, head: generic(language) })
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
    return send(reply, { language, url, head: generic(language) })
  })
}
