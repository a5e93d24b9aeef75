// Measures progress reports, beside a bare upsert of the same row; and the list of started videos, beside a bare read.
import { isDeepStrictEqual } from 'node:util'
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { headersOf, type Servers } from './flows.ts'
import type { Ask } from './load.ts'
import { listViewers, type Seeded, type Viewer } from './seed.ts'
import { type Flow, inTurns, ratioOf, type Side, summarise } from './turns.ts'

/** Number of started videos per user. */
const begun = 20

interface Watcher extends Viewer {
  videoId: string
  processId: string
}

/** Creates users with started videos, who each play one now. */
async function makeWatchers(db: Db, { ownChannels }: Seeded): Promise<Watcher[]> {
  const videos = await db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select('video.id')
    .where('playlist.status_id', '=', 3)
    .where('playlist.user_id', 'not in', (eb) =>
      eb
        .selectFrom('playlist as own')
        .select('own.user_id')
        .where(
          'own.id',
          'in',
          ownChannels.map(({ id }) => id),
        ),
    )
    .orderBy('video.id')
    .limit(begun)
    .execute()
  return Promise.all(
    (await listViewers(db, ownChannels)).map(async ({ userId, token }) => {
      const rows = videos.map((video, at) => ({ user_id: userId, video_id: video.id, position: 30 + at, duration: 4000 }))
      await db
        .insertInto('watch_position')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const [videoId, actionId, processId] = [videos[0]!.id, newId(), newId()]
      const { half_hour } = await db
        .insertInto('view_action')
        .values({ id: actionId, user_id: userId, video_id: videoId })
        .returning('half_hour')
        .executeTakeFirstOrThrow()
      await db.insertInto('view_process').values({ id: processId, view_action_id: actionId, view_half_hour: half_hour }).execute()
      return { userId, token, videoId, processId }
    }),
  )
}

const post = (path: string, body: object, token?: string): Ask => ({
  method: 'POST',
  path,
  headers: { ...headersOf(token), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export async function measureWatching(
  { product, floor, hello, turns, seconds }: Servers,
  db: Db,
  seeded: Seeded,
  wanted: (name: string) => boolean,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  if (!wanted('progress') && !wanted('continue')) return
  const watchers = await makeWatchers(db, seeded)
  const measure = async (name: string, asks: (watcher: Watcher) => Ask, bare: (watcher: Watcher) => Ask) => {
    const sides: Record<'floor' | 'user' | 'hello', Side> = {
      floor: { ...floor, asks: watchers.map(bare) },
      user: { ...product, asks: watchers.map(asks) },
      hello: { ...hello, asks: [{ method: 'GET', path: '/', headers: headersOf() }] },
    }
    const measured = await inTurns(sides, turns, seconds)
    const ratios = { ratio: ratioOf(measured, 'user', 'hello'), floor_ratio: ratioOf(measured, 'user', 'floor'), floor_ratio_guest: null }
    done(name, summarise(measured, 'user', ratios))
  }
  if (wanted('continue')) {
    const ask = ({ token }: Watcher): Ask => ({ method: 'GET', path: `/api/user/continue?limit=${begun}`, headers: headersOf(token) })
    const bare = ({ userId }: Watcher): Ask => ({ method: 'GET', path: `/continue/${userId}`, headers: headersOf() })
    const [first] = watchers
    const answers = await Promise.all(
      [
        { url: product.url, ...ask(first!) },
        { url: floor.url, ...bare(first!) },
      ].map(async ({ url, path, headers }) => (await fetch(url + path, { headers })).json()),
    )
    if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error('the floor answers continue otherwise than the product')
    await measure('continue', ask, bare)
  }
  if (wanted('progress'))
    await measure(
      'progress',
      ({ processId, token }) => post('/api/view/progress', { viewProcessId: processId, position: 754.25, duration: 4000 }, token),
      ({ userId, videoId }) => post('/progress', { user_id: userId, video_id: videoId, position: 754.25, duration: 4000 }),
    )
}
