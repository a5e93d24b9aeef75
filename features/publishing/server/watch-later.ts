/** What people mean to watch later comes first in their watch-later channel; what they have seen goes to its end, or out. */
import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { ProblemError } from '#kit/server/fail.ts'
import type { Writer } from '#kit/server/idempotency.ts'
import { seriesOf, videosOf } from '#features/curation/server/containers.ts'
import { inContainers, type Locked, placeTogether } from '#features/curation/server/move.ts'
import { destinationSeries } from '#features/curation/server/series.ts'
import { moveVideo } from '#features/curation/server/video-moves.ts'
import { type Destination, removeVideo } from '#features/curation/server/videos.ts'
import { findThere, listSeen, type SeenVideo } from './queries/watch-later.ts'

export interface Put {
  id: string
  isNew: boolean
  /** Its page was not looked at yet. */
  isPending: boolean
}

/**
 * Puts a thing first in a watch-later channel. What stands there already comes first again.
 * @param to the channel, and what a new series is called where there is none
 * @param place writes it. @throws 404, 422
 */
export const putFirst = (
  writer: Writer,
  to: { playlistId: string; name: string },
  thing: Parameters<typeof findThere>[2],
  place: (locked: Locked, to: Destination) => Promise<Omit<Put, 'isNew'>>,
): Promise<Put> =>
  inContainers(writer, [seriesOf(to.playlistId)], async (locked) => {
    const there = await findThere(locked.db, to.playlistId, thing)
    const series = await destinationSeries(locked, to)
    if (!there) return { ...(await place(locked, { ...series, index: 0 })), isNew: true }
    const from = videosOf({ id: there.series_id, playlistId: to.playlistId })
    await placeTogether(locked, [there.id], videosOf(series), 0, { from })
    return { id: there.id, isNew: false, isPending: false }
  })

/** Seconds for which something that was seen is looked for. */
const seenSeconds = 24 * 60 * 60
/** Videos that one run moves: what is left, the next one does. */
const videosARun = 500

/** Has what people have seen go where they want it. */
export async function putAwaySeen(db: Db, signal: AbortSignal): Promise<void> {
  for (const seen of await listSeen(db, seenSeconds, videosARun)) {
    if (signal.aborted) return
    await putAway(db, seen)
  }
}

async function putAway(db: Db, { id, series_id, playlist_id: playlistId, goes }: SeenVideo): Promise<void> {
  const series = { id: series_id, playlistId }
  try {
    await (goes === 'out' ? removeVideo(db, { id, series }) : moveVideo(db, { id, series }, { ...series, isHome: false }))
  } catch (error) {
    // Its owner has moved or deleted it meanwhile.
    if (!(error instanceof ProblemError && error.problem === common.not_found)) throw error
  }
}
