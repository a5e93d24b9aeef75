import type { IncomingHttpHeaders } from 'node:http'
import pino from 'pino'
import * as z from 'zod/mini'
import { defineContract, type Endpoint } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, text, integer } from '#kit/contract/fields.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { commonErrors } from '#kit/contract/problems.ts'
import { createDb, type Db } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler } from '#kit/server/http/handlers.ts'
import { mount } from '#kit/server/http/mount.ts'
import { type NamedEndpoint, serveOpenApi } from '#kit/server/http/openapi.ts'
import type { User } from '#kit/server/reader.ts'
import { cleanUp } from './clean-up.ts'

const Thing = z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()), open: z.boolean(), note: z.nullable(z.string()) })
const contract = defineContract({
  getThing: {
    method: 'GET',
    path: '/api/things/:id',
    summary: 'One thing',
    access: 'anyone',
    actsFor: 'user',
    params: z.object({ id: Id }),
    output: Thing,
  },
  updateThing: {
    method: 'PATCH',
    path: '/api/things/:id',
    summary: 'Changes a thing',
    access: 'user',
    actsFor: 'user',
    override: true,
    form: true,
    maxBytes: 2000,
    params: z.object({ id: Id }),
    body: z.object({
      name: text(5, 1),
      tags: z.optional(z.array(text(3))),
      open: z.optional(Flag),
      size: z.optional(integer(1, 9)),
      icon: z.optional(z.instanceof(Blob)),
    }),
    output: Thing,
  },
  signUp: {
    method: 'POST',
    path: '/api/me',
    summary: 'Signs up',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: z.object({ name: text(5, 1) }),
    output: z.object({ made: z.string() }),
  },
  updateMe: {
    method: 'PATCH',
    path: '/api/me',
    summary: 'Changes me',
    access: 'user',
    actsFor: 'user',
    override: true,
    form: true,
    maxBytes: 2_000_000,
    body: z.object({ name: text(5, 1) }),
    output: z.object({ changed: z.string() }),
  },
  addPart: {
    method: 'POST',
    path: '/api/parts',
    summary: 'Adds a part',
    access: 'user',
    actsFor: 'user',
    target: ['thing_id'],
    body: z.object({ thing_id: Id, name: text(5, 1) }),
    output: Empty,
  },
  removeParts: {
    method: 'DELETE',
    path: '/api/parts',
    summary: 'Removes parts',
    access: 'user',
    actsFor: 'user',
    body: z.object({ parts: z.optional(z.array(Id)) }),
    output: z.object({ count: z.number() }),
  },
  written: {
    method: 'GET',
    path: '/api/written',
    summary: 'JSON that the database wrote',
    access: 'anyone',
    actsFor: 'user',
    output: Thing,
  },
  who: {
    method: 'GET',
    path: '/api/who',
    summary: 'Who reads',
    access: 'anyone',
    actsFor: 'user',
    output: z.object({ nickname: z.nullable(z.string()), country: z.nullable(z.string()) }),
  },
  away: { method: 'GET', path: '/api/away', summary: 'The database is away', access: 'anyone', actsFor: 'user', output: Empty },
  broken: { method: 'GET', path: '/api/broken', summary: 'A mistake of ours', access: 'anyone', actsFor: 'user', output: Empty },
})

/** Id of the thing that the endpoints of this test serve. */
const id = 'abcdefghij1'
const user: User = {
  id,
  sessionId: id,
  teamId: null,
  nickname: 'wout',
  seesAdult: false,
  isOperator: false,
  isModerator: false,
  canUploadVideo: false,
  country: 'NL',
  isInTeams: false,
}
const log = pino({ level: 'silent' })
const item = { id, name: 'one', tags: ['a'], open: true, note: null, secret: 'never' }
const writtenThing = `{"id": "${id}", "name": "écrit", "tags": [], "open": true, "note": null}` as JsonText<z.output<typeof Thing>>
const existing = (existingId: string) => Promise.resolve(existingId === id ? item : fail(commonErrors.not_found))
const signedIn = { authorization: 'Bearer good' }

/** Mounts endpoints of all methods and bodies, without a database. */
export function mountThings() {
  const calls = {
    /** Number of calls of the endpoint that fails as if the database were away. */
    away: 0,
    /** Size of the icon in the last update, in bytes. */
    iconBytes: 0,
  }
  const app = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
  cleanUp(() => app.close())
  const mounted: NamedEndpoint[] = []
  const mountOptions = {
    // Required, but no statement uses these connections.
    db: createDb({ connection: {}, onError: () => undefined }),
    writeDb: createDb({ connection: {}, onError: () => undefined }),
    findUser: (_: Db, token: string) => Promise.resolve(token === 'good' ? user : token === 'new' ? { ...user, nickname: null } : null),
    addressOf: ({ headers }: { headers: IncomingHttpHeaders }) => String(headers['x-from'] ?? '192.0.2.1'),
    countryOf: ({ headers }: { headers: IncomingHttpHeaders }) => headers['x-country']?.toString() ?? null,
    countWrite: () => undefined,
    onMount: (endpoint: Endpoint, operationId: string) => mounted.push({ endpoint, operationId, tag: 'things' }),
  }
  mount(app, mountOptions, contract, {
    getThing: ({ params }) => existing(params.id),
    updateThing: defineFindHandler(contract.updateThing, {
      find: ({ params }) => existing(params.id),
      async handle({ body }) {
        calls.iconBytes = body.icon?.size ?? 0
        return { ...item, name: body.name, tags: body.tags ?? [], open: body.open ?? false, note: body.size ? String(body.size) : null }
      },
    }),
    signUp: ({ body }) => Promise.resolve({ made: body.name }),
    updateMe: ({ body }) => Promise.resolve({ changed: body.name }),
    addPart: defineFindHandler(contract.addPart, { find: ({ target }) => existing(target.thing_id), handle: () => Promise.resolve({}) }),
    removeParts: ({ body }) => Promise.resolve({ count: body.parts?.length ?? 0 }),
    written: () => Promise.resolve(writtenThing),
    who: (_, { reader: { user: found, country } }) => Promise.resolve({ nickname: found?.nickname ?? null, country }),
    away() {
      calls.away++
      return Promise.reject(Object.assign(new Error('Connection terminated unexpectedly')))
    },
    broken: () => Promise.reject(new Error('select secret from account')),
  })
  serveOpenApi(app, mounted, {
    title: 'Things',
    version: '1',
    description: 'Things in a list',
    serverUrl: 'http://things.test',
    termsUrl: 'http://things.test/terms',
    tags: { things: 'All things' },
  })
  async function send(method: string, url: string, options: { headers?: Record<string, string>; body?: string | FormData } = {}) {
    const request = new Request(`http://localhost${url}`, { method, ...(options.body !== undefined && { body: options.body }) })
    const type = request.headers.get('content-type')
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(type && options.body instanceof FormData && { 'content-type': type }), ...options.headers },
      ...(options.body !== undefined && { payload: Buffer.from(await request.arrayBuffer()) }),
    })
    return {
      status: response.statusCode,
      body: response.headers['content-type']?.toString().includes('json') ? response.json<Record<string, unknown>>() : response.body,
      headers: response.headers,
    }
  }
  return { app, calls, id, writtenThing, signedIn, send }
}
