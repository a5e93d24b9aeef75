import type * as z from 'zod/mini'
import type { Problem } from './errors.ts'
import { type ThingPlaces, findThingPlaces } from './things.ts'

export type Schema = z.ZodMiniType

/**
 * Callers allowed to use an endpoint; others are refused before the body is read.
 * - `open`: everyone; ignores credentials
 * - `anyone`: guests and users; refuses invalid tokens
 * - `newcomer`: users, even without the required fields (the nickname)
 * - `user`: users with the required fields; 427 otherwise
 * - `moderator`: moderators and operators of this installation
 * - `operator`: its operators
 */
export type Access = 'open' | 'anyone' | 'newcomer' | 'user' | 'moderator' | 'operator'

/**
 * A cache key of data in responses: a list (`my-playlists`) or one thing (`video:{id}`). A `{placeholder}` is filled with the field of that
 * name from the call's path, query or body, or else from its response. A field with a list makes one topic per entry.
 */
export type Topic = string

/** A topic that becomes stale only if the body has one of the fields in `given`. */
export interface ConditionalTopic {
  readonly topic: Topic
  readonly given: readonly string[]
}

/** An HTTP endpoint, as used by server, client, tests and OpenAPI. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `params` parses the `:name` segments. */
  readonly path: `/api/${string}`
  /** Verb and object, at most 8 words. */
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /**
   * `owner`: acts for the team of the header `X-Team-Id`, if given: reads the team's lists, and creates things that the team owns. `user`:
   * acts for the user and ignores the header.
   */
  readonly actsFor: 'user' | 'owner'
  /**
   * Accepts an `Idempotency-Key`: a repeated call within 24 hours returns the first response and creates nothing. Only for logged-in
   * callers. The handler makes its change within `once` of its context.
   */
  readonly idempotencyKey?: true
  /** Path, query, headers and body are parsed separately. Header names are in lower case. */
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /** Body fields that identify the object. They are read first, so that 404 and 403 come before 422. */
  readonly target?: readonly string[]
  /** A valid call, shown in the documentation and made by tests. */
  readonly example?: { readonly params?: Readonly<Record<string, unknown>>; readonly query?: object; readonly body?: object }
  /** Also accepts a form: urlencoded or multipart, with bracket keys. */
  readonly form?: boolean
  /** Also accepts POST of a form with this endpoint's method in `_method`. */
  readonly override?: boolean
  /** Maximum bytes of the body; more is 413. Default: {@link defaultMaxBytes}. */
  readonly maxBytes?: number
  /** `upload`: the body is one file, read by the handler as a stream. Requires {@link maxBytes} and excludes `body`. Default: `json`. */
  readonly bodyType?: 'json' | 'upload'
  /**
   * The kind of response. Default: `json`.
   * - `csv`: a file of rows; `output` is one row, and its fields are the columns
   * - `events`: server-sent events, until the login ends; `output` is the data of one event. The endpoint is a GET under `/api/events`.
   *   These paths accept the login's cookie, because `EventSource` sends no other credentials
   * - `file`: bytes of the type {@link mediaType}; `output` is a `Blob`
   */
  readonly responseType?: 'json' | 'csv' | 'events' | 'file'
  /** Media type of the returned file. */
  readonly mediaType?: string
  readonly output: Schema
  /** Errors specific to this endpoint, for the documentation. */
  readonly refusals?: readonly Problem[]
  /** Whether members who may only suggest changes get 202: the change is stored for approval, and the body describes it. */
  readonly allowsSuggestions?: true
  /**
   * Whether a replica may answer, so that the response may be a moment old. It never contains things that are already hidden. Only for GET.
   */
  readonly mayLag?: true
  /** Topics that the response depends on. Things in the response are topics without being listed here. */
  readonly reads?: readonly Topic[]
  /** Topics that the call makes stale in the web's cache: responses that depend on them, or contain the thing that they name. */
  readonly changes?: readonly (Topic | ConditionalTopic)[]
  /** The handler publishes its own live event, so other pages get no `changed` event of the call. */
  readonly publishesEvent?: true
  /** Where the response contains things; computed from `output` by {@link defineContract}. */
  readonly thingPlaces?: ThingPlaces
}

export const defaultMaxBytes = 1024 * 1024
/** Maximum bytes of a guest's body on all endpoints; enough for login forms and searches. */
export const guestMaxBytes = 64 * 1024

export type Contract = Readonly<Record<string, Endpoint>>

/** Creates a contract. Adds to each endpoint where its response contains things. */
export const defineContract = <const C extends Contract>(contract: C): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => {
      const thingPlaces = findThingPlaces(endpoint.output)
      return [name, thingPlaces ? { ...endpoint, thingPlaces } : endpoint]
    }),
  ) as C

type Part = 'params' | 'query' | 'headers' | 'body'
type InputParts<E extends Endpoint> = { [K in Part as E[K] extends Schema ? K : never]: E[K] extends Schema ? z.input<E[K]> : never }
type EmptyKeys<T> = { [K in keyof T]: Record<never, never> extends T[K] ? K : never }[keyof T]
type WithOptionalEmpty<T> = Omit<T, EmptyKeys<T>> & Partial<Pick<T, EmptyKeys<T>>>

/**
 * The caller's input: the parts (`params`, `query`, `headers`, `body`) that the endpoint has. Parts without required
 * fields are optional.
 */
export type InputOf<E extends Endpoint> = WithOptionalEmpty<InputParts<E>>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The handler's input: all parts, parsed. */
export type ParsedOf<E extends Endpoint> = { [K in Part as E[K] extends Schema ? K : never]: E[K] extends Schema ? z.output<E[K]> : never }

/** Fills a path: `/api/teams/:id` and `{ id: 'a b' }` make `/api/teams/a%20b`. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
