import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract, type SearchResults } from '#features/search/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { makeFilledChannel } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { updateSearchIndex } from './search.ts'
import { startTestServer } from './serve.ts'
import { makeTvChannel } from './television.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const operator = await createUser(server, { is_operator: true })

/** Makes a channel and a TV channel that a subscriber watched and liked before a package locked them. */
async function makeLapsed(name = 'Film') {
  const [owner, viewer] = [await createUser(server), await createUser(server)]
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, owner.client, [name], { status_id: status.public })
  await owner.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name } })
  const video = videoIds[0]!
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  await db.updateTable('video').set({ src: 'https://film.test/film.mp4', kind: 'file' }).where('id', '=', video).execute()
  const tv = await makeTvChannel(db, { name: 'Sport', stream_url: 'https://tv.test/live.m3u8', catchup_mode: 'shift', catchup_days: 7 }, [
    ['Match', -100, 60],
  ])
  const { client } = viewer
  const watch = async (viewable_type: 'video' | 'epg', viewable_id: string) => {
    const { viewActionId } = await client(watchingContract.createView, { body: { viewable_type, viewable_id } })
    const { viewProcessId } = await client(watchingContract.startView, { body: { viewActionId } })
    await client(watchingContract.reportProgress, { body: { viewProcessId, position: 600, duration: 1800 } })
  }
  await watch('video', video)
  await watch('epg', tv.programmes[0]!)
  await client(socialContract.like, { body: { liked_type: 'video', liked_id: video } })
  for (const [type, channel_id] of [
    ['channel', tv.id],
    ['playlist', playlistId],
  ] as const)
    await operator.client(tvSourcesContract.promote, { body: { type, channel_id } })
  const lock = async () => {
    const { id } = await db
      .insertInto('tier')
      .values({ name: 'All', package_name: newId(), price: 499, is_free: false, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('tier_item')
      .values([
        { tier_id: id, position: 0, playlist_key: key, tv_channel_id: null },
        { tier_id: id, position: 1, playlist_key: null, tv_channel_id: tv.id },
      ])
      .execute()
    return id
  }
  return { owner, viewer, playlistId, lock }
}

/** Returns which things in a user's lists are marked as locked. */
async function marksOf({ client }: Person) {
  const { data: days } = await client(watchingContract.listHistory, {})
  const [videos, programmes, favourites, promoted] = await Promise.all([
    client(watchingContract.listVideosToContinue, { query: {} }),
    client(watchingContract.listProgrammesToContinue, { query: {} }),
    client(socialContract.listFavorites, { query: {} }),
    client(tvSourcesContract.getPromotions, {}),
  ])
  return {
    history: days.flatMap(({ items }) => items).map(({ viewable_type, is_locked }) => [viewable_type, is_locked]),
    continued: [...videos.data.map(({ playlist }) => playlist.is_locked), ...programmes.data.map(({ is_locked }) => is_locked)],
    favourites: favourites.data.map(({ is_locked }) => is_locked),
    promoted: promoted.channels.map(({ lock }) => lock),
  }
}

test('history, continue watching, favourites and promotions mark what a package locks, and operators see none', async () => {
  const { viewer, lock } = await makeLapsed()
  const marks = (isLocked: boolean) => ({
    history: [
      ['epg', isLocked],
      ['video', isLocked],
    ],
    continued: [isLocked, isLocked],
    favourites: [isLocked],
    promoted: [isLocked ? 'tier_required' : null, isLocked ? 'tier_required' : null],
  })
  expect(await marksOf(viewer)).toEqual(marks(false))
  await lock()
  expect(await marksOf(viewer)).toEqual(marks(true))
  expect((await marksOf(operator)).promoted).toEqual([null, null])
})

test('feeds mark locked videos in their title and by a category in the reader’s language', async () => {
  const { playlistId, lock } = await makeLapsed()
  const read = async (type: 'xml' | 'json', language: string) =>
    (await app.inject({ url: `/feeds/${playlistId}.${type}`, headers: { 'accept-language': language } })).body
  expect(await read('xml', 'en')).not.toContain('In a package')
  await lock()
  expect(await read('xml', 'en')).toMatch(/<title>🔒 Film<\/title>.*<category>In a package<\/category>/)
  expect(await read('xml', 'nl')).toContain('<category>In een pakket</category>')
  const { items } = JSON.parse(await read('json', 'nl')) as { items: { title: string; tags: string[] }[] }
  expect(items).toMatchObject([{ title: '🔒 Film', tags: [expect.any(String), 'In een pakket'] }])
})

test('embedded players of locked videos show the lock and lead to the page', async () => {
  const { playlistId, lock } = await makeLapsed()
  await lock()
  const { body } = await app.inject({ url: `/embed/channel/${playlistId}?lang=nl` })
  expect(body).toMatch(/<svg[^>]*aria-hidden="true">.*<\/svg> Dit hoort bij een pakket/)
  expect(body).toContain(`/nl/playlists?playlist=${playlistId}`)
  expect(body).not.toContain('film.test')
})

test('found series, videos and programmes carry the lock: guest, subscriber, owner, operator and lapsed', async () => {
  const { owner, viewer, lock } = await makeLapsed('Wombat')
  const lynx = await makeTvChannel(db, { name: 'Lynx' }, [['Wombat tonight', 60, 60]])
  await makeFilledChannel(db, owner.client, ['Wombat for all'], { status_id: status.public })
  await updateSearchIndex(db)
  const marksFor = async (someone?: Person) => {
    const query = { keyword: 'wombat' }
    const result = someone
      ? await someone.client(searchContract.searchAsUser, { query })
      : await server.guest(searchContract.search, { query })
    const { series, videos } = result as SearchResults
    return Object.fromEntries([
      ...series.map((item) => [`${item.name} series`, item.is_locked]),
      ...videos.map((video) => [video.title, video.is_locked]),
    ])
  }
  const marks = (isLocked: boolean, programme = isLocked) => ({
    'Wombat series': isLocked,
    Wombat: isLocked,
    'Wombat for all': false,
    'Wombat tonight': programme,
  })
  expect(await marksFor()).toEqual(marks(false))
  const tier = await lock()
  await db.insertInto('tier_item').values({ tier_id: tier, position: 2, playlist_key: null, tv_channel_id: lynx.id }).execute()
  const renewing = { user_id: viewer.id, tier_id: tier, active_from: new Date(), active_to: new Date(Date.now() + 86_400_000), price: 499 }
  await db.insertInto('subscription').values(renewing).execute()
  expect(await marksFor()).toEqual(marks(true))
  expect(await marksFor(await createUser(server))).toEqual(marks(true))
  expect(await marksFor(viewer)).toEqual(marks(false))
  expect(await marksFor(owner)).toEqual(marks(false, true))
  expect(await marksFor(operator)).toEqual(marks(false))
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', viewer.id).execute()
  expect(await marksFor(viewer)).toEqual(marks(true))

  const { id } = await viewer.client(searchContract.saveSearch, { body: { search: 'wombat' } })
  await viewer.client(searchContract.followSearch, { params: { id } })
  const { url } = await viewer.client(searchContract.getSearchFeed, { params: { id } })
  const { body } = await app.inject({ url: new URL(url).pathname })
  const titles = [...body.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title!)
  expect(new Set(titles)).toEqual(new Set(['Wombat for all', '🔒 Wombat']))
})
