// Measures progress reports, compared with a bare upsert of the same row, and the list of started videos, compared with a bare read.
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { assertSameResponse, get, post } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { listForeignVideos, listViewers, type Viewer } from './seed.ts'

/** Number of started videos per user. */
const startedCount = 20

/** Adds started videos, and one that plays. @returns the id of its playback */
async function startVideos(db: Db, { userId }: Viewer, videos: readonly string[]): Promise<string> {
  const rows = videos.map((id, index) => ({ user_id: userId, video_id: id, position: 30 + index, duration: 4000 }))
  const positions = db.insertInto('watch_position').values(rows)
  await positions.onConflict((conflict) => conflict.doNothing()).execute()
  const [actionId, processId] = [newId(), newId()]
  const action = db.insertInto('view_action').values({ id: actionId, user_id: userId, video_id: videos[0]! })
  const { half_hour } = await action.returning('half_hour').executeTakeFirstOrThrow()
  const { playlist_key } = await db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select('playlist.key as playlist_key')
    .where('video.id', '=', videos[0]!)
    .executeTakeFirstOrThrow()
  const timed = { playlist_key, video_id: videos[0]!, is_to_count: true }
  await db
    .insertInto('view_process')
    .values({ id: processId, view_action_id: actionId, view_half_hour: half_hour, ...timed })
    .execute()
  return processId
}

export async function measureWatching({ servers, db, seeded, isWanted, measure }: Benchmark): Promise<void> {
  if (!isWanted('progress') && !isWanted('continue')) return
  const viewers = await listViewers(db, seeded.ownChannels)
  const videos = await listForeignVideos(db, viewers, startedCount)
  const processIds = await Promise.all(viewers.map((viewer) => startVideos(db, viewer, videos)))
  if (isWanted('continue')) {
    const user = viewers.map(({ token }) => get(`/api/user/continue?limit=${startedCount}`, token))
    const floor = viewers.map(({ userId }) => get(`/continue/${userId}`))
    await assertSameResponse({ url: servers.product.url, ask: user[0]! }, { url: servers.floor.url, ask: floor[0]! })
    await measure('continue', { user, floor })
  }
  const progress = { position: 754.25, duration: 4000 }
  if (isWanted('progress'))
    await measure('progress', {
      user: viewers.map(({ token }, index) => post('/api/view/progress', { viewProcessId: processIds[index], ...progress }, token)),
      floor: viewers.map(({ userId }) => post('/progress', { user_id: userId, video_id: videos[0], ...progress })),
    })
}
