import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Contract, Endpoint, ParsedOf, Schema } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '../db/db.ts'
import type { JsonText } from '../db/json-text.ts'
import type { Select } from '../select.ts'
import type { Reader, User } from '../reader.ts'
import type { CsvFile } from './csv.ts'
import type { EventFeed } from './events.ts'
import type { Once } from './once.ts'
import type { Upload } from './upload.ts'

type UserOf<E extends Endpoint> = E['access'] extends 'user' | 'newcomer' | 'moderator' | 'operator'
  ? User
  : E['access'] extends 'open'
    ? null
    : User | null

/** The context of a handler, besides its input. */
export interface Ctx<U extends User | null = User | null> {
  db: Db
  /** The caller. */
  reader: Reader<U>
  /** Runs a read as the caller. */
  select: Select
  language: Language
  /** The IANA time zone for the caller's days and named times. */
  timeZone: string
  /** The caller's address, as far as proxies are trusted. */
  address: string
  /** Aborts if the caller disconnects before the response. Pending work can then be skipped. */
  disconnected: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
  /** Set for reads of a page: the handler may return the beginning of a large thing, with the things that `part` names. */
  part?: PartReference
}
/** Things that a page needs in a response, by names that the handler defines. */
export type PartReference = Readonly<Record<string, string | undefined>>

/** Additional context for endpoints with events. */
interface EventsCtx {
  /** The id of the last event that a reconnecting browser received. */
  lastEventId: string | undefined
}
/** The context of a handler, by the kind of its endpoint. */
type CtxOf<E extends Endpoint> = Ctx<UserOf<E>> &
  (E['idempotencyKey'] extends true ? { once: Once } : unknown) &
  (E['bodyType'] extends 'upload' ? { upload: Upload } : unknown) &
  (E['responseType'] extends 'events' ? EventsCtx : unknown)

/** The body fields listed in `target`. */
type TargetOf<E extends Endpoint> = E extends { target: readonly (infer Name)[]; body: Schema }
  ? Pick<z.output<E['body']>, Extract<Name, keyof z.output<E['body']>>>
  : undefined
export type NamedInput<E extends Endpoint> = Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>> & { target: TargetOf<E> }

/**
 * The endpoint's output, or its finished JSON, which is sent unchanged. A string is always JSON, because no endpoint's output is a string.
 */
type HandlerResult<E extends Endpoint> = Promise<
  E['responseType'] extends 'csv'
    ? CsvFile<z.input<E['output']>>
    : E['responseType'] extends 'events'
      ? EventFeed<z.input<E['output']>>
      : E['responseType'] extends 'file'
        ? Uint8Array
        : z.input<E['output']> | JsonText<z.output<E['output']>>
>
/** `find` returns the object, or refuses with 404 or 403. It runs before the rest of the request is validated and the body read. */
interface FindHandlerBase<E extends Endpoint, Resource> {
  find(input: NamedInput<E>, ctx: Pick<Ctx, 'select'>): Promise<Resource>
  handle(input: ParsedOf<E>, ctx: CtxOf<E> & { resource: Resource }): HandlerResult<E>
}
/** For endpoints whose path and body both name things: refuses things of the path (404, 403) before an invalid body. */
type FindByPath<E extends Endpoint> = E extends { params: Schema; target: readonly string[] }
  ? { findByPath(input: Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>>, ctx: Pick<Ctx, 'select'>): Promise<unknown> }
  : { findByPath?: undefined }
export type FindHandler<E extends Endpoint, Resource> = FindHandlerBase<E, Resource> & FindByPath<E>
/** For changes whose statement finds the object itself. */
interface TargetHandler<E extends Endpoint> {
  /** Refuses the object that the body names (404, 403). Called only if the rest of the body is invalid, so that valid calls need no extra statement. */
  findByTarget(input: NamedInput<E>, ctx: Pick<Ctx, 'select'>): Promise<unknown>
  handle(input: ParsedOf<E>, ctx: CtxOf<E>): HandlerResult<E>
}
/** The context of a {@link defineReadHandler} handler: the caller affects only the results of `select`. */
type ReadCtx = Pick<Ctx, 'select' | 'db' | 'language' | 'timeZone' | 'address' | 'disconnected' | 'part'>
interface ReadHandler<E extends Endpoint, Resource> {
  find?(input: NamedInput<E>, ctx: ReadCtx): Promise<Resource>
  /**
   * For reads without `find`: refuses the path (404, 403) before an invalid query. Called only if the query is invalid, so that valid reads
   * need no extra statement.
   */
  findByPath?(input: Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>>, ctx: ReadCtx): Promise<unknown>
  handle(input: ParsedOf<E>, ctx: ReadCtx & { resource: Resource }): HandlerResult<E>
}
export type Handler<E extends Endpoint> =
  | ReadHandler<E, unknown>
  | ((input: ParsedOf<E>, ctx: CtxOf<E>) => HandlerResult<E>)
  | FindHandler<E, unknown>
  | TargetHandler<E>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** Types `handle` by the result of `find`: `updateX: defineFindHandler(contract.updateX, { find, handle })`. */
export const defineFindHandler = <E extends Endpoint, Resource>(
  _endpoint: E,
  handler: FindHandler<E, Resource>,
): FindHandler<E, Resource> => handler

/** Types a change whose statement finds the object that the body names: {@link TargetHandler}. */
export const defineTargetHandler = <E extends Endpoint>(_endpoint: E, handler: TargetHandler<E>): TargetHandler<E> => handler

/** Types a GET whose result depends on the caller only through `select`. */
export const defineReadHandler = <E extends Endpoint, Resource = undefined>(
  _endpoint: E,
  handler: ReadHandler<E, Resource>,
): ReadHandler<E, Resource> => handler

interface Parts {
  find?: (input: NamedInput<Endpoint>, ctx: ReadCtx) => Promise<unknown>
  findByPath?: (input: NamedInput<Endpoint>, ctx: ReadCtx) => Promise<unknown>
  findByTarget?: (input: NamedInput<Endpoint>, ctx: ReadCtx) => Promise<unknown>
  handle: FindHandler<Endpoint, unknown>['handle']
}
/** Returns the parts of a handler of any form. */
export function partsOf(handler: Handler<Endpoint>): Parts {
  if (typeof handler === 'function') return { handle: handler }
  if ('findByTarget' in handler)
    return { findByTarget: (input, ctx) => handler.findByTarget(input, ctx), handle: (input, ctx) => handler.handle(input, ctx) }
  return {
    ...(handler.find && { find: (input, ctx) => handler.find!(input, ctx) }),
    ...(handler.findByPath && { findByPath: (input, ctx) => handler.findByPath!(input, ctx) }),
    handle: (input, ctx) => handler.handle(input, ctx),
  }
}
