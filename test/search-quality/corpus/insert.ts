import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { queueChangedPopularity } from '#features/search/server/queries/upkeep.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { positionsBetween } from '#features/channels/server/positions.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import type { Client, startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channels, packages, stations, usernames } from './corpus.ts'
import type { Channel } from './shapes.ts'

let time = Date.parse('2026-01-01T00:00:00Z')
/** Returns a time a minute after the previous, because things with the same time would be listed in random order. */
const nextMinute = () => new Date((time += 60_000))
const placesFor = (items: readonly unknown[]) => positionsBetween(undefined, undefined, items.length)!

async function insertChannel(db: Db, client: Client, { name, views, tags = [], description = '', series = {} }: Channel) {
  const { id: playlist_id } = await client(channelsContract.createPlaylist, { body: { name, tags, description, status_id: status.public } })
  await db.updateTable('playlist').set({ views }).where('id', '=', playlist_id).execute()
  const places = placesFor(Object.keys(series))
  for (const [index, [name, videos]] of Object.entries(series).entries()) {
    const series_id = newId()
    await insertSeries(db, [{ id: series_id, playlist_id, name, position: places[index]!, created_at: nextMinute() }])
    const videoPlaces = placesFor(videos)
    const rows = videos.map(([title, views, description = ''], index) => ({
      id: newId(),
      series_id,
      title,
      views,
      description,
      src: `https://films.test/${series_id}/${index}.mp4`,
      kind: 'file',
      site: 'films.test',
      position: videoPlaces[index]!,
      created_at: nextMinute(),
    }))
    await insertVideos(db, rows)
  }
}

/** Inserts the corpus and indexes it. */
export async function insertCorpus(server: Awaited<ReturnType<typeof startTestServer>>): Promise<void> {
  const { db } = server
  const owner = await createUser(server)
  for (const channel of channels) await insertChannel(db, owner.client, channel)
  for (const { name, groups, programmes = [] } of stations)
    await makeTvChannel(
      db,
      { name, groups },
      programmes.map((title, index) => [title, 60 * (index + 1), 60]),
    )
  for (const [index, { name, packageName: package_name }] of packages.entries()) {
    const tier = { id: newId(), name, package_name, price: 499, is_free: false, position: index + 1, created_at: nextMinute() }
    await db.insertInto('tier').values(tier).execute()
    // Indexes after each package, because packages that were indexed together would be listed in random order.
    await updateSearchIndex(db)
  }
  for (const nickname of usernames) {
    const { id } = await createUser(server, { nickname })
    await db.updateTable('account').set({ is_public: true }).where('id', '=', id).execute()
  }
  await queueChangedPopularity(db)
  await updateSearchIndex(db)
}
