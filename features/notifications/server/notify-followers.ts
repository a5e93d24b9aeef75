/** Notifies followers of new videos. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db/db.ts'
import { notify } from './notify.ts'
import {
  startFollowerNotices,
  deleteFinishedFollowerNotices,
  finishFollowerNotice,
  listFollowers,
  saveLastNotified,
  claimFollowerNotice,
} from './queries/follower-notices.ts'

/**
 * Followers per transaction, and the pause after it in ms: `pauseTimes` the transaction's duration, but at least `pauseMs`. Other queries
 * thus have the database for at least two thirds of the time.
 */
const batchLimits = { followers: 100, pauseMs: 20, pauseTimes: 2 }

/**
 * Notifies all followers of due channels in batches. An interrupted run resumes after the last complete batch. A channel that becomes due
 * gets its first batch next, instead of waiting for another channel's many followers.
 */
export async function notifyFollowers(db: Db, signal: AbortSignal): Promise<void> {
  await deleteFinishedFollowerNotices(db)
  while (!signal.aborted) {
    const startMs = performance.now()
    await startFollowerNotices(db)
    if (!(await notifyBatch(db))) return
    const tookMs = performance.now() - startMs
    await sleep(Math.max(batchLimits.pauseMs, batchLimits.pauseTimes * tookMs), undefined, { signal }).catch(() => {})
  }
}

/** @returns whether there was something to send */
const notifyBatch = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const news = await claimFollowerNotice(tx)
    if (!news) return false
    const to = await listFollowers(tx, news, batchLimits.followers)
    const { playlist_key: key, video_id: videoId, count } = news
    if (to.length > 0)
      await notify(tx, { kind: 'new_items', to, subject: { type: 'playlist', key, videoId }, bundle: `channel:${key}`, count })
    const last = to.at(-1)
    if (last === undefined || to.length < batchLimits.followers) await finishFollowerNotice(tx, news.id)
    else await saveLastNotified(tx, news.id, last)
    return true
  })
