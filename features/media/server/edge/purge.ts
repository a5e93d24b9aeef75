import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Log } from '#kit/server/log.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { forEachConcurrent } from '#kit/server/for-each-concurrent.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import {
  deleteAllEdgeCopies,
  deleteEdgeCopies,
  deleteOldEdgeCopies,
  type EdgeCopy,
  listEdgeCopies,
  markPurgesDue,
} from '../queries/edge-copies.ts'
import type { EdgeKind } from './edge.ts'

/** Runs after each commit that may hide something. Also runs each minute, for permissions that expire and purges that failed. */
const purgeJob = defineJob('media-purge', z.object({}), { schedule: '* * * * *', timeoutSeconds: 300 })

const maxFilesPerRound = 1000
/** Maximum files of one request. */
const filesPerPurge = 30
const concurrentPurges = 8
/** Delay in seconds between a commit and the run, so that one run handles several commits. */
const settleSeconds = 1

export interface PurgeTools {
  db: Db
  log: Pick<Log, 'warn'>
  fetchPublic: FetchPublic
  settings: { url: string; purgeUrl: string; purgeHeader?: string | undefined }
  kinds: readonly EdgeKind[]
}

/** Returns the copies that the CDN may no longer serve. */
async function findHidden(db: Db, kinds: readonly EdgeKind[], copies: readonly EdgeCopy[]): Promise<string[]> {
  const hidden: string[] = []
  for (const { kind, findPublic } of kinds) {
    const copiesOfKind = copies.filter((copy) => copy.kind === kind)
    if (copiesOfKind.length === 0) continue
    const result = await findPublic(db, [...new Set(copiesOfKind.map(({ thing }) => thing))])
    hidden.push(...copiesOfKind.filter(({ thing, version }) => result.get(thing) !== version).map(({ path }) => path))
  }
  return hidden
}

/** Sends one purge request. If the request has a single file in its URL, a missing file counts as purged. */
async function sendPurge({ fetchPublic, settings }: PurgeTools, paths: readonly string[]): Promise<void> {
  const { url, purgeUrl, purgeHeader = '' } = settings
  const [, name, value = ''] = /^([^:]+): *(.*)$/.exec(purgeHeader) ?? []
  const headers = name === undefined ? {} : { [name.toLowerCase()]: value }
  const single = purgeUrl.includes('{path}')
  const post = single
    ? { body: null, headers }
    : {
        body: Buffer.from(JSON.stringify({ files: paths.map((path) => url + path) })),
        headers: { ...headers, 'content-type': 'application/json' },
      }
  const address = single ? purgeUrl.replace('{path}', paths[0]!) : purgeUrl
  await fetchPublic(address, { post, maxHops: 0, overflow: 'cut' }).catch((error: unknown) => {
    const status = error instanceof OutboundError ? error.answer?.status : undefined
    if (single && (status === 404 || status === 410)) return
    throw error
  })
}

/** Purges every copy that is no longer public. Failed purges stay due. */
async function purgeHidden(tools: PurgeTools, signal: AbortSignal): Promise<void> {
  const { db, log, kinds, settings } = tools
  const batchSize = settings.purgeUrl.includes('{path}') ? 1 : filesPerPurge
  for (let after = ''; ;) {
    const copies = await listEdgeCopies(db, after, maxFilesPerRound)
    const hidden = await findHidden(db, kinds, copies)
    if (hidden.length > 0) await markPurgesDue(db, hidden)
    const groups = Array.from({ length: Math.ceil(hidden.length / batchSize) }, (_, index) =>
      hidden.slice(index * batchSize, (index + 1) * batchSize),
    )
    let failure: unknown
    await forEachConcurrent(groups, { concurrency: concurrentPurges, isOver: () => signal.aborted }, async (paths) => {
      try {
        await sendPurge(tools, paths)
        await deleteEdgeCopies(db, paths)
      } catch (error) {
        failure = error
      }
    })
    if (failure !== undefined) log.warn({ err: failure }, 'the CDN did not acknowledge purges; they are repeated')
    if (copies.length < maxFilesPerRound || signal.aborted) break
    after = copies.at(-1)!.path
  }
  await deleteOldEdgeCopies(db)
}

export interface PurgeJobs {
  db: Db
  jobs: Pick<Jobs, 'work' | 'send'>
  purges: PurgeTools | undefined
  /** Calls `work` after each commit that notifies the database channel. */
  onNotice: (channel: string, work: () => void) => void
}

export function registerPurges({ db, jobs, purges, onNotice }: PurgeJobs): void {
  jobs.work(purgeJob, async (_, { signal }) => {
    // Without the setting, the CDN can't be purged, so the records of its copies are useless.
    await (purges ? purgeHidden(purges, signal) : deleteAllEdgeCopies(db))
  })
  if (purges)
    onNotice('hidden', () => {
      jobs
        .send(purgeJob, {}, { singletonKey: 'hidden', startAfter: settleSeconds })
        .catch((error: unknown) => purges.log.warn({ err: error }, 'purges wait for the next minute'))
    })
}
