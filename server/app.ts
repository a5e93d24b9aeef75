import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import type { Contract, Endpoint } from '#kit/contract/endpoint.ts'
import { serveHealth } from '#kit/server/health.ts'
import { createHttp } from '#kit/server/http/app.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { createGuestWeight } from '#kit/server/http/guest-weight.ts'
import { mount } from '#kit/server/http/mount.ts'
import { type NamedEndpoint, serveOpenApi } from '#kit/server/http/openapi.ts'
import type { Db } from '#kit/server/db.ts'
import type { GuestReads } from '#kit/server/http/guest-reads.ts'
import { addressKey, demand } from '#kit/server/limits.ts'
import { type Metrics, serveMetrics } from '#kit/server/metrics.ts'
import { readerOf } from '#kit/server/reader.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { accountPictures } from '#features/accounts/server/queries/picture-uses.ts'
import { workAccounts } from '#features/accounts/server/jobs.ts'
import { accountsRoutes } from '#features/accounts/server/routes.ts'
import { findCookieUser } from '#features/accounts/server/users.ts'
import { curationContract } from '#features/curation/contract.ts'
import { curationPictures } from '#features/curation/server/queries/picture-uses.ts'
import { lookLater, workPendingVideos } from '#features/curation/server/pending-videos.ts'
import { workCuration } from '#features/curation/server/jobs.ts'
import { createSpecialPlaylists } from '#features/curation/server/my-playlists.ts'
import { curationRoutes } from '#features/curation/server/routes.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { workDataRights } from '#features/data-rights/server/jobs.ts'
import { dataRightsRoutes } from '#features/data-rights/server/routes.ts'
import { serveExports } from '#features/data-rights/server/serve-exports.ts'
import { linkChecksContract } from '#features/link-checks/contract.ts'
import { createLinkChecks } from '#features/link-checks/server/checks.ts'
import { workLinkChecks } from '#features/link-checks/server/jobs.ts'
import { linkChecksRoutes, playbackFailureRoute } from '#features/link-checks/server/routes.ts'
import { mediaContract } from '#features/media/contract.ts'
import { workMedia } from '#features/media/server/jobs.ts'
import { createMedia } from '#features/media/server/media.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { serveCast } from '#features/media/server/serve-cast.ts'
import { servePictures } from '#features/media/server/serve-pictures.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { workNotifications } from '#features/notifications/server/jobs.ts'
import { mayPushTo } from '#features/notifications/server/push.ts'
import { notificationsRoutes } from '#features/notifications/server/routes.ts'
import { pagesContract } from '#features/pages/contract.ts'
import { pagesRoutes } from '#features/pages/server/routes.ts'
import { publishingContract } from '#features/publishing/contract.ts'
import { workPublishing } from '#features/publishing/server/jobs.ts'
import { publishingRoutes } from '#features/publishing/server/routes.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { reportsRoutes } from '#features/reports/server/routes.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { workUploads } from '#features/uploads/server/jobs.ts'
import { createParts } from '#features/uploads/server/create-parts.ts'
import { uploadPictures } from '#features/uploads/server/queries/access.ts'
import { uploadsRoutes } from '#features/uploads/server/routes.ts'
import { serveFiles } from '#features/uploads/server/serve-files.ts'
import { serveTus } from '#features/uploads/server/tus.ts'
import { uploadFile } from '#features/uploads/server/uploads.ts'
import { socialContract } from '#features/social/contract.ts'
import { workSocial } from '#features/social/server/jobs.ts'
import { socialRoutes } from '#features/social/server/routes.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { sharingRoutes } from '#features/sharing/server/routes.ts'
import { serveSharing } from '#features/sharing/server/serve-sharing.ts'
import { televisionContract } from '#features/television/contract.ts'
import { createImports } from '#features/television/server/imports.ts'
import { workTelevision } from '#features/television/server/jobs.ts'
import { countFailingSources } from '#features/television/server/queries/imports.ts'
import { televisionPictures } from '#features/television/server/queries/picture-uses.ts'
import { serveRelay } from '#features/television/server/relay/serve-relay.ts'
import { removeTelevision } from '#features/television/server/removals.ts'
import { televisionRoutes } from '#features/television/server/routes.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { workWatching } from '#features/watching/server/jobs.ts'
import { watchingRoutes } from '#features/watching/server/routes.ts'
import packageJson from '../package.json' with { type: 'json' }
import { serveDemoMedia } from './demo/media.ts'
import { createMountOptions } from './mount-options.ts'
import { readMainTables } from './queries/main-tables.ts'
import { personalData } from './personal-data.ts'
import { serveWeb } from './serve-web.ts'
import type { Services } from './services.ts'
import { subjects } from './subjects.ts'
import { texts } from './texts.ts'

const reads = { max: 6000, windowSeconds: 60 }

