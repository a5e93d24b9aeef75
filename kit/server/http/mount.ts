import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { type Contract, defaultMaxBytes, type Endpoint, guestMaxBytes, type ParsedOf, type Schema } from '#kit/contract/endpoint.ts'
import { common } from '#kit/contract/problems.ts'
import { type Language, preferredLanguage } from '#kit/contract/texts.ts'
import { type Db, isDatabaseAway } from '../db.ts'
import { fail } from '../fail.ts'
import type { JsonText } from '../json-text.ts'
import { addressKey } from '../limits.ts'
import { type Ask, askAs, askAsRemembered, type RememberedUser } from '../proven-read.ts'
import { timeZoneOf } from '../time-zone.ts'
import { type Reader, readerOf, type User } from '../reader.ts'
import { type ReadBody, readBody } from './body.ts'
import { type BodyShare, createBodyMemory } from './body-memory.ts'
import { admitted, credentialsOf, findCaller, type FindUser } from './callers.ts'
import { goneSignal } from './gone.ts'
import { type Once, onceFor } from './once.ts'
import { parseParams, parsePart } from './parse.ts'
import { withRequestDatabase } from './request-database.ts'
import { serialiser } from './serialise.ts'

type UserOf<E extends Endpoint> = E['access'] extends 'user' | 'newcomer' | 'operator'
  ? User
  : E['access'] extends 'open'
    ? null
    : User | null

