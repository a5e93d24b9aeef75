/** Videos that were added before their pages were looked at: a job does that later. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Media } from '#features/media/server/media.ts'
import { titleOfAddress } from '#features/media/server/links.ts'
import { draftOf } from './drafts.ts'
import { fillPendingVideo, findPendingUser, listPendingVideos, type PendingVideo, settlePendingVideo } from './queries/pending-videos.ts'

/** By the clock, too: when an instance ends between its work and sending the next job, nothing is forgotten. */
export const lookAtPendingVideos = defineJob('curation-pending-videos', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 600 })

/** Seconds until it is tried (again): by then a part of the minute's limits is free. */
const waitSeconds = 30
/** Milliseconds for the pages of one batch, who wait for their turn included. */
const deadlineMs = 60_000
/** As many of one user as limits let through in a minute: of all, and of one host. */
const limits = { perRun: 200, perHost: 30, read: 1000 }
const usersAtOnce = 4

/** Asks for the job; of many calls one counts. */
export const lookLater = async (jobs: Pick<Jobs, 'send'>): Promise<void> => {
  await jobs.send(lookAtPendingVideos, {}, { startAfter: waitSeconds, singletonKey: 'later' })
}

/** Those that may be asked for now: a user's thousand links to one host don't keep back the others. */
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

interface Looking {
  db: Db
  links: Media['links']
  signal: AbortSignal
}

/** @returns whether some are left */
async function lookFor({ db, links }: Looking, userId: string): Promise<boolean> {
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
    // Nobody is there any more to be told that an address is refused: it stays as it is, like one that can't be reached.
    if (meta === 'refused' || (meta.is_pending && is_last)) await settlePendingVideo(db, id)
    else if (meta.is_pending) continue
    else await fillPendingVideo(db, id, titleOfAddress(new URL(src)), draftOf(src, meta, userId))
    filled++
  }
  return filled < videos.length
}

/** Looks at what the limits allow, of everybody in turn. @returns whether some are left */
async function lookForAll(looking: Looking): Promise<boolean> {
  /** One after the other asks for the next user, so that nobody is looked after twice. */
  let latest: Promise<string | undefined> = Promise.resolve('')
  const nextUser = () => (latest = latest.then((id) => (id === undefined ? undefined : findPendingUser(looking.db, id))))
  let areLeft = false
  const next = async () => {
    for (let id = await nextUser(); id !== undefined && !looking.signal.aborted; id = await nextUser())
      if (await lookFor(looking, id)) areLeft = true
  }
  await Promise.all(Array.from({ length: usersAtOnce }, next))
  return areLeft || looking.signal.aborted
}

export interface PendingVideosTools {
  jobs: Pick<Jobs, 'work' | 'send'>
  db: Db
  links: Media['links']
}

export function registerPendingVideosJob({ jobs, db, links }: PendingVideosTools): void {
  jobs.work(lookAtPendingVideos, async (_, { signal }) => {
    if (await lookForAll({ db, links, signal })) await lookLater(jobs)
  })
}
