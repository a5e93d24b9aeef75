import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Contract, defaultMaxBytes, type Endpoint } from '#kit/contract/endpoint.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { type Db, isDatabaseUnavailable } from '../db/db.ts'
import { createSelect } from '../select.ts'
import { readTimeZone } from '../time-zone.ts'
import { type Reader, createReader, type User } from '../reader.ts'
import { AcceptedError } from './accepted.ts'
import { fail } from './fail.ts'
import type { ReadBody } from './body.ts'
import type { BodyShare } from './caller-body.ts'
import { createBodyReader, readMethodOverride, refuseOverride } from './caller-body.ts'
import { type CallerOptions, findCaller } from './callers.ts'
import { type Ctx, type Handler, type Handlers, type NamedInput, partsOf } from './handlers.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import type { GuestReadContext, GuestReads, WireInput } from './guest-reads.ts'
import type { GuestReadLimit } from './guest-reads.ts'
import { createOnce } from './once.ts'
import { parseParams, parsePart, parseQuery, targetSchema } from './parse.ts'
import { withRequestDatabase, withStreamDatabase } from './request-database.ts'
import { sendLogPosition, readFromReplica, type ReplicaReads } from './replica-reads.ts'
import { createSerialiser } from './serialise.ts'
import { type Change, describeChange } from './changes.ts'
import { createStreams, type StreamOptions } from './streams.ts'

export interface MountOptions extends CallerOptions, StreamOptions {
  /** The connections of reads. */
  db: Db
  /** The connections of changes. */
  writeDb: Db
  addressOf: (request: FastifyRequest) => string
  /** Returns the country that a request comes from, by proxy header or address; null: unknown. */
  countryOf: (request: FastifyRequest) => string | null
  /** Counts a write against the user's limit. @throws 429 */
  countWrite: (user: User) => void
  /** Runs reads that may lag; undefined: the primary runs them. */
  replicaReads?: ReplicaReads | undefined
  /** Limits guest reads. */
  guestWeight?: GuestReadLimit
  /** Receives the reads that pages use for their first data. */
  guestReads?: GuestReads
  /** Replaces addresses of our files at a CDN with addresses on this site, in a parsed body. */
  toOwn?: (value: unknown) => unknown
  /** Called with each JSON response. */
  onResponse?: (endpoint: Endpoint, json: string) => void
  /** Called after a user's call has changed topics. */
  onChange?: (change: Change) => void
  onMount?: (endpoint: Endpoint, name: string) => void
}

