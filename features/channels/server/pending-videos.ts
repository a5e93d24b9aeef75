/** Fetches the pages of videos that were added before their pages were fetched. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Media } from '#features/media/server/media.ts'
import { titleOfAddress } from '#features/media/server/links.ts'
import { createDraft } from './drafts.ts'
import { fillPendingVideo, findPendingUser, listPendingVideos, type PendingVideo, abandonPendingVideo } from './queries/pending-videos.ts'

/** The job is also scheduled, because an instance may end before it sends the next job. */
export const fetchPendingVideosJob = defineJob('curation-pending-videos', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 600 })

/** Seconds until the next attempt, after which part of the limits per minute is available again. */
const waitSeconds = 30
/** Milliseconds for one batch of pages, including time in the queue. */
const deadlineMs = 60_000
/** Matches the limits per minute of one user: in total and per host. */
const limits = { perRun: 200, perHost: 30, read: 1000 }
const maxConcurrentUsers = 4

/** Schedules the job, once for any number of calls. */
export const schedulePendingFetch = async (jobs: Pick<Jobs, 'send'>): Promise<void> => {
  await jobs.send(fetchPendingVideosJob, {}, { startAfter: waitSeconds, singletonKey: 'later' })
}

/** Selects videos within the limits. Many links to one host don't block links to others. */
function nextBatch(videos: readonly PendingVideo[]): PendingVideo[] {
  const counts = new Map<string, number>()
  return videos
    .filter(({ src }) => {
      const { hostname } = new URL(src)
      counts.set(hostname, (counts.get(hostname) ?? 0) + 1)
      return counts.get(hostname)! <= limits.perHost
    })
    .slice(0, limits.perRun)
}

interface FetchTools {
  db: Db
  links: Media['links']
  signal: AbortSignal
}

/** Fetches the pages of a batch of the user's videos. @returns whether videos are left */
async function fetchVideosOfUser({ db, links }: FetchTools, userId: string): Promise<boolean> {
  const videos = await listPendingVideos(db, userId, limits.read)
  const batch = nextBatch(videos)
  const metas = await links.describeLinks(
    db,
    batch.map(({ src }) => src),
    { by: userId, isPasted: true, deadlineMs },
  )
  let filled = 0
  for (const [index, { id, src, is_last }] of batch.entries()) {
    const meta = metas[index]!
    // A refused address stays unchanged, like an unreachable one, as this job can't notify the user.
    if (meta === 'refused' || (meta.is_pending && is_last)) await abandonPendingVideo(db, id)
    else if (meta.is_pending) continue
    else await fillPendingVideo(db, id, titleOfAddress(new URL(src)), createDraft(src, meta, userId))
    filled++
  }
  return filled < videos.length
}

/** Fetches pages for each user within the limits. @returns whether videos are left */
async function fetchPending(tools: FetchTools): Promise<boolean> {
  /** One caller at a time searches for the next user, so that no user is processed twice. */
  let lastUser: Promise<string | undefined> = Promise.resolve('')
  const nextUser = () => (lastUser = lastUser.then((id) => (id === undefined ? undefined : findPendingUser(tools.db, id))))
  let hasRemaining = false
  const next = async () => {
    for (let id = await nextUser(); id !== undefined && !tools.signal.aborted; id = await nextUser())
      if (await fetchVideosOfUser(tools, id)) hasRemaining = true
  }
  await Promise.all(Array.from({ length: maxConcurrentUsers }, next))
  return hasRemaining || tools.signal.aborted
}

export interface PendingVideosTools {
  jobs: Pick<Jobs, 'work' | 'send'>
  db: Db
  links: Media['links']
}

export function registerPendingVideosJob({ jobs, db, links }: PendingVideosTools): void {
  jobs.work(fetchPendingVideosJob, async (_, { signal }) => {
    if (await fetchPending({ db, links, signal })) await schedulePendingFetch(jobs)
  })
}