/** What the calls of each feature are about, in the API's description. */
const apiTags = {
  media: 'Links: what the page at an address says of itself',
  accounts: 'People: signing up and in, sessions, profile, password',
  curation: 'Channels: their series and videos, and the order of all',
  uploads: 'Video files that people upload, and captions',
  notifications: 'What people are told: new videos, shares, followers, and what changes while they look',
  social: 'What people like and follow, and what they might want to follow',
  watching: 'What people watch: views, where they are in videos, what they go on with',
  sharing: 'Links to channels, series and videos that people share',
  publishing: 'What people share with their followers, and keep to watch later',
  reports: 'What people report, and what the operator decides',
  'data-rights': 'What is one’s own: an archive of it, channels out of files, the end of an account',
  television: 'TV channels and what is on: lists, guide, reminders',
  'link-checks': 'Links that no longer play: looked at, listed, mailed about',
  pages: 'What explains the views of the product',
} as const

export interface AppOptions {
  /** Counts requests; none: nothing is counted. */
  metrics?: Metrics
  /** The folder of the built web; none: no pages, the API alone. */
  webDir?: string
  /** Sees every answer before it is sent; tests check it against its schema. */
  onAnswer?: (endpoint: Endpoint, json: string) => void
  /** Milliseconds between two looks at links of one host; tests have no time for any. */
  linkPauseMs?: number
  /** An upload that brings next to nothing for so long is given up; its own default unless told. */
  uploadIdleSeconds?: number
}

const ignore = () => {}