interface Call {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

const contextOf = (options: MountOptions, { db, request, reply }: Call, reader: Reader): Ctx<never> => ({
  db,
  reader: reader as Reader<never>,
  select: createSelect(db, reader),
  get language() {
    return preferredLanguage(request.headers['accept-language'])
  },
  get timeZone() {
    return readTimeZone(request.headers['time-zone'])
  },
  get address() {
    return options.addressOf(request)
  },
  get disconnected() {
    return disconnectSignal(reply)
  },
  request,
  reply,
})

/** Serves one endpoint. Checks the caller, then the object, then the format, then the values. */
function createAnswer(endpoint: Endpoint, handler: Handler<Endpoint>, options: MountOptions) {
  const stringify = createSerialiser(endpoint.output)
  const { find, findByPath, findByTarget, handle } = partsOf(handler)
  const hasBody = endpoint.body !== undefined
  const target = targetSchema(endpoint)
  const streams = createStreams(endpoint, stringify, options)

  async function answer(db: Db, request: FastifyRequest, reply: FastifyReply, body?: ReadBody): Promise<FastifyReply> {
    const user = await findCaller(options, db, request, endpoint)
    if (user && endpoint.method !== 'GET') options.countWrite(user)
    if (user?.onlySuggests && !isRead(endpoint)) fail(commonErrors.only_suggests)
    const reader = createReader(user, options.countryOf(request))
    const read = () =>
      readFromReplica(options.replicaReads, endpoint, { db, request, reply }, (requestDb) =>
        work({ db: requestDb, request, reply, body }, reader),
      )
    try {
      const json = await (user || !isRead(endpoint) || !options.guestWeight ? read() : options.guestWeight.countWeight(request, read))
      await sendLogPosition(options.replicaReads, endpoint, reply)
      return reply.sent ? reply : send(reply, json)
    } catch (error) {
      if (!(error instanceof AcceptedError)) throw error
      await sendLogPosition(options.replicaReads, endpoint, reply)
      return reply.code(202).send(error.body)
    }
  }

  /** Parses a part of a request. If it is invalid, first refuses a missing or forbidden object of the path or body (404, 403). */
  async function afterObject<T>(
    findObject: ((input: NamedInput<Endpoint>, ctx: Ctx<never>) => Promise<unknown>) | undefined,
    parse: () => T | Promise<T>,
    input: Record<string, unknown>,
    ctx: Ctx<never>,
  ): Promise<T> {
    try {
      return await parse()
    } catch (refusal) {
      await findObject?.(input as unknown as NamedInput<Endpoint>, ctx)
      throw refusal
    }
  }

  function send(reply: FastifyReply, json: string | Readable) {
    if (typeof json !== 'string') return reply.send(json)
    options.onResponse?.(endpoint, json)
    return reply.type('application/json; charset=utf-8').send(json)
  }

  /** @returns JSON, or a stream of another type with its headers set */
  async function work(call: Call & { body: ReadBody | undefined }, reader: Reader): Promise<string | Readable> {
    const { request, reply } = call
    const ctx = contextOf(options, call, reader)
    const input: Record<string, unknown> = {}
    if (endpoint.params) input['params'] = parseParams(endpoint.params, request.params)
    let share: BodyShare | undefined
    async function read() {
      const { maxBytes = defaultMaxBytes, form = false } = endpoint
      const reading = createBodyReader(request, options.addressOf(request), reader.user, { maxBytes, form })
      share = reading.share
      // A body that was read to choose the endpoint isn't read again.
      const body = call.body ?? (await reading.read())
      if (request.method === 'POST' && endpoint.method !== 'POST' && readMethodOverride(body) !== endpoint.method) refuseOverride(body)
      return options.toOwn ? options.toOwn(body.value) : body.value
    }
    try {
      let body: unknown
      if (target) input['target'] = await afterObject(findByPath, async () => parsePart(target, (body = await read())), input, ctx)
      const resource: unknown = find ? await find(input as unknown as NamedInput<Endpoint>, ctx) : undefined
      if (endpoint.headers) input['headers'] = parsePart(endpoint.headers, request.headers)
      if (endpoint.query) input['query'] = await afterObject(findByPath, () => parseQuery(endpoint.query!, request.query), input, ctx)
      if (hasBody)
        input['body'] = await afterObject(findByTarget, async () => parsePart(endpoint.body!, target ? body : await read()), input, ctx)

      const once = endpoint.idempotencyKey && createOnce(endpoint, ctx, input)
      if (streams) return await streams(ctx, (context) => handle(input, Object.assign(ctx, { resource, once }, context)))
      const result: unknown = await handle(input, Object.assign(ctx, { resource, once }))
      const change = options.onChange && describeChange(endpoint, ctx, input, result)
      if (change) options.onChange?.(change)
      if (reply.sent) return ''
      return typeof result === 'string' ? result : stringify(result)
    } finally {
      share?.free()
    }
  }

  /** Reads as a guest, for a requested page. Uses no credentials, and the country of the page's request. */
  const readAsGuest = (wire: WireInput, context: GuestReadContext): Promise<string> => {
    const read = () =>
      readFromReplica(options.replicaReads, endpoint, context, (requestDb) => readForGuest(wire, { ...context, db: requestDb }))
    return options.guestWeight ? options.guestWeight.countWeight(context.request, read) : read()
  }
  async function readForGuest(wire: WireInput, { language, part, ...call }: GuestReadContext): Promise<string> {
    const reader = createReader(null, options.countryOf(call.request))
    const ctx: Ctx<never> = { ...contextOf(options, call, reader), language, ...(part && { part }) }
    const input: Record<string, unknown> = {}
    if (endpoint.params) input['params'] = parseParams(endpoint.params, wire.params)
    const resource: unknown = find ? await find(input as unknown as NamedInput<Endpoint>, ctx) : undefined
    if (endpoint.query) input['query'] = await afterObject(findByPath, () => parseQuery(endpoint.query!, wire.query), input, ctx)
    const result: unknown = await handle(input, Object.assign(ctx, { resource }))
    const json = typeof result === 'string' ? result : stringify(result)
    options.onResponse?.(endpoint, json)
    return json
  }

  return { answer, readAsGuest }
}

type Responder = ReturnType<typeof createAnswer>['answer']

/** Retries a read once if the database failed within 500 ms. */
const withOneRetry =
  (response: Responder): Responder =>
  async (db, request, reply) => {
    const started = Date.now()
    try {
      return await response(db, request, reply)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() - started > 500) throw error
      return response(db, request, reply)
    }
  }

