import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import pino from 'pino'
import * as z from 'zod/mini'
import { defineContract, type Endpoint } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { createHttp } from '#kit/server/http/app.ts'
import type { EventFeed } from '#kit/server/http/events.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler } from '#kit/server/http/handlers.ts'
import { mount } from '#kit/server/http/mount.ts'
import { type NamedEndpoint, serveOpenApi } from '#kit/server/http/openapi.ts'
import type { User } from '#kit/server/reader.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { cleanUp } from './clean-up.ts'
import { createFreshDatabase } from './fresh-database.ts'

const Row = z.object({ day: z.string(), views: z.number(), note: z.nullable(z.string()) })
const contract = defineContract({
  exportViews: {
    method: 'GET',
    path: '/api/lists/:id/export',
    summary: 'Views as a file',
    access: 'user',
    actsFor: 'user',
    responseType: 'csv',
    params: z.object({ id: Id }),
    query: z.object({ pages: z.string() }),
    output: Row,
  },
  watch: {
    method: 'GET',
    path: '/api/events',
    summary: 'What happens',
    access: 'user',
    actsFor: 'user',
    responseType: 'events',
    output: z.object({ n: z.number() }),
  },
  addFile: {
    method: 'POST',
    path: '/api/lists/:id/file',
    summary: 'Adds a file',
    access: 'user',
    actsFor: 'user',
    bodyType: 'upload',
    maxBytes: 3_000_000,
    params: z.object({ id: Id }),
    output: z.object({ bytes: z.number(), hash: z.string(), mime: z.nullable(z.string()) }),
  },
})

/** Id of the list that the endpoints of this test serve. */
const id = 'abcdefghij1'
const user: User = {
  id: 'U2345678901',
  sessionId: 'session1',
  teamId: null,
  nickname: 'Ann',
  seesAdult: false,
  isOperator: false,
  isModerator: false,
  canUploadVideo: false,
  isInTeams: false,
  country: null,
}
const notes = ['=1+1', '+1', '-1', '@a', '\tx', '\rx', '＝1', 'say "hi"', 'a,b', 'a\nb', "it's", 'één', null]

async function* readViews(db: Db, pages: number) {
  for (let page = 0; page < pages; page++) {
    if (page === 3) await sql`select broken`.execute(db)
    const { rows } = await sql<{ day: string; views: number }>`
      select 'day ' || n as day, -n as views from generate_series(${page * 1000 + 1}::int, ${page * 1000 + 1000}::int) as n`.execute(db)
    for (const row of rows) yield { ...row, note: null, secret: 'never' }
  }
}

/** Serves a file of rows, a stream of events and an upload, from `base`. */
export async function serveStreams() {
  const database = await createFreshDatabase()
  const login = { isValid: true }
  const result = (isTheirs: boolean) => Promise.resolve(isTheirs && login.isValid ? user : null)
  const mounted: NamedEndpoint[] = []
  const answers: unknown[] = []
  const closing = new AbortController()
  const app = createHttp({ log: pino({ level: 'silent' }), texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })

  /** One function per open stream, which sends to the stream. Removed when the stream ends. */
  const feeds = new Set<(n: number) => void>()
  function countingFeed(): EventFeed<{ n: number }> {
    const queue: number[] = []
    const announce = (next: number) => {
      queue.push(next)
      feed.listener?.ready()
    }
    const feed: EventFeed<{ n: number }> = {
      listener: undefined,
      take: () => queue.splice(0).map((n) => ({ id: String(n), data: { n, secret: 'never' } })),
      close: () => void feeds.delete(announce),
    }
    feeds.add(announce)
    return feed
  }
  mount(
    app,
    {
      db: database.connect(),
      writeDb: database.connect(),
      findUser: (_: Db, token: string) => result(token === 'good'),
      findCookieUser: (_, { headers }) => result(headers.cookie === 'login=good'),
      addressOf: () => '192.0.2.1',
      countryOf: () => null,
      countWrite: () => undefined,
      detectType: (bytes) => fileTypeFromBuffer(bytes),
      closing: closing.signal,
      heartbeatSeconds: 0.2,
      uploadIdleSeconds: 2,
      onMount: (endpoint: Endpoint, operationId: string) => mounted.push({ endpoint, operationId, tag: 'lists' }),
      onResponse: (_: Endpoint, json: string) => answers.push(JSON.parse(json)),
    },
    contract,
    {
      exportViews: defineFindHandler(contract.exportViews, {
        find: ({ params }) => (params.id === id ? Promise.resolve('views é.csv') : fail(commonErrors.not_found)),
        handle: ({ query: { pages } }, { db, resource: fileName }) =>
          Promise.resolve({
            fileName,
            rows: pages === 'notes' ? notes.map((note) => ({ day: 'd', views: -1, note })) : readViews(db, Number(pages)),
          }),
      }),
      watch: () => Promise.resolve(countingFeed()),
      addFile: defineFindHandler(contract.addFile, {
        find: ({ params }) => (params.id === id ? Promise.resolve(undefined) : fail(commonErrors.not_found)),
        async handle(_, { upload, request }) {
          if (request.headers['x-store'] === 'full') throw new StorageError('full', 'no room')
          const hash = createHash('sha256')
          let bytes = 0
          for await (const chunk of upload.stream as AsyncIterable<Buffer>) {
            hash.update(chunk)
            bytes += chunk.length
          }
          return { bytes, hash: hash.digest('hex'), mime: upload.type?.mime ?? null }
        },
      }),
    },
  )
  serveOpenApi(app, mounted, {
    title: 'Lists',
    version: '1',
    description: 'Lists',
    serverUrl: 'http://lists.test',
    termsUrl: 'http://lists.test/terms',
    tags: { lists: 'All lists' },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  cleanUp(async () => {
    closing.abort()
    await app.close()
  })
  return { app, port, base, id, notes, answers, closing, login, feeds }
}
