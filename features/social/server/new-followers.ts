/** Notifies owners of new followers. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { notify, type Notice } from '#features/notifications/server/notify.ts'
import { type NewFollowers, dequeueNewFollowers } from './queries/follows.ts'

/** Runs every minute, for followers whose process ended before scheduling a notice. */
export const notifyOwnersJob = defineJob('social-new-followers', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Seconds during which further followers of the same thing are batched, after an immediate notice. */
const waitSeconds = 1
/** Maximum new followers per transaction. */
const batchSize = 1000

/** @returns a function that schedules a notice: immediately, or batched shortly after the previous notice */
export function createOwnerNotifier(jobs: Pick<Jobs, 'send'>): () => void {
  const waitMs = waitSeconds * 1000
  /** End of the current batch. */
  let batchedUntil = 0
  /** Time until which the last scheduled job hasn't started, so that it covers new followers too. */
  let coveredUntil = 0
  return () => {
    const now = performance.now()
    if (now < coveredUntil) return
    const waits = now < batchedUntil
    coveredUntil = waits ? now + waitMs : now
    batchedUntil = coveredUntil + waitMs
    const options = waits ? { startAfter: waitSeconds, singletonKey: 'together' } : { singletonKey: 'at once' }
    jobs.send(notifyOwnersJob, {}, options).then(
      // A job of another process runs sooner.
      (id) => id === null && (coveredUntil = 0),
      // The minutely job covers the new followers.
      () => (coveredUntil = 0),
    )
  }
}

/** Notifies of a day's new followers together: each once, even after unfollowing and following again. */
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