/** Returns the handler of a route, which works with the request's own database. */
const createRouteHandler =
  ({ db, writeDb }: MountOptions, isRead: boolean, response: Responder) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withRequestDatabase(isRead ? db : writeDb, reply, { endOnDisconnect: isRead }, (requestDb) => response(requestDb, request, reply))

/**
 * Returns the route of a streamed response. HEAD is not served, as HEAD would run the handler; events are not compressed, as compression
 * would delay them.
 */
const createStreamRoute = ({ db }: MountOptions, { method, path, responseType }: Endpoint, response: Responder): RouteOptions => ({
  method,
  url: path,
  exposeHeadRoute: false,
  ...(responseType === 'events' && { compress: false }),
  handler: (request, reply) => withStreamDatabase(db, reply, (requestDb) => response(requestDb, request, reply)),
})

const isReadByGuests = ({ method, access, responseType = 'json' }: Endpoint) =>
  method === 'GET' && (access === 'anyone' || access === 'open') && responseType === 'json'
const isStreamed = ({ responseType = 'json' }: Endpoint) => responseType !== 'json'

/** Whether an endpoint only reads. Reads stop when the caller disconnects; changes are completed. */
const isRead = ({ method, reads }: Endpoint) => method === 'GET' || (method === 'POST' && reads !== undefined)

/**
 * Serves every endpoint of a contract. Missing handlers don't compile. Endpoints that forms may override (`_method`) are also served at
 * POST, beside the path's own POST endpoint.
 */
export function mount<C extends Contract>(app: FastifyInstance, options: MountOptions, contract: C, handlers: Handlers<C>): void {
  const postRoutes = new Map<string, { plain?: PostRoute; overrides: Map<string, PostRoute> }>()
  const postRoutesAt = (path: string) => {
    if (!postRoutes.has(path)) postRoutes.set(path, { overrides: new Map() })
    return postRoutes.get(path)!
  }
  for (const [name, endpoint] of Object.entries(contract)) {
    options.onMount?.(endpoint, name)
    const { answer, readAsGuest } = createAnswer(endpoint, handlers[name] as unknown as Handler<Endpoint>, options)
    if (isReadByGuests(endpoint)) options.guestReads?.set(endpoint, readAsGuest)
    if (isStreamed(endpoint)) {
      app.route(createStreamRoute(options, endpoint, answer))
      continue
    }
    if (endpoint.override) postRoutesAt(endpoint.path).overrides.set(endpoint.method, { endpoint, answer })
    if (endpoint.method === 'POST') postRoutesAt(endpoint.path).plain = { endpoint, answer }
    else
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: createRouteHandler(options, isRead(endpoint), endpoint.method === 'GET' ? withOneRetry(answer) : answer),
      })
  }
  for (const [path, { plain, overrides }] of postRoutes) {
    const [only] = overrides.values()
    // With a single endpoint at this path, access is checked before the body is read.
    if (!overrides.size) app.post(path, createRouteHandler(options, isRead(plain!.endpoint), plain!.answer))
    else if (!plain && overrides.size === 1) app.post(path, createRouteHandler(options, false, only!.answer))
    else
      app.post(
        path,
        createRouteHandler(options, false, async (db, request, reply) => {
          // Refuses invalid credentials before the body is read, for all endpoints at this path.
          const user = await findCaller(options, db, request, { ...(plain ?? only!).endpoint, access: 'anyone' })
          return respondByMethod({ db, request, reply }, options, { user, plain, overrides })
        }),
      )
  }
}

type PostRoute = { endpoint: Endpoint; answer: Responder }
interface OverridableRoutes {
  /** The caller, found before the body is read to choose the endpoint; null for a guest. */
  user: User | null
  plain: PostRoute | undefined
  overrides: Map<string, PostRoute>
}
async function respondByMethod({ db, request, reply }: Call, options: MountOptions, { user, plain, overrides }: OverridableRoutes) {
  const posted = [...(plain ? [plain] : []), ...overrides.values()]
  const maxBytes = Math.max(...posted.map(({ endpoint }) => endpoint.maxBytes ?? defaultMaxBytes))
  const { share, read } = createBodyReader(request, options.addressOf(request), user, { maxBytes, form: true })
  try {
    const body = await read()
    const method = readMethodOverride(body)
    const route = method === undefined ? plain : overrides.get(method)
    return await (route ? route.answer(db, request, reply, body) : refuseOverride(body))
  } finally {
    share.free()
  }
}
