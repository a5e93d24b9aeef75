import { randomBytes } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { fail } from './fail.ts'
import { StatementEnded } from '../db/statement-scope.ts'
import { answerNoRequest, connectionsOf, endUnlessComplete } from './connections.ts'
import { type AllTexts, renderProblem } from './problems.ts'

export interface HttpOptions {
  log: FastifyBaseLogger
  texts: AllTexts
  /** HSTS only where the site is reached over https. */
  isHttps: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may show the answer in a frame; nobody unless it says so. */
    framedBy?: keyof typeof frameAncestors
    /** Whose scripts may run on the page beside our own; nobody's unless it says so. */
    scriptsFrom?: keyof typeof scriptHosts
  }
}

/** The sites on which a browser shows an answer in a frame. */
const frameAncestors = { nobody: "'none'", everybody: '*' } as const

/** Where scripts of others may come from. */
const scriptHosts = {
  nobody: '',
  // Where the sender and what it loads lie: that host has much else, with which a policy could be got round.
  'google-cast': ['/cv/js/sender/', '/cast/sdk/', '/eureka/clank/'].map((folder) => ` https://www.gstatic.com${folder}`).join(''),
} as const

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
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

/** A page with scripts of others is of no origin: neither what this host keeps in the browser nor its cookies are theirs. */
const sandboxes = { nobody: '', 'google-cast': '; sandbox allow-scripts allow-presentation' } as const

/** As the answer says it. */
const policyFor = ({ framedBy = 'nobody', scriptsFrom = 'nobody' }: FastifyContextConfig = {}) =>
  `${contentSecurityPolicy}; script-src 'self'${scriptHosts[scriptsFrom]}; frame-ancestors ${frameAncestors[framedBy]}${sandboxes[scriptsFrom]}`

const idBytes = 12
let drawn = Buffer.alloc(0)
/** 16 signs of chance, drawn for many requests at a time: each draw is a call of the system. */
function newRequestId(): string {
  if (!drawn.length) drawn = randomBytes(idBytes * 1024)
  const id = drawn.toString('base64url', 0, idBytes)
  drawn = drawn.subarray(idBytes)
  return id
}

/** The route's pattern, never the address itself: addresses hold names, tokens and what people look for. */
const patternOf = (request: FastifyRequest) => request.routeOptions.url ?? '(none)'

/** How many `Host` headers there are; Node keeps only the first. */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

/** Did the answer find nobody? That ends its stream and its statements with an error, which is no failure of ours. */
const isNobodyThere = (error: unknown, reply: FastifyReply) =>
  reply.raw.destroyed && ((error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof StatementEnded)

/**
 * An HTTP server without routes: request ids, security headers, structured logs, and every refusal and failure in the one
 * shape of the wire. Bodies are not parsed here; endpoints read theirs once it is clear who asks.
 */
export function createHttp({ log, texts, isHttps }: HttpOptions): FastifyInstance {
  const headers: Record<string, string> = {
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(headers).header('content-security-policy', policyFor(request.routeOptions?.config)).header('x-request-id', request.id)

  function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, body, retryAfter } = renderProblem(error, texts, preferredLanguage(request.headers['accept-language']))
    if (status >= 500 && !isNobodyThere(error, reply)) request.log.error({ err: error, route: patternOf(request) }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Each endpoint has its own cap, looked at after who may call it.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    // Long enough for any address this product makes; longer ones name nothing.
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What comes while the rest is finished is finished too.
    return503OnClosing: false,
    requestTimeout: 0,
    // Refused below, with a body that says so.
    http: { requireHostHeader: false },
    clientErrorHandler: answerNoRequest(texts, newRequestId),
    // Without a route there are no hooks either.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request as FastifyRequest, addHeaders(request as FastifyRequest, reply as FastifyReply)),
  })
  // An `Expect` that nobody knows may be left unfulfilled; Node would answer 417 without a word.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    // By the route and not by the address, which can be written in many ways.
    if (patternOf(request).startsWith('/api/'))
      reply.header('cache-control', 'no-store').header('vary', 'Authorization, Accept-Language, X-Team-Id')
    // One host and no more: two parties on the way might each go by another.
    // Without a status and headers nobody could tell what came: HTTP/0.9 has neither.
    if (request.raw.httpVersionMajor < 1) fail(common.malformed)
    if (request.raw.httpVersion === '1.1' && countHosts(request.raw.rawHeaders) !== 1) fail(common.malformed)
    done()
  })
  // Whoever keeps a connection that is about to be closed would send the next request into the void.
  let isClosing = false
  const endConnections = connectionsOf(app.server)
  app.addHook('preClose', async () => {
    isClosing = true
    await endConnections()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    endUnlessComplete(request.raw)
    request.log.info(
      { route: patternOf(request), method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    )
    done()
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerProblem({ statusCode: 404 }, request, reply))
  return app
}
