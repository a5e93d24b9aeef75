import { randomBytes } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { fail } from './fail.ts'
import { StatementEndedError } from '../db/statement-scope.ts'
import { respondToInvalidConnection, trackConnections, endIncompleteRequest } from './connections.ts'
import { type AllTexts, renderProblem } from './problems.ts'
import { routeSockets, upgradeOptions } from './sockets.ts'

export interface HttpOptions {
  log: FastifyBaseLogger
  texts: AllTexts
  /** Adds HSTS if the site is served over https. */
  isHttps: boolean
  /** Origin of a CDN with pictures of this site. */
  mediaUrl?: string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sites that may frame the response. Default: none. */
    framedBy?: keyof typeof frameAncestors
    /** Hosts of third-party scripts on the page. Default: none. */
    scriptsFrom?: keyof typeof scriptHosts
  }
}

/** Values of the directive `frame-ancestors`. */
const frameAncestors = { nobody: "'none'", everybody: '*' } as const

/** Sources of third-party scripts. */
const scriptHosts = {
  nobody: '',
  // Only the folders of the Cast sender and its dependencies: other files on that host could bypass the policy.
  'google-cast': ['/cv/js/sender/', '/cast/sdk/', '/eureka/clank/'].map((folder) => ` https://www.gstatic.com${folder}`).join(''),
} as const

const contentSecurityPolicy = (mediaUrl: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${mediaUrl}`.trim(),
    "font-src 'self'",
    "media-src 'self' https: http: blob:",
    "connect-src 'self' https: http: blob:",
    'frame-src https:',
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Pages with third-party scripts get an opaque origin, which has no access to our storage and cookies. */
const sandboxDirectives = { nobody: '', 'google-cast': '; sandbox allow-scripts allow-presentation' } as const

const policyFor = (general: string, { framedBy = 'nobody', scriptsFrom = 'nobody' }: FastifyContextConfig = {}) =>
  `${general}; script-src 'self'${scriptHosts[scriptsFrom]}; frame-ancestors ${frameAncestors[framedBy]}${sandboxDirectives[scriptsFrom]}`

const idBytes = 12
let drawnBytes = Buffer.alloc(0)
/** Returns 16 random characters. Draws bytes for 1,024 ids at a time, because each draw is a system call. */
function newRequestId(): string {
  if (!drawnBytes.length) drawnBytes = randomBytes(idBytes * 1024)
  const id = drawnBytes.toString('base64url', 0, idBytes)
  drawnBytes = drawnBytes.subarray(idBytes)
  return id
}

/** Returns the route's pattern. Never log the URL: it can contain names, tokens and search terms. */
const patternOf = (request: FastifyRequest) => request.routeOptions.url ?? '(none)'

/** Counts the `Host` headers; Node keeps only the first. */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

/** Whether the client disconnected before the response. Errors of the request's stream and statements are then no server failures. */
const hasClientLeft = (error: unknown, reply: FastifyReply) =>
  reply.raw.destroyed && ((error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof StatementEndedError)

/**
 * Creates an HTTP server without routes: request ids, security headers, structured logs, and one format for all errors. Bodies are not
 * parsed here; endpoints read them after authentication.
 */
export function createHttp({ log, texts, isHttps, mediaUrl = '' }: HttpOptions): FastifyInstance {
  const headers: Record<string, string> = {
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
  const general = contentSecurityPolicy(mediaUrl)
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers(headers)
      .header('content-security-policy', policyFor(general, request.routeOptions?.config))
      .header('x-request-id', request.id)

  function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, body, retryAfter } = renderProblem(error, texts, preferredLanguage(request.headers['accept-language']))
    if (status >= 500 && !hasClientLeft(error, reply)) request.log.error({ err: error, route: patternOf(request) }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Each endpoint has its own limit, checked after authorization.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    // Long enough for every URL of this product.
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are completed too.
    return503OnClosing: false,
    requestTimeout: 0,
    // The host is checked below, to respond with a body.
    http: { requireHostHeader: false, ...upgradeOptions },
    clientErrorHandler: respondToInvalidConnection(texts, newRequestId),
    // Fastify's own errors have no route, so the hook that adds the headers doesn't run.
    frameworkErrors: (error, request, reply) =>
      void sendProblem(error, request as FastifyRequest, addHeaders(request as FastifyRequest, reply as FastifyReply)),
  })
  // Unknown expectations may be ignored; Node would respond 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  routeSockets(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    // Checks the route, not the URL, which can be written in many ways.
    if (patternOf(request).startsWith('/api/'))
      reply.header('cache-control', 'no-store').header('vary', 'Authorization, Accept-Language, X-Team-Id, See-As')
    // Refuses several `Host` headers, as a proxy and this server could use different hosts. Refuses HTTP/0.9, whose responses have neither
    // status nor headers.
    if (request.raw.httpVersionMajor < 1) fail(commonErrors.malformed)
    if (request.raw.httpVersion === '1.1' && countHosts(request.raw.rawHeaders) !== 1) fail(commonErrors.malformed)
    // An empty id at the end of a path must not delete the whole list.
    if (request.method === 'DELETE' && request.url.split('?', 1)[0]!.endsWith('/')) fail(commonErrors.not_found)
    done()
  })
  // Responses during the stop close their connection, because a request on a kept-alive connection would be lost.
  let isClosing = false
  const endConnections = trackConnections(app.server)
  app.addHook('preClose', async () => {
    isClosing = true
    await endConnections()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    endIncompleteRequest(request.raw)
    request.log.info(
      { route: patternOf(request), method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    )
    done()
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem({ statusCode: 404 }, request, reply))
  return app
}
