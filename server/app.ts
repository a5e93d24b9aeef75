import type { FastifyInstance } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isAlive } from '#kit/server/db.ts'
import { demand } from '#kit/server/limits.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { type Door, mount } from '#kit/server/http/mount.ts'
import { serveOpenApi } from '#kit/server/http/openapi.ts'
import type { Services } from './services.ts'
import { texts } from './texts.ts'
import packageJson from '../package.json' with { type: 'json' }

const writes = { max: 600, windowSeconds: 60 }
const reads = { max: 6000, windowSeconds: 60 }

export interface AppHooks {
  /** Sees every answer before it is sent; tests check it against its schema. */
  onAnswer?: (endpoint: Endpoint, answer: unknown) => void
}

/** The product as one HTTP server: each feature is mounted by one line. Not listening yet. */
export async function createApp(services: Services, hooks: AppHooks = {}): Promise<FastifyInstance> {
  const { config, db, log, limits, addressOf } = services
  const app = createHttp({ log, texts, isHttps: config.publicUrl.startsWith('https:') })
  const endpoints: Endpoint[] = []
  const door: Door = {
    db,
    findViewer: findViewer(db),
    addressOf,
    countWrite: ({ userId }) => demand(limits.count(`writes:${userId}`, writes)),
    onMount: (endpoint) => endpoints.push(endpoint),
    ...hooks,
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/api/')) demand(limits.count(`reads:${addressOf(request)}`, reads))
    done()
  })

  serveOpenApi(app, endpoints, { title: `${brand} API`, version: packageJson.version })
  app.get('/health', async () => {
    await isAlive(db)
    return { status: 'ok' }
  })
  return app
}
