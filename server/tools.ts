import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db/db.ts'
import { readMigrations } from '#kit/server/db/migrate.ts'
import { createGuestReadLimit } from '#kit/server/http/guest-reads.ts'
import { addressKey, assertAllowed } from '#kit/server/http/limits.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import { createReader } from '#kit/server/reader.ts'
import { mergeTopics } from '#kit/contract/topics.ts'
import type { MountOptions } from '#kit/server/http/mount.ts'
import { assertSameOrigin } from '#kit/server/http/same-origin.ts'
import type { Change } from '#kit/server/http/changes.ts'
import { type FileType, detectTypeTask } from '#kit/server/sandbox/detect-type.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { createUserFinder, findCookieUser, findExampleUser } from '#features/accounts/server/users.ts'
import { createSpecialPlaylists } from '#features/channels/server/my-playlists.ts'
import { schedulePendingFetch } from '#features/channels/server/pending-videos.ts'
import { createLinkChecks } from '#features/link-checks/server/checks.ts'
import { playbackFailureRoute } from '#features/link-checks/server/routes.ts'
import { createMedia } from '#features/media/server/media.ts'
import { createImports } from '#features/tv-sources/server/imports.ts'
import { removeTelevision } from '#features/tv-sources/server/queries/removals.ts'
import { createParts } from '#features/uploads/server/part-store-s3.ts'
import { uploadQuota } from '#features/accounts/site-settings.ts'
import { uploadFile } from '#features/uploads/server/uploads.ts'
import { createPayments } from '#features/wallet/server/payments.ts'
import { createProvider } from '#features/wallet/server/providers/create-provider.ts'
import { notifyReversal } from '#features/wallet/server/reversal-notices.ts'
import { findAudience } from '#features/channels/server/audience.ts'
import { emailedInvitations } from '#features/teams/server/invitations.ts'
import { migrationsFolder } from './build-folder.ts'
import { backupMarkFile } from './data-dir.ts'
import { personalData, pictureUses, subjects, texts } from './features.ts'
import { createEdgeTools } from './edge.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Services } from './services.ts'

const writeLimit = { max: 600, windowSeconds: 60 }

/**
 * Creates the options with which all features are mounted: caller, address and uploads.
 * @param closing ends event streams when the server stops
 */
export function createMountOptions(services: Services, closing: AbortSignal): MountOptions {
  const { config, db, writeDb, replicas, live, log, limits, addressOf, countryOf, sandboxes } = services
  /** Publishes the change after the response, so it delays no caller. */
  async function publishChange(change: Change) {
    try {
      const audience = await findAudience(db, change)
      live.publish(audience.map(({ to, topics }) => ({ to, name: 'changed', data: { topics: mergeTopics(topics), by: change.by } })))
    } catch (error) {
      log.warn({ err: error }, 'open pages were not told of a change')
    }
  }
  return {
    db,
    writeDb,
    replicaReads: replicas && { ...replicas, isHttps: config.publicUrl.startsWith('https:') },
    findUser: createUserFinder(db, writeDb),
    findExampleUser,
    findCookieUser(db, request: FastifyRequest) {
      assertSameOrigin(request.headers, config.publicUrl)
      return findCookieUser(db, request.headers.cookie)
    },
    detectType: (firstBytes, caller) => detectType(sandboxes.texts, firstBytes, caller),
    closing,
    addressOf,
    countryOf,
    onChange: (change) => void publishChange(change),
    countWrite: ({ id }) => assertAllowed(limits.count(`writes:${id}`, writeLimit)),
  }
}

/** Detects the type of an upload; undefined if the detection fails. @throws if it can't run now */
async function detectType(sandbox: Sandbox, firstBytes: Uint8Array, caller: string): Promise<FileType | undefined> {
  try {
    return await sandbox.run(detectTypeTask, firstBytes, { by: caller })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return undefined
    throw error
  }
}

const readLimit = { max: 6000, windowSeconds: 60 }

export interface AppOptions {
  /** Folder of the built web; undefined: the API alone. */
  webDir?: string
  /** Receives every response before it is sent; tests check it against its schema. */
  onResponse?: (endpoint: Endpoint, json: string) => void
  /** Milliseconds between link checks of one host; 0 in tests. */
  linkPauseMs?: number
  /** Seconds without progress after which an upload is aborted. */
  uploadIdleSeconds?: number
  /** Milliseconds between checks of pages with open channels; short in tests. */
  presenceCheckMs?: number
}

export type ServerTools = ReturnType<typeof createTools>

/** Tools that features provide for each other: each feature takes the tools that it names. @param closing aborts when the server stops */
export function createTools(services: Services, metrics: Metrics, closing: AbortSignal, options: AppOptions) {
  const { config, writeDb, backgroundDb, log, jobs, limits, storage, sandboxes, fetchPublic, addressOf, countryOf, siteSettings } = services
  const { publicUrl } = config
  const media = createMedia({ storage, fetchPublic, sandboxes, uses: pictureUses, publicUrl, limits })
  const { edge, purges } = createEdgeTools(services, media)
  const readQuota = async () => uploadQuota(await siteSettings.read(), config.uploadQuotaBytes)
  const uploads = { parts: createParts(config, { db: writeDb, storage }), storage, jobs, readQuota }
  const linkChecks = createLinkChecks({
    db: backgroundDb,
    fetchPublic,
    sandbox: sandboxes.texts,
    limits,
    log,
    count: {
      look: metrics.counter('link_looks_total', 'Checks of video links, by finding.', 'finding'),
      change: metrics.counter('link_changes_total', 'Video links that became doubtful, gone or well again.', 'change'),
    },
    pauseMs: options.linkPauseMs,
  })
  const imports = createImports({
    ...services,
    db: backgroundDb,
    sandbox: sandboxes.guides,
    workDir: config.importsDir,
    maxBytes: config.guideMaxBytes,
  })
  const payments = createPayments({
    db: backgroundDb,
    log: services.log,
    publicUrl,
    provider: createProvider(backgroundDb, config),
    onReversal: notifyReversal,
  })
  return {
    ...services,
    ...createMountOptions(services, closing),
    ...media,
    ...options,
    media,
    edge,
    purges,
    ...(edge && { toOwn: edge.toOwn }),
    metrics,
    uploads,
    linkChecks,
    payments,
    imports,
    subjects,
    personalData,
    texts,
    publicUrl,
    sandbox: sandboxes.texts,
    webDir: options.webDir,
    productIcon: readFileSync(join(config.root, 'web', 'icons', 'icon-512.png')),
    guestWeight: createGuestReadLimit(limits, addressOf),
    onAccountCreated: createSpecialPlaylists,
    emailedInvitations,
    release: { version: packageJson.version, migrations: readMigrations(migrationsFolder(config.root)).map(({ name }) => name) },
    backupMark: backupMarkFile(config.dataDir),
    reportPlaybackFailure: playbackFailureRoute({ linkChecks, limits, config }),
    removeTelevision,
    schedulePendingFetch: () => schedulePendingFetch(jobs),
    uploadFile: uploadFile.bind(undefined, uploads),
    /** Counts a read from this address. @throws 429 */
    countRead: (request: FastifyRequest) => assertAllowed(limits.count(`requests:${addressKey(addressOf(request))}`, readLimit)),
    /** Finds the user of a session cookie. @returns null for guests */
    async findReader(db: Db, request: FastifyRequest) {
      const user = await findCookieUser(db, request.headers.cookie)
      return user && createReader(user, countryOf(request))
    },
  }
}
