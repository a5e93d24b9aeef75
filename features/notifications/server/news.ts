/** Tells followers what is new in channels. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db.ts'
import { notify } from './notify.ts'
import { beginNews, deleteToldNews, endNews, listFollowers, noteTold, takeNews } from './queries/news.ts'

/**
 * Followers of one transaction, and the pause after it, at least and as a multiple of what the transaction took: those who read meanwhile
 * have the database to themselves for two thirds of the time, and for longer the busier it is.
 */
const slice = { followers: 100, pauseMs: 20, pauseTimes: 2 }

/**
 * Notifies all followers of the channels that are due, slice by slice: a run that is cut off goes on behind the last whole one. A channel
 * that becomes due meanwhile has its first slice next, so that it does not wait for a large crowd.
 */
export async function tellNews(db: Db, signal: AbortSignal): Promise<void> {
  await deleteToldNews(db)
  while (!signal.aborted) {
    const begun = performance.now()
    await beginNews(db)
    if (!(await tellSlice(db))) return
    const tookMs = performance.now() - begun
    await sleep(Math.max(slice.pauseMs, slice.pauseTimes * tookMs), undefined, { signal }).catch(() => {})
  }
}

/** @returns whether there was something to tell */
const tellSlice = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const news = await takeNews(tx)
    if (!news) return false
    const to = await listFollowers(tx, news, slice.followers)
    const { playlist_key: key, video_id: videoId, count } = news
    if (to.length > 0)
      await notify(tx, { kind: 'new_items', to, subject: { type: 'playlist', key, videoId }, bundle: `channel:${key}`, count })
    const last = to.at(-1)
    if (last === undefined || to.length < slice.followers) await endNews(tx, news.id)
    else await noteTold(tx, news.id, last)
    return true
  })
