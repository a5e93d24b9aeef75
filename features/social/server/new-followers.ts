/** Tells owners who follows them and their channels. */
import * as z from 'zod/mini'
import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { listNewFollowers, type NewFollowers, takeNewFollowers } from './queries/follows.ts'

/** By the minute it tells what a process left that ended before it asked for this. */
export const tellOfFollowers = defineJob('social-new-followers', z.object({}), { schedule: '* * * * *', retries: 0, timeoutSeconds: 300 })

/** Seconds in which those who begin to follow the same are told of together. */
const waitSeconds = 3
/** New followers that are looked at at a time. */
const followersATime = 500

/** @returns a function that has owners told soon; of many calls within the wait one counts */
export function createTellSoon(jobs: Pick<Jobs, 'send'>): () => void {
  /** Until then the job that was sent last has not begun: it tells of whoever follows by now. */
  let coveredUntil = 0
  return () => {
    if (performance.now() < coveredUntil) return
    coveredUntil = performance.now() + waitSeconds * 1000
    jobs.send(tellOfFollowers, {}, { startAfter: waitSeconds, singletonKey: 'soon' }).then(
      // The one that another process sent begins sooner.
      (id) => id === null && (coveredUntil = 0),
      // Then the job of the minute tells.
      () => (coveredUntil = 0),
    )
  }
}

/** Of new followers is told together, those of a day: each once, also who comes and goes. */
export async function tellNewFollowers(db: Db, signal: AbortSignal): Promise<void> {
  for (let told = Infinity; told > 0 && !signal.aborted;) {
    told = 0
    for (const some of await listNewFollowers(db, followersATime)) told += await tell(db, some)
  }
}

/** @returns how many need no longer be told of */
async function tell(db: Db, some: NewFollowers): Promise<number> {
  const { playlist_key: key, followed_user_id: person, day, owner_ids: to, event_ids } = some
  try {
    await db.transaction().execute(async (tx) => {
      const followers = await takeNewFollowers(tx, some)
      if (followers.length === 0 || to.length === 0) return
      const subject = key === null ? {} : { subject: { type: 'playlist', key } as const }
      await notify(tx, { kind: 'new_follower', to, actor: followers.toReversed(), ...subject, bundle: `${day}:${key ?? person}` })
    })
    return event_ids.length
  } catch (error) {
    // It has gone at this very moment, or a follower has: the next run sees that.
    if (brokenConstraint(error)?.startsWith('notification_')) return 0
    throw error
  }
}
