/** Notifies owners of new followers. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { notify, type Notice } from '#features/notifications/server/notify.ts'
import { type NewFollowers, dequeueNewFollowers } from './queries/follows.ts'

/** Sent after a follow. Also runs every minute, for follows whose process ended before it sent the job. */
export const notifyOwnersJob = defineJob('social-new-followers', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** After a notice is sent at once, followers within this many seconds are collected for one further notice. */
const waitSeconds = 1
/** Maximum new followers per transaction. */
const batchSize = 1000

/** @returns a function that sends the job at once, or after a moment if a notice was just sent */
export function createOwnerNotifier(jobs: Pick<Jobs, 'send'>): () => void {
  const waitMs = waitSeconds * 1000
  /** Until this time, new followers are collected for one notice. */
  let batchedUntil = 0
  /** Time until which a sent job hasn't started, so that it covers new followers too. */
  let coveredUntil = 0
  return () => {
    const now = performance.now()
    if (now < coveredUntil) return
    const waits = now < batchedUntil
    coveredUntil = waits ? now + waitMs : now
    batchedUntil = coveredUntil + waitMs
    const options = waits ? { startAfter: waitSeconds, singletonKey: 'together' } : { singletonKey: 'at once' }
    jobs.send(notifyOwnersJob, {}, options).then(
      // Another process has already sent a job, which starts sooner.
      (id) => id === null && (coveredUntil = 0),
      // If sending fails, the job of the next minute covers the new followers.
      () => (coveredUntil = 0),
    )
  }
}

/** Notifies owners of all new followers of a day together. A user who unfollows and follows again counts once. */
export async function notifyOwners(db: Db, signal: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize && !signal.aborted;)
    count = await db.transaction().execute(async (tx) => {
      const { takenCount, followers } = await dequeueNewFollowers(tx, batchSize)
      if (followers.length > 0) await notify(tx, followers.map(noticeOf))
      return takenCount
    })
}

function noticeOf({ playlist_key: key, followed_user_id: person, day, follower_ids: actor, owner_ids: to }: NewFollowers): Notice {
  const subject = key === null ? {} : { subject: { type: 'playlist', key } as const }
  return { kind: 'new_follower', to, actor, ...subject, bundle: `${day}:${key ?? person}` }
}
