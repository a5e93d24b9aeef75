/** Tells owners who follows them and their channels. */
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { notify, type Notice } from '#features/notifications/server/notify.ts'
import { type NewFollowers, takeNewFollowers } from './queries/follows.ts'

/** By the minute it tells what a process left that ended before it asked for this. */
export const tellOfFollowers = defineJob('social-new-followers', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Seconds in which those who begin to follow the same are told of together, after one was told of at once. */
const waitSeconds = 1
/** New followers of one transaction. */
const followersATime = 1000

/** @returns a function that has owners told: at once, and when that was just done, of all who came meanwhile a moment later */
export function createTellSoon(jobs: Pick<Jobs, 'send'>): () => void {
  const waitMs = waitSeconds * 1000
  /** Until then who comes waits for others. */
  let togetherUntil = 0
  /** Until then the job that was sent last has not begun: it tells of whoever follows by now. */
  let coveredUntil = 0
  return () => {
    const now = performance.now()
    if (now < coveredUntil) return
    const waits = now < togetherUntil
    coveredUntil = waits ? now + waitMs : now
    togetherUntil = coveredUntil + waitMs
    const options = waits ? { startAfter: waitSeconds, singletonKey: 'together' } : { singletonKey: 'at once' }
    jobs.send(tellOfFollowers, {}, options).then(
      // The one that another process sent begins sooner.
      (id) => id === null && (coveredUntil = 0),
      // Then the job of the minute tells.
      () => (coveredUntil = 0),
    )
  }
}

/** Of new followers is told together, those of a day: each once, also who comes and goes. */
export async function tellNewFollowers(db: Db, signal: AbortSignal): Promise<void> {
  for (let taken = followersATime; taken === followersATime && !signal.aborted;)
    taken = await db.transaction().execute(async (tx) => {
      const { taken, followers } = await takeNewFollowers(tx, followersATime)
      if (followers.length > 0) await notify(tx, followers.map(noticeOf))
      return taken
    })
}

function noticeOf({ playlist_key: key, followed_user_id: person, day, follower_ids: actor, owner_ids: to }: NewFollowers): Notice {
  const subject = key === null ? {} : { subject: { type: 'playlist', key } as const }
  return { kind: 'new_follower', to, actor, ...subject, bundle: `${day}:${key ?? person}` }
}