/** What a handler knows besides its input. */
export interface Ctx<U extends User | null = User | null> {
  db: Db
  /** Who calls. */
  reader: Reader<U>
  /** Reads in their name. */
  ask: Ask
  language: Language
  /** The IANA zone that rules the caller's days and named times. */
  timeZone: string
  /** The caller's address, as far as it can be trusted. */
  address: string
  /** Aborts when the caller goes away before the answer: what was not begun for them is left. */
  gone: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

/** What the handler of an endpoint that takes an `Idempotency-Key` has besides. */
type CtxOf<E extends Endpoint> = Ctx<UserOf<E>> & (E['idempotencyKey'] extends true ? { once: Once } : unknown)

type TargetOf<E extends Endpoint> = E['target'] extends Schema ? z.output<E['target']> : undefined
type Naming<E extends Endpoint> = Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>> & { target: TargetOf<E> }

/** What the endpoint's output declares; or the same as JSON already, which goes out as it is. No output is a bare text. */
type Answered<E extends Endpoint> = Promise<z.input<E['output']> | JsonText<z.output<E['output']>>>
/** `find` says which object is meant, or refuses with 404 or 403, before anything else of the request is judged or the rest of the body read. */
export interface Finding<E extends Endpoint, Found> {
  isReading?: undefined
  find(named: Naming<E>, ctx: Ctx<UserOf<E>>): Promise<Found>
  handle(input: ParsedOf<E>, ctx: CtxOf<E> & { found: Found }): Answered<E>
}
/** What a handler of {@link reading} knows: who asks shows in what `ask` finds, and in nothing else. */
type ReadCtx = Pick<Ctx, 'ask' | 'db' | 'language'>
interface Reading<E extends Endpoint, Found> {
  isReading: true
  find?(named: Naming<E>, ctx: ReadCtx): Promise<Found>
  handle(input: ParsedOf<E>, ctx: ReadCtx & { found: Found }): Answered<E>
}
type Handler<E extends Endpoint> = Reading<E, unknown> | ((input: ParsedOf<E>, ctx: CtxOf<E>) => Answered<E>) | Finding<E, unknown>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** Types `handle` by what `find` finds: `updateX: finding(contract.updateX, { find, handle })`. */
export const finding = <E extends Endpoint, Found>(_endpoint: E, handler: Finding<E, Found>): Finding<E, Found> => handler

/**
 * A GET that only reads, through `ask`: who was found before needn't be found again first, since every statement proves that they
 * still are who they were. Logged out, they are refused from the same moment on.
 */
export const reading = <E extends Endpoint, Found = undefined>(
  _endpoint: E,
  handler: Omit<Reading<E, Found>, 'isReading'>,
): Reading<E, Found> => ({ ...handler, isReading: true })

export interface Door {
  db: Db
  findUser: FindUser
  /** Whose token this was when it was last found. */
  recallUser?: (token: string, teamId: string | undefined) => RememberedUser | undefined
  addressOf: (request: FastifyRequest) => string
  /** The country that a request comes from, by what the network knows; null: unknown. */
  countryOf: (request: FastifyRequest) => string | null
  /** Counts a write against the user's limit. @throws 429 */
  countWrite: (user: User) => void
  /** Sees what is sent. */
  onAnswer?: (endpoint: Endpoint, json: string) => void
  onMount?: (endpoint: Endpoint, name: string) => void
}

const mebibyte = 1024 * 1024
/** Guests have memory of their own: however many they are and however slowly they send, there is room for those who are logged in. */
const guestsShareFor = createBodyMemory({ all: 64 * mebibyte, each: 2 * mebibyte })
const usersShareFor = createBodyMemory({ all: 256 * mebibyte, each: 64 * mebibyte })

/** Reads a body into the memory of its caller, up to what such a caller may send. */
function bodyOf(request: FastifyRequest, door: Door, user: User | null, { maxBytes, form }: { maxBytes: number; form: boolean }) {
  const share = user ? usersShareFor(user.id) : guestsShareFor(addressKey(door.addressOf(request)))
  const read = () => readBody(request.raw, { maxBytes: user ? maxBytes : Math.min(maxBytes, guestMaxBytes), form, take: share.take })
  return { share, read }
}

/** The method that a form was POSTed in place of; other bodies can't say any. */
function overridden({ value, isForm }: ReadBody): string | undefined {
  const method = isForm ? (value as { _method?: unknown })._method : undefined
  return typeof method === 'string' ? method.toUpperCase() : undefined
}

interface Parts {
  find?: Finding<Endpoint, unknown>['find']
  handle: Finding<Endpoint, unknown>['handle']
  isReading: boolean
}
function partsOf(handler: Handler<Endpoint>): Parts {
  if (typeof handler === 'function') return { handle: handler, isReading: false }
  return {
    ...(handler.find && { find: (named, ctx) => handler.find!(named, ctx) }),
    handle: (input, ctx) => handler.handle(input, ctx),
    isReading: handler.isReading === true,
  }
}

/** Why a body that is POSTed here is not the form it should be. */
const refuseOverride = ({ isForm }: ReadBody): never => fail(isForm ? common.malformed : common.unsupported_type)

/** Serves one endpoint, in the order of refusal: who, which object, can it be read, is it right. */
function serve(endpoint: Endpoint, handler: Handler<Endpoint>, door: Door) {
  const stringify = serialiser(endpoint.output)
  const { find, handle, isReading } = partsOf(handler)
  const readsBody = endpoint.body !== undefined

  /** @param given the body, when it had to be read to find out which endpoint is meant */
  return async function answer(db: Db, request: FastifyRequest, reply: FastifyReply, given?: ReadBody): Promise<FastifyReply> {
    const { token, teamId } = isReading ? credentialsOf(request, endpoint) : {}
    const remembered = token ? door.recallUser?.(token, teamId) : undefined
    if (remembered) {
      const reader = readerOf(remembered.user, door.countryOf(request))
      const { ask, isProven } = askAsRemembered(db, reader, remembered)
      try {
        admitted(remembered.user, endpoint)
        const json = await work(db, reader, ask, request, reply)
        if (isProven()) return send(reply, json)
      } catch (error) {
        if (isProven()) throw error
      }
    }
    const user = await findCaller(door.findUser, db, request, endpoint)
    if (user && endpoint.method !== 'GET') door.countWrite(user)
    const reader = readerOf(user, door.countryOf(request))
    const json = await work(db, reader, askAs(db, reader), request, reply, given)
    return reply.sent ? reply : send(reply, json)
  }

  function send(reply: FastifyReply, json: string) {
    door.onAnswer?.(endpoint, json)
    return reply.type('application/json; charset=utf-8').send(json)
  }

  /** @returns what is to be sent */
  async function work(db: Db, reader: Reader, ask: Ask, request: FastifyRequest, reply: FastifyReply, given?: ReadBody): Promise<string> {
    const ctx: Ctx<never> = {
      db,
      reader: reader as Reader<never>,
      ask,
      get language() {
        return preferredLanguage(request.headers['accept-language'])
      },
      get timeZone() {
        return timeZoneOf(request.headers['time-zone'])
      },
      get address() {
        return door.addressOf(request)
      },
      get gone() {
        return goneSignal(reply)
      },
      request,
      reply,
    }
    const input: Record<string, unknown> = {}
    if (endpoint.params) input['params'] = parseParams(endpoint.params, request.params)
    let share: BodyShare | undefined
    async function read() {
      const { maxBytes = defaultMaxBytes, form = false } = endpoint
      const reading = bodyOf(request, door, reader.user, { maxBytes, form })
      share = reading.share
      const body = given ?? (await reading.read())
      if (request.method === 'POST' && endpoint.method !== 'POST' && overridden(body) !== endpoint.method) refuseOverride(body)
      return body.value
    }
    try {
      let body: unknown
      if (endpoint.target) input['target'] = parsePart(endpoint.target, (body = await read()))
      const found: unknown = find ? await find(input as unknown as Naming<Endpoint>, ctx) : undefined
      if (endpoint.headers) input['headers'] = parsePart(endpoint.headers, request.headers)
      if (endpoint.query) input['query'] = parsePart(endpoint.query, request.query)
      if (readsBody) input['body'] = parsePart(endpoint.body, endpoint.target ? body : await read())

      const once = endpoint.idempotencyKey && onceFor(db, endpoint, request, reader, input)
      const result: unknown = await handle(input, Object.assign(ctx, { found, once }))
      if (reply.sent) return ''
      return typeof result === 'string' ? result : stringify(result)
    } finally {
      share?.free()
    }
  }
}

type Answer = ReturnType<typeof serve>

/** A read that the database dropped half-way is asked once more: nothing was changed by it. */
const retried =
  (answer: Answer): Answer =>
  async (db, request, reply) => {
    const started = Date.now()
    try {
      return await answer(db, request, reply)
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() - started > 500) throw error
      return answer(db, request, reply)
    }
  }