/** The product as one HTTP server: each feature is mounted by one line. Not listening yet. */
export async function createApp(
  services: Services,
  { metrics, webDir, onAnswer, linkPauseMs, uploadIdleSeconds }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, db, backgroundDb, log, limits, addressOf, countryOf, storage } = services
  const app = createHttp({ log, texts, isHttps: config.publicUrl.startsWith('https:') })
  // Fast rather than small: what is worth the work, the web's assets, is compressed when it is built.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  metrics?.count(app)
  if (metrics && config.metricsToken !== undefined) serveMetrics(app, metrics, config.metricsToken)
  const endpoints: NamedEndpoint[] = []
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const guestReads: GuestReads = new Map()
  const guestWeight = createGuestWeight(limits, addressOf)
  const mountOptions = { ...createMountOptions(services, closing.signal), guestReads, guestWeight, ...(onAnswer && { onAnswer }) }
  const countRead = (request: FastifyRequest) => demand(limits.count(`requests:${addressKey(addressOf(request))}`, reads))
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/api/')) countRead(request)
    done()
  })
  const serve = <C extends Contract>(tag: keyof typeof apiTags, contract: C, handlers: Handlers<C>) => {
    const onMount = (endpoint: Endpoint, operationId: string) => endpoints.push({ endpoint, operationId, tag })
    mount(app, { ...mountOptions, onMount }, contract, handlers)
  }

  const { fetchPublic, sandboxes } = services
  const uses = [accountPictures, curationPictures, uploadPictures, televisionPictures]
  const media = createMedia({ storage, fetchPublic, sandboxes, uses, publicUrl: config.publicUrl, limits })
  const linkChecks = createLinkChecks({
    db: backgroundDb,
    fetchPublic,
    sandbox: sandboxes.texts,
    limits,
    log,
    count: {
      look: metrics?.counter('link_looks_total', 'Looks at links of videos, by what they found.', 'finding') ?? ignore,
      change: metrics?.counter('link_changes_total', 'Links of videos that failed, are gone, or play again.', 'change') ?? ignore,
    },
    pauseMs: linkPauseMs,
  })
  const linkCheckTools = { checks: linkChecks, jobs: services.jobs, limits, isOn: config.linkChecks }
  serve('media', mediaContract, mediaRoutes({ ...media, limits, reportPlaybackFailure: playbackFailureRoute(linkCheckTools) }))
  const findReader = async (db: Db, request: FastifyRequest) => {
    const user = await findCookieUser(db, request.headers.cookie)
    return user && readerOf(user, countryOf(request))
  }
  servePictures(app, { ...media, db, storage, findReader })
  workMedia({ db: backgroundDb, jobs: services.jobs, pictures: media.pictures })
  serve('accounts', accountsContract, accountsRoutes({ ...services, pictures: media.pictures, onCreate: createSpecialPlaylists }))
  const uploads = { parts: createParts(config, { db, storage }), storage, jobs: services.jobs, quotaBytes: config.uploadQuotaBytes }
  const curationTools = { media, limits, lookLater: () => lookLater(services.jobs), uploadFile: uploadFile.bind(undefined, uploads) }
  serve('curation', curationContract, curationRoutes(curationTools))
  workPendingVideos({ db: backgroundDb, jobs: services.jobs, links: media.links })
  serve('uploads', uploadsContract, uploadsRoutes({ ...media, tools: uploads, sandbox: sandboxes.texts, limits }))
  serveTus(app, {
    ...mountOptions,
    tools: uploads,
    locks: services.uploadLocks,
    texts,
    publicUrl: config.publicUrl,
    ...(uploadIdleSeconds && { uploadIdleSeconds }),
  })
  serveFiles(app, { ...media, db, storage, findReader, countryOf })
  workUploads({
    db: backgroundDb,
    jobs: services.jobs,
    tools: uploads,
    processing: { ...config, db: backgroundDb, storage, pictures: media.pictures, sandboxes, workDir: config.uploadsWorkDir },
  })
  const pushing = {
    live: services.live,
    limits,
    isPushOn: config.webPush,
    mayPushTo: (endpoint: string) => mayPushTo(endpoint, config.outboundAllow),
  }
  serve('notifications', notificationsContract, notificationsRoutes(pushing))
  serve('social', socialContract, socialRoutes({ subjects, db, jobs: services.jobs, limits }))
  serve('watching', watchingContract, watchingRoutes({ subjects, limits, db }))
  serve('sharing', sharingContract, sharingRoutes({ subjects, limits, publicUrl: config.publicUrl }))
  const sign = readFileSync(join(config.root, 'web', 'icons', 'icon-512.png'))
  serveCast(app, webDir)
  serveSharing(app, {
    ...media,
    webDir,
    sign,
    db,
    limits,
    addressOf,
    countryOf,
    countRead,
    guestWeight,
    publicUrl: config.publicUrl,
    sandbox: sandboxes.pictures,
  })
  serve('publishing', publishingContract, publishingRoutes({ ...curationTools, jobs: services.jobs, publicUrl: config.publicUrl }))
  serve('reports', reportsContract, reportsRoutes({ subjects, limits, mailer: services.mailer, removeTelevision }))
  serve('data-rights', dataRightsContract, dataRightsRoutes({ ...services, sandbox: sandboxes.texts, lookLater: curationTools.lookLater }))
  serveExports(app, { db, storage, findReader })
  workDataRights({
    ...services,
    db: backgroundDb,
    features: personalData,
    publicUrl: config.publicUrl,
    pictures: media.pictures,
    sandbox: sandboxes.texts,
  })
  serve('television', televisionContract, televisionRoutes({ ...services, pictures: media.pictures, publicUrl: config.publicUrl }))
  metrics?.gauge('tv_sources_failing', 'Lists and guides whose last two imports failed.', () => countFailingSources(backgroundDb))
  const relayed = serveRelay(app, {
    ...services,
    ...config.relay,
    publicUrl: config.publicUrl,
    findReader,
    count: {
      request:
        metrics?.counter('relay_requests_total', 'Requests for streams that are passed on, by what became of them.', 'outcome') ?? ignore,
      bytes: metrics?.counter('relay_bytes_total', 'Bytes of streams that were passed on, by what they are.', 'kind') ?? ignore,
    },
  })
  metrics?.gauge('relay_streams', 'Streams of TV channels that are passed on now.', relayed)
  const { importsDir: workDir, guideMaxBytes: maxBytes } = config
  const imports = createImports({ ...services, sandbox: sandboxes.guides, workDir, maxBytes, db: backgroundDb })
  workTelevision({ ...services, db: backgroundDb, imports, pictures: media.pictures, workDir })
  serve('link-checks', linkChecksContract, linkChecksRoutes(linkCheckTools))
  workLinkChecks({ ...linkCheckTools, db: backgroundDb, mailer: services.mailer })
  serve('pages', pagesContract, pagesRoutes(config.contact))
  workAccounts({ ...services, db: backgroundDb })
  workCuration({ db: backgroundDb, jobs: services.jobs })
  workSocial({ db: backgroundDb, jobs: services.jobs })
  workWatching({ db: backgroundDb, jobs: services.jobs })
  workPublishing({ db: backgroundDb, jobs: services.jobs })
  workNotifications({
    ...services,
    db: backgroundDb,
    isPushOn: config.webPush,
    allowed: config.outboundAllow,
    subject: `mailto:${config.contact ?? /<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`,
  })
  if (config.demo) {
    const { workDemoTelevision } = await import('./demo/television/refresh.ts')
    workDemoTelevision({ db: backgroundDb, jobs: services.jobs, imports, workDir, origin: config.publicUrl })
  }
  await serveDemoMedia(app, join(config.root, 'server', 'demo', 'assets', 'clips'))

  serveOpenApi(app, endpoints, {
    title: `${brand} API`,
    version: packageJson.version,
    description: `Everything that ${brand} does in a browser goes through these calls. JSON in and out; refusals are all of one shape.`,
    serverUrl: config.publicUrl,
    termsUrl: `${config.publicUrl}/en/terms`,
    tags: apiTags,
  })
  serveHealth(app, db, readMainTables)
  if (webDir) await serveWeb(app, webDir, { publicUrl: config.publicUrl, db, guestReads, countRead })
  return app
}
