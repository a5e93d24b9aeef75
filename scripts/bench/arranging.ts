// Measures copies and moves in large channels. The floor of a copy or move only writes the rows, without a response. The floor of a full
// reorder reads the rows to display.
import { sql } from 'kysely'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { status } from '#features/channels/rules.ts'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { headersOf, madeHere, type Servers } from './flows.ts'
import type { Ask } from './load.ts'
import type { Seeded } from './seed.ts'
import { type Flow, inTurns, ratioOf, type Side, summarise } from './turns.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const gap = 1 << 20
const large = { channels: 10, videos: 1000 }
const copied = 200

interface LargeChannel {
  id: string
  seriesId: string
  videoIds: string[]
  /** Token of the channel's owner. */
  userId: string
  token: string
}

async function makeLarge(db: Db, owned: { id: string; token: string }, at: number, count: number): Promise<LargeChannel> {
  const owner = await db.selectFrom('playlist').select('user_id').where('id', '=', owned.id).executeTakeFirstOrThrow()
  const [id, seriesId, videoIds] = [newId(), newId(), range(count).map(() => newId())]
  const channel = { id, user_id: owner.user_id, name: `Large ${at}`, status_id: status.public, position: (10_000 + at) * gap }
  await insertPlaylists(db, [channel])
  await insertSeries(db, [{ id: seriesId, playlist_id: id, name: 'Videos', position: 0 }])
  await insertVideos(
    db,
    videoIds.map((videoId, index) => ({
      id: videoId,
      series_id: seriesId,
      title: `The video with the number ${index}`,
      description: 'Slow river, night train and a garden by the harbour: what there is to see in it. '.repeat(2),
      src: `https://www.youtube.com/watch?v=${videoId}`,
      kind: 'youtube',
      site: 'YouTube',
      duration: 60 + index,
      position: (index + 1) * gap,
    })),
  )
  return { id, seriesId, videoIds, userId: owner.user_id, token: owned.token }
}

const post = (path: string, body: object, token?: string): Ask => ({
  method: 'POST',
  path,
  headers: { ...headersOf(token), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const shuffled = (ids: readonly string[], seed: number) =>
  ids
    .map((id, at) => ({ id, key: (Math.imul(at + 1, 2_654_435_761) ^ Math.imul(seed + 1, 40_503)) >>> 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ id }) => id)

/** Deletes a few at a time: deleting is slower than copying, and statements have a timeout. */
async function deleteCopies(db: Db): Promise<void> {
  const copies = db
    .selectFrom('playlist')
    .select('id')
    .where((eb) => eb.or([eb('copied_playlist_key', 'is not', null), eb('name', '=', madeHere)]))
    .limit(20)
  while ((await db.deleteFrom('playlist').where('id', 'in', copies).executeTakeFirstOrThrow()).numDeletedRows > 0n);
}

/** Measures copying a channel of 200 videos, moving one of 1,000 videos, and reordering all 1,000. */
export async function measureArranging(
  servers: Servers,
  db: Db,
  { ownChannels }: Seeded,
  wanted: (name: string) => boolean,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  if (!['copy_200', 'move_1000', 'order_1000'].some(wanted)) return
  const owners = ownChannels.slice(0, large.channels)
  const channels = await Promise.all(owners.map((owned, at) => makeLarge(db, owned, at, large.videos)))
  const source = await makeLarge(db, ownChannels[large.channels]!, large.channels, copied)
  await sql`analyze`.execute(db)

  const bodies: Record<string, { floor: Ask[]; user: Ask[]; clear?: () => Promise<unknown> }> = {
    copy_200: {
      floor: channels.map(({ userId }) => post('/copy_200', { playlist_id: source.id, user_id: userId, name: madeHere })),
      user: channels.map(({ token }) => post('/api/playlists/copy', { playlist_id: source.id }, token)),
      clear: () => deleteCopies(db),
    },
    move_1000: {
      floor: channels.flatMap(({ videoIds }) => range(20).map((at) => post('/move_1000', { id: videoIds[at * 47] }))),
      user: channels.flatMap(({ seriesId, videoIds, token }) =>
        range(20).map((at) =>
          post(`/api/videos/${videoIds[at * 47]}/series/${seriesId}/${seriesId}`, { index: (at * 331) % large.videos }, token),
        ),
      ),
    },
    order_1000: {
      floor: channels.map(({ id }) => ({ method: 'GET', path: `/channel_40/${id}`, headers: headersOf() })),
      user: range(2).flatMap((seed) =>
        channels.map(({ seriesId, videoIds, token }) =>
          post('/api/videos/move', { videos: shuffled(videoIds, seed), series_id: seriesId, index: 0 }, token),
        ),
      ),
    },
  }
  for (const [name, { floor, user, clear }] of Object.entries(bodies)) {
    if (!wanted(name)) continue
    const sides: Record<'floor' | 'user' | 'hello', Side> = {
      floor: { ...servers.floor, asks: floor },
      user: { ...servers.product, asks: user },
      hello: { ...servers.hello, asks: [{ method: 'GET', path: '/', headers: {} }] },
    }
    const measured = []
    for (let turn = 0; turn < servers.turns; turn++) {
      measured.push(...(await inTurns(sides, 1, servers.seconds)))
      await clear?.()
    }
    const ratios = { ratio: ratioOf(measured, 'user', 'hello'), floor_ratio: ratioOf(measured, 'user', 'floor'), floor_ratio_guest: null }
    done(name, summarise(measured, 'user', ratios))
  }
}