/** A route's handler: the database that the answer works with is the request's own. */
const routed =
  ({ db }: Door, isRead: boolean, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withRequestDatabase(db, reply, { whileAsked: isRead }, (own) => answer(own, request, reply))

/** What changes nothing is of no use once whoever asked has gone; a change that was begun is finished. */
const isRead = ({ method, reads }: Endpoint) => method === 'GET' || (method === 'POST' && reads !== undefined)

/**
 * Serves every endpoint of a contract. A contract entry without a handler does not compile. Endpoints that a form may
 * override (`_method`) are served at POST too, beside whatever else is POSTed to the same path.
 */
export function mount<C extends Contract>(app: FastifyInstance, door: Door, contract: C, handlers: Handlers<C>): void {
  const posts = new Map<
    string,
    { plain?: { endpoint: Endpoint; answer: Answer }; overrides: Map<string, { endpoint: Endpoint; answer: Answer }> }
  >()
  const postsAt = (path: string) => {
    if (!posts.has(path)) posts.set(path, { overrides: new Map() })
    return posts.get(path)!
  }
  for (const [name, endpoint] of Object.entries(contract)) {
    door.onMount?.(endpoint, name)
    const answer = serve(endpoint, handlers[name] as unknown as Handler<Endpoint>, door)
    if (endpoint.override) postsAt(endpoint.path).overrides.set(endpoint.method, { endpoint, answer })
    if (endpoint.method === 'POST') postsAt(endpoint.path).plain = { endpoint, answer }
    else
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: routed(door, isRead(endpoint), endpoint.method === 'GET' ? retried(answer) : answer),
      })
  }
  for (const [path, { plain, overrides }] of posts) {
    const [only] = overrides.values()
    // Only one thing is POSTed here: who may is known before the body is read.
    if (!overrides.size) app.post(path, routed(door, isRead(plain!.endpoint), plain!.answer))
    else if (!plain && overrides.size === 1) app.post(path, routed(door, false, only!.answer))
    else
      app.post(
        path,
        routed(door, false, async (db, request, reply) => {
          // Credentials that are no good are refused before the body is read, whichever call it asks for.
          const user = await findCaller(door.findUser, db, request, { ...(plain ?? only!).endpoint, access: 'anyone' })
          return answerByMethod(db, request, reply, door, { user, plain, overrides })
        }),
      )
  }
}

type Posted = { endpoint: Endpoint; answer: Answer }
interface Choice {
  /** As far as it is known before the call is: null when what is POSTed here is open to all. */
  user: User | null
  plain: Posted | undefined
  overrides: Map<string, Posted>
}
async function answerByMethod(db: Db, request: FastifyRequest, reply: FastifyReply, door: Door, { user, plain, overrides }: Choice) {
  const posted = [...(plain ? [plain] : []), ...overrides.values()]
  const maxBytes = Math.max(...posted.map(({ endpoint }) => endpoint.maxBytes ?? defaultMaxBytes))
  const { share, read } = bodyOf(request, door, user, { maxBytes, form: true })
  try {
    const body = await read()
    const method = overridden(body)
    const chosen = method === undefined ? plain : overrides.get(method)
    return await (chosen ? chosen.answer(db, request, reply, body) : refuseOverride(body))
  } finally {
    share.free()
  }
}
