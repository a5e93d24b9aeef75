/** Notifies followers of a user, or of the user's Direct Share channel, of shares. */
import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { findShared, listFollowers } from './queries/shares.ts'

const ShareNotice = z.object({ user_id: Id, thing: z.union([z.object({ video: Id }), z.object({ series: Id })]) })
export type ShareNotice = z.output<typeof ShareNotice>

export const notifyShareFollowersJob = defineJob('publishing-tell', ShareNotice, { timeoutSeconds: 600, concurrency: 2 })

const followersPerBatch = 500

/** Notifies followers. Unread shares of one user make one notification. */
export async function notifyFollowers(db: Db, { user_id: userId, thing }: ShareNotice, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const shared = await findShared(db, thing)
    const followers = shared ? await listFollowers(db, { userId, playlistKey: shared.playlist_key }, after, followersPerBatch) : []
    if (!shared || !followers.length) return
    await notify(db, {
      kind: 'direct_share',
      to: followers,
      subject: 'video' in thing ? { type: 'video', key: thing.video } : { type: 'playlist', key: shared.playlist_key },
      actor: userId,
      bundle: userId,
      count: shared.videos,
    })
    after = followers.at(-1)!
  }
}
