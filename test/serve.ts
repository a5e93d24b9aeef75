import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { callEndpoint, toFormData, type Send } from '#kit/contract/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { databaseTimeouts, requestTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb, type Db } from '#kit/server/db/db.ts'
import type { Replicas } from '#kit/server/db/replicas.ts'
import { createLog } from '#kit/server/log.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createProductMetrics } from '#server/monitoring.ts'
import { createServices, type Services } from '#server/services.ts'
import type { AppOptions } from '#server/tools.ts'
import { cleanUp } from './clean-up.ts'
import { createDatabase, databaseUrl } from './database.ts'

/** A client: `client(endpoint, { params, query, headers, body })`. Refused calls throw an ApiError. */
export type Client = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>
export interface Caller {
  token?: string
  teamId?: string
  language?: 'en' | 'nl'
  form?: boolean
  headers?: Record<string, string>
}

/** DATABASE_REQUEST_WAIT in seconds: a busy machine must not cause 503. Tests of that limit set their own. */
export const requestWaitSeconds = '20'

const calledFolder = join('.cache', 'called')
const recordedCalls = new Set<string>()
/** Records the endpoints called in all test files: scripts/endpoints.ts finds the endpoints never called. */
function recordCall(endpoint: Endpoint) {
  const name = `${endpoint.method} ${endpoint.path}`
  if (recordedCalls.has(name)) return
  recordedCalls.add(name)
  mkdirSync(calledFolder, { recursive: true })
  appendFileSync(join(calledFolder, String(process.pid)), `${name}\n`)
}

/** Makes reads that may lag use this connection, which refuses writes, instead of a replica. */
const readOnlyReplicas = (replica: Db): Replicas => ({
  choose: async () => replica,
  notePosition: async () => '0/0',
  excludeReplica: () => undefined,
  figures: () => [],
  stop: async () => undefined,
})

/**
 * Starts the whole server on a fresh database, called through the web's typed client.
 * @param env settings other than the tests' defaults
 * @param options `webDir`: a built web, for tests of pages; the idle time of uploads; the time between checks of presence; another outbound
 * guard for relays; `checkAnswers: false` skips the comparison of responses with their schemas, which costs more than making them;
 * `readsLag: true` runs reads that may lag on a connection that refuses writes
 */
export async function startTestServer(
  env: Record<string, string> = {},
  {
    openPublic,
    checkAnswers = true,
    readsLag = false,
    ...options
  }: Pick<AppOptions, 'webDir' | 'uploadIdleSeconds' | 'presenceCheckMs'> &
    Partial<Pick<Services, 'openPublic'>> & { checkAnswers?: boolean; readsLag?: boolean } = {},
) {
  const { adminUrl, template } = inject('database')
  const name = `choice_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await createDatabase(admin, name, template)
  const dataDir = mkdtempSync(join(tmpdir(), 'choice-data-'))
  const settings = {
    PUBLIC_URL: 'http://choice.test',
    CAPTCHA_COST: '1',
    DEMO: 'off',
    DATA_DIR: dataDir,
    DATABASE_REQUEST_WAIT: requestWaitSeconds,
  }
  const config = readConfig({ ...settings, ...env }, process.cwd())
  const replica = readsLag
    ? createDb({
        connection: databaseUrl(adminUrl, name, '-c default_transaction_read_only=on'),
        maxConnections: 2,
        timeouts: requestTimeouts(Number(requestWaitSeconds) * 1000),
        onError: () => undefined,
      })
    : undefined
  const begin = async () => {
    const made = createServices(config, databaseUrl(adminUrl, name), createLog({ level: 'silent' }), inject('children').sandbox)
    const services = {
      ...made,
      ...(replica && { replicas: readOnlyReplicas(replica) }),
      ...(openPublic && { openPublic }),
    }
    const app = await createApp(services, await createProductMetrics(services), {
      linkPauseMs: 0,
      ...options,
      onResponse(endpoint, json) {
        if (!checkAnswers) return
        const response: unknown = JSON.parse(json)
        // Fails if the response has undeclared fields, which parsing would drop.
        expect(endpoint.output.parse(response)).toEqual(response)
        recordCall(endpoint)
      },
    })
    return { services, app }
  }
  const { services, app } = await begin()
  /** Runs statements that fill tables. Its time limits are longer than the product's, which a busy machine would exceed. */
  const bulkDb = createDb({
    connection: databaseUrl(adminUrl, name),
    maxConnections: 2,
    timeouts: { ...databaseTimeouts.background, waitMs: 240_000, statementMs: 240_000 },
    onError: () => undefined,
  })
  await services.jobs.start()
  cleanUp(async () => {
    await app.close()
    await services.stop()
    await bulkDb.destroy()
    await replica?.destroy()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Creates clients: `clientFor({ token })`, `clientFor({ language: 'nl' })`. `form` sends bodies as multipart. */
  const callersOf =
    (app: FastifyInstance) =>
    ({ token, teamId, language = 'en', form = false, headers: extra = {} }: Caller = {}): Client => {
      const send: Send = async ({ method, url, headers, body }) => {
        const multipart = toFormData(body, form)
        const encoded = multipart && new Request('http://x', { method: 'POST', body: multipart })
        const response = await app.inject({
          method,
          url,
          headers: {
            'accept-language': language,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(teamId !== undefined && { 'x-team-id': teamId }),
            ...(encoded
              ? { 'content-type': encoded.headers.get('content-type') ?? '' }
              : body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
            ...extra,
          },
          ...(encoded ? { payload: Buffer.from(await encoded.arrayBuffer()) } : body !== undefined && { payload: JSON.stringify(body) }),
        })
        const type = String(response.headers['content-type'])
        const isFile = !type.startsWith('application/json')
        return { status: response.statusCode, body: isFile ? new Blob([new Uint8Array(response.rawPayload)], { type }) : response.json() }
      }
      return (endpoint, input) => {
        recordCall(endpoint)
        return callEndpoint(endpoint, input, send)
      }
    }

  /** Returns the emails to an address, oldest first, as raw text; waits up to 20 s for `count` of them. */
  async function mailsTo(address: string, count = 1): Promise<string[]> {
    const read = () => {
      try {
        return readdirSync(config.outboxDir)
          .toSorted()
          .map((file) => readFileSync(join(config.outboxDir, file), 'utf8'))
      } catch {
        return []
      }
    }
    for (const end = Date.now() + 20_000; ; await sleep(20)) {
      const mails = read().filter((mail) => mail.toLowerCase().includes(`to: ${address.toLowerCase()}`))
      if (mails.length >= count || Date.now() > end) return mails
    }
  }

  /** Starts another server instance on the same database; they share nothing else. */
  async function startAnother() {
    const other = await begin()
    cleanUp(async () => {
      await other.app.close()
      await other.services.stop()
    })
    return { app: other.app, services: other.services, clientFor: callersOf(other.app) }
  }

  const clientFor = callersOf(app)
  return { app, services, db: services.db, bulkDb, config, clientFor, guest: clientFor(), mailsTo, again: startAnother }
}
/** The result of {@link startTestServer}. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>
