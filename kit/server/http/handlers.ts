import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Contract, Endpoint, ParsedOf, Schema } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '../db/db.ts'
import type { JsonText } from '../db/json-text.ts'
import type { Ask } from '../ask.ts'
import type { Reader, User } from '../reader.ts'
import type { CsvFile } from './csv.ts'
import type { EventFeed } from './events.ts'
import type { Once } from './once.ts'
import type { Upload } from './upload.ts'

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
  /** A page asks: a handler may answer the beginning of a large thing, with what `part` names in it. */
  part?: Part
}
/** Things that a page needs in an answer, by names that the handler knows. */
export type Part = Readonly<Record<string, string | undefined>>

/** What the handler of an endpoint that answers events has besides. */
interface EventsCtx {
  /** What a browser that connects again saw last. */
  lastEventId: string | undefined
}
/** What a handler has besides, by the kind of its endpoint. */
type CtxOf<E extends Endpoint> = Ctx<UserOf<E>> &
  (E['idempotencyKey'] extends true ? { once: Once } : unknown) &
  (E['takes'] extends 'upload' ? { upload: Upload } : unknown) &
  (E['answers'] extends 'events' ? EventsCtx : unknown)

/** The fields of the body that `target` names. */
type TargetOf<E extends Endpoint> = E extends { target: readonly (infer Name)[]; body: Schema }
  ? Pick<z.output<E['body']>, Extract<Name, keyof z.output<E['body']>>>
  : undefined
export type Naming<E extends Endpoint> = Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>> & { target: TargetOf<E> }

/** What the endpoint's output declares; or the same as JSON already, which goes out as it is. No output is a bare text. */
type Answered<E extends Endpoint> = Promise<
  E['answers'] extends 'csv'
    ? CsvFile<z.input<E['output']>>
    : E['answers'] extends 'events'
      ? EventFeed<z.input<E['output']>>
      : E['answers'] extends 'file'
        ? Uint8Array
        : z.input<E['output']> | JsonText<z.output<E['output']>>
>
/**
 * `find` says which object is meant, or refuses with 404 or 403, before anything else of the request is judged or the rest of the body
 * read.
 */
interface FindingBase<E extends Endpoint, Found> {
  find(named: Naming<E>, ctx: Pick<Ctx, 'ask'>): Promise<Found>
  handle(input: ParsedOf<E>, ctx: CtxOf<E> & { found: Found }): Answered<E>
}
/**
 * Where both the path and the body name things: refuses what the path names (404, 403), before the body that can't be read, or names
 * nothing, is refused itself.
 */
type FindByPath<E extends Endpoint> = E extends { params: Schema; target: readonly string[] }
  ? { findByPath(named: Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>>, ctx: Pick<Ctx, 'ask'>): Promise<unknown> }
  : { findByPath?: undefined }
export type Finding<E extends Endpoint, Found> = FindingBase<E, Found> & FindByPath<E>
/** What a handler of {@link reading} knows: who asks shows in what `ask` finds, and in nothing else. */
type ReadCtx = Pick<Ctx, 'ask' | 'db' | 'language' | 'timeZone' | 'address' | 'gone' | 'part'>
interface Reading<E extends Endpoint, Found> {
  find?(named: Naming<E>, ctx: ReadCtx): Promise<Found>
  /** Without `find`: refuses what the path names (404, 403) before a query that is malformed. Asked only then, so that other reads need no statement for it. */
  findByPath?(named: Pick<ParsedOf<E>, Extract<keyof ParsedOf<E>, 'params'>>, ctx: ReadCtx): Promise<unknown>
  handle(input: ParsedOf<E>, ctx: ReadCtx & { found: Found }): Answered<E>
}
export type Handler<E extends Endpoint> = Reading<E, unknown> | ((input: ParsedOf<E>, ctx: CtxOf<E>) => Answered<E>) | Finding<E, unknown>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** Types `handle` by what `find` finds: `updateX: finding(contract.updateX, { find, handle })`. */
export const finding = <E extends Endpoint, Found>(_endpoint: E, handler: Finding<E, Found>): Finding<E, Found> => handler

/** Types a GET whose result depends on the caller through `ask` alone. */
export const reading = <E extends Endpoint, Found = undefined>(_endpoint: E, handler: Reading<E, Found>): Reading<E, Found> => handler

interface Parts {
  find?: (named: Naming<Endpoint>, ctx: ReadCtx) => Promise<unknown>
  findByPath?: (named: { params: unknown }, ctx: ReadCtx) => Promise<unknown>
  handle: Finding<Endpoint, unknown>['handle']
}
/** What a handler is made of, however it was written. */
export function partsOf(handler: Handler<Endpoint>): Parts {
  if (typeof handler === 'function') return { handle: handler }
  return {
    ...(handler.find && { find: (named, ctx) => handler.find!(named, ctx) }),
    ...(handler.findByPath && { findByPath: (named, ctx) => handler.findByPath!(named, ctx) }),
    handle: (input, ctx) => handler.handle(input, ctx),
  }
}
