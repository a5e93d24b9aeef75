import { join } from 'node:path'
import { constants } from 'node:zlib'
import { readFileSync } from 'node:fs'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import serveStatic from '@fastify/static'
import { brand } from '#kit/contract/brand.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Feature } from '#kit/server/feature.ts'
import { serveHealth } from '#kit/server/http/health.ts'
import { createHttp } from '#kit/server/http/app.ts'
import type { GuestReads } from '#kit/server/http/guest-reads.ts'
import { mount } from '#kit/server/http/mount.ts'
import { type NamedEndpoint, serveOpenApi } from '#kit/server/http/openapi.ts'
import { type Metrics, serveMetrics } from '#kit/server/metrics.ts'
import { type PagesOptions, servePages } from '#kit/server/http/pages.ts'
import { pages } from '#features/pages/server/pages.ts'
import { serveRelay } from '#features/tv-watching/server/relay/serve-relay.ts'
import { sitePages } from '#features/site/server/pages.ts'
import { createPageSite } from '#features/site/server/page-site.ts'
import { texts as channels } from '#features/channels/server/texts.ts'
import packageJson from '../package.json' with { type: 'json' }
import { serveDemoMedia } from './demo/media.ts'
import { findStreamKey } from './demo/television/stream-folders.ts'
import { attachEdge } from './edge.ts'
import { features, texts } from './features.ts'
import { checkMainTables } from './queries/main-tables.ts'
import type { Services } from './services.ts'
import { type AppOptions, type ServerTools, createTools } from './tools.ts'

/** Files that browsers request at fixed paths. They are revalidated each time, so that new versions apply immediately. */
const rootFiles = {
  'favicon.ico': 'image/x-icon',
  'manifest.en.webmanifest': 'application/manifest+json; charset=utf-8',
  'manifest.nl.webmanifest': 'application/manifest+json; charset=utf-8',
  'sw.js': 'text/javascript; charset=utf-8',
}

/** Serves the built web and its pages. */
async function serveWeb(
  app: FastifyInstance,
  webDir: string,
  options: Pick<PagesOptions, 'publicUrl' | 'db' | 'guestReads' | 'countRead' | 'readSite'>,
) {
  await app.register(serveStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    // Allowed for sandboxed frames on other sites, whose origin is null. These files contain no user data.
    setHeaders: (reply) => void reply.header('access-control-allow-origin', '*'),
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  for (const [name, type] of Object.entries(rootFiles)) {
    const content = readFileSync(join(webDir, name))
    app.get(`/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(content))
  }
  servePages(app, {
    pages: [...pages, ...sitePages],
    template: join(webDir, 'index.html'),
    ...options,
    brand,
    texts,
    descriptions: { en: channels.en('head.home_description'), nl: channels.nl('head.home_description') },
    noScript: { en: channels.en('head.no_script'), nl: channels.nl('head.no_script') },
  })
}

/** Mounts all features on one HTTP server, which does not listen yet. An instance that only relays streams serves nothing else. */
export async function createApp(services: Services, metrics: Metrics, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, db, backgroundDb, log, jobs } = services
  const app = createHttp({ log, texts, isHttps: config.publicUrl.startsWith('https:'), mediaUrl: config.edge?.url })
  // Compresses responses quickly rather than well. Built files are already compressed.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  metrics.count(app)
  if (config.metricsToken !== undefined) serveMetrics(app, metrics, config.metricsToken)
  serveHealth(app, db, checkMainTables)
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const tools = createTools(services, metrics, closing.signal, options)
  if (config.worker === 'relay') {
    serveRelay(app, tools)
    return app
  }
  const { countRead, edge } = tools
  if (edge) attachEdge(app, edge)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/api/')) countRead(request)
    done()
  })
  const guestReads: GuestReads = new Map()
  const endpoints: NamedEndpoint[] = []
  for (const { name, contract, ...feature } of features as readonly Feature<ServerTools>[]) {
    const onMount = (endpoint: Endpoint, operationId: string) => endpoints.push({ endpoint, operationId, tag: name })
    mount(app, { ...tools, guestReads, onMount }, contract, feature.routes(tools))
    feature.serve?.(app, tools)
    feature.registerJobs?.({ ...tools, db: backgroundDb })
    feature.registerMetrics?.(metrics, { ...tools, db: backgroundDb })
  }
  if (config.demo) {
    const { registerDemoTelevisionJob } = await import('./demo/television/refresh.ts')
    registerDemoTelevisionJob({ db: backgroundDb, jobs, imports: tools.imports, workDir: config.importsDir, origin: config.publicUrl })
  }
  await serveDemoMedia(app, { folder: join(config.root, 'server', 'demo', 'assets', 'clips'), findStreamKey: () => findStreamKey(db) })
  serveOpenApi(app, endpoints, {
    title: `${brand} API`,
    version: packageJson.version,
    description: `Everything that ${brand} does in a browser goes through these calls. They take and return JSON; all errors have one shape.`,
    serverUrl: config.publicUrl,
    termsUrl: `${config.publicUrl}/en/terms`,
    tags: Object.fromEntries(features.map(({ name, summary }) => [name, summary])),
  })
  const readSite = createPageSite(services.siteSettings)
  if (options.webDir) await serveWeb(app, options.webDir, { publicUrl: config.publicUrl, db, guestReads, countRead, readSite })
  return app
}
