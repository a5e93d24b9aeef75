// Measures copies and moves in large channels. The floors of a copy and of a move only write the rows; the floor of a full reorder also
// reads the rows to display.
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { get, post } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { benchmarkName } from './flows.ts'
import { addChannel, range } from './seed.ts'
import type { FlowRequests } from './turns.ts'

const positionGap = 1 << 20
const large = { channels: 10, videos: 1000 }
const copiedVideos = 200

async function makeLarge(db: Db, { id, token }: { id: string; token: string }, at: number, count: number) {
  const { user_id: userId } = await db.selectFrom('playlist').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
  const channel = await addChannel(
    db,
    { user_id: userId, name: `Large ${at}`, position: (10_000 + at) * positionGap },
    { series: 1, videos: count },
    (index) => ({
      title: `The video with the number ${index}`,
      description: 'Slow river, night train and a garden by the harbour: what there is to see in it. '.repeat(2),
      src: `https://www.youtube.com/watch?v=${index}`,
      kind: 'youtube',
      site: 'YouTube',
      duration: 60 + index,
    }),
  )
  return { ...channel, userId, token }
}

const shuffle = (ids: readonly string[], seed: number) =>
  ids
    .map((id, index) => ({ id, key: (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(seed + 1, 40_503)) >>> 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ id }) => id)

/** Deletes a few copies per statement, because deleting is slower than copying and statements have a timeout. */
async function deleteCopies(db: Db): Promise<void> {
  const copies = db
    .selectFrom('playlist')
    .select('id')
    .where((eb) => eb.or([eb('copied_playlist_key', 'is not', null), eb('name', '=', benchmarkName)]))
    .limit(20)
  while ((await db.deleteFrom('playlist').where('id', 'in', copies).executeTakeFirstOrThrow()).numDeletedRows > 0n);
}

/** Measures copying a channel of 200 videos, and moving one video and reordering all videos in a channel of 1,000. */
export async function measureArranging({ db, seeded: { ownChannels }, isWanted, measure }: Benchmark): Promise<void> {
  if (!['copy_200', 'move_1000', 'order_1000'].some(isWanted)) return
  const owners = ownChannels.slice(0, large.channels)
  const channels = await Promise.all(owners.map((owned, index) => makeLarge(db, owned, index, large.videos)))
  const source = await makeLarge(db, ownChannels[large.channels]!, large.channels, copiedVideos)
  await sql`analyze`.execute(db)

  const flows: Record<string, FlowRequests> = {
    copy_200: {
      floor: channels.map(({ userId }) => post('/copy_200', { playlist_id: source.id, user_id: userId, name: benchmarkName })),
      user: channels.map(({ token }) => post('/api/playlists/copy', { playlist_id: source.id }, token)),
      clear: () => deleteCopies(db),
    },
    move_1000: {
      floor: channels.flatMap(({ videoIds }) => range(20).map((at) => post('/move_1000', { id: videoIds[at * 47] }))),
      user: channels.flatMap(({ seriesIds: [seriesId], videoIds, token }) =>
        range(20).map((at) =>
          post(`/api/videos/${videoIds[at * 47]}/series/${seriesId}/${seriesId}`, { index: (at * 331) % large.videos }, token),
        ),
      ),
    },
    order_1000: {
      floor: channels.map(({ id }) => get(`/channel_40/${id}`)),
      user: range(2).flatMap((seed) =>
        channels.map(({ seriesIds: [seriesId], videoIds, token }) =>
          post('/api/videos/move', { videos: shuffle(videoIds, seed), series_id: seriesId, index: 0 }, token),
        ),
      ),
    },
  }
  for (const [name, flow] of Object.entries(flows)) if (isWanted(name)) await measure(name, flow)
}
