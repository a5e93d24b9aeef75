import type * as z from 'zod/mini'
import type { Problem } from './errors.ts'
import { type Holds, holdsOf } from './things.ts'

export type Schema = z.ZodMiniType

/**
 * Who may call an endpoint; everyone else is refused before the body is read.
 * - `open`: credentials are not looked at
 * - `anyone`: guests too; a token that is no good is refused all the same
 * - `newcomer`: signed in, even when required fields (the nickname) are still missing
 * - `user`: signed in and complete; an incomplete account is answered 427
 * - `operator`: runs this installation
 */
export type Access = 'open' | 'anyone' | 'newcomer' | 'user' | 'operator'

/**
 * What an answer is made of, as a text that compares: the name of a list (`my-playlists`), or one thing (`video:{id}`). A
 * `{placeholder}` stands for a field of the call's path, query or body, else of its answer; one that stands for a list is as many topics.
 */
export type Topic = string

/** A topic that is stale only when the call has one of these fields in its body. */
export interface ConditionalTopic {
  readonly topic: Topic
  readonly given: readonly string[]
}

/** One HTTP endpoint: the only description of it that server, client, tests and OpenAPI share. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` segments are read by `params`. */
  readonly path: `/api/${string}`
  /** Verb and object, at most 8 words. */
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /**
   * Acts for the team of the header `X-Team-Id`, if there is one: shows its lists, or makes what it will own. All other calls act for
   * the user, and don't look at the header.
   */
  readonly actsForTeam?: true
  /**
   * Makes something: the same call with the same `Idempotency-Key` within 24 hours is answered as the first was, and makes nothing.
   * Only for callers that are signed in. Its handler makes its change in `once`.
   */
  readonly idempotencyKey?: true
  /** Path, query, headers and body are four things, never merged. Header names are in lower case. */
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  readonly body?: Schema
  /** Names of fields of the body that name the object: read first, so that 404 and 403 come before 422. */
  readonly target?: readonly string[]
  /** A good call as somebody could make it: it stands in the documentation, and tests make it with things that are there. */
  readonly example?: { readonly params?: Readonly<Record<string, unknown>>; readonly query?: object; readonly body?: object }
  /** May the body also come as a form: urlencoded or multipart, with bracket keys? */
  readonly form?: boolean
  /** A form may also be POSTed here with `_method` naming this endpoint's method. */
  readonly override?: boolean
  /** The most bytes of body that are read; more is 413. Default: {@link defaultMaxBytes}. */
  readonly maxBytes?: number
  /** `upload`: the body is one file, which the handler reads as it comes. Then {@link maxBytes} has to be said, and there is no `body`. Default: `json`. */
  readonly takes?: 'json' | 'upload'
  /**
   * What comes back. Default: `json`.
   * - `csv`: a file of rows; `output` is one row, and its fields are the columns
   * - `events`: server-sent events, until the login ends; `output` is what one of them says. A GET under `/api/events`, which the
   *   cookie of the login opens too, because a browser's `EventSource` sends no other credentials
   * - `file`: bytes of the type {@link mediaType}; `output` is a `Blob`
   */
  readonly answers?: 'json' | 'csv' | 'events' | 'file'
  /** Of the file that comes back. */
  readonly mediaType?: string
  readonly output: Schema
  /** Refusals of its own, for the documentation. */
  readonly refusals?: readonly Problem[]
  /** What the answer is made of, apart from the things in it. */
  readonly reads?: readonly Topic[]
  /** What the call makes stale in the cache of the web: everything that reads one of these, or holds the thing that one names. */
  readonly changes?: readonly (Topic | ConditionalTopic)[]
  /** Where things stand in the answer: found in `output` by {@link defineContract}. */
  readonly holds?: Holds
}

export const defaultMaxBytes = 1024 * 1024
/** The most bytes of a guest's body, whatever the endpoint takes from others: forms to come in by, and what one looks for. */
export const guestMaxBytes = 64 * 1024

export type Contract = Readonly<Record<string, Endpoint>>

/** The contract, with what its answers hold. */
export const defineContract = <const C extends Contract>(contract: C): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => {
      const holds = holdsOf(endpoint.output)
      return [name, holds ? { ...endpoint, holds } : endpoint]
    }),
  ) as C

type Part = 'params' | 'query' | 'headers' | 'body'
type Given<E extends Endpoint> = { [K in Part as E[K] extends Schema ? K : never]: E[K] extends Schema ? z.input<E[K]> : never }
type EmptyKeys<T> = { [K in keyof T]: Record<never, never> extends T[K] ? K : never }[keyof T]
type Relaxed<T> = Omit<T, EmptyKeys<T>> & Partial<Pick<T, EmptyKeys<T>>>

/** What a caller passes: `{ params, query, headers, body }`, only those the endpoint has; parts without a required field may be left out. */
export type InputOf<E extends Endpoint> = Relaxed<Given<E>>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** What a handler gets: every part parsed. */
export type ParsedOf<E extends Endpoint> = { [K in Part as E[K] extends Schema ? K : never]: E[K] extends Schema ? z.output<E[K]> : never }

/** `/api/teams/:id` and `{ id: 'a b' }` make `/api/teams/a%20b`. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
