import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { listExportedChannels } from '#features/channels/server/queries/personal-data.ts'
import { guideContract, guideExamples } from '#features/guide/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { contracts } from '#server/features.ts'
import { makeFilledChannel, outcome } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { updateSearchIndex } from './search.ts'
import { startTestServer } from './serve.ts'
import { createLockMakers } from './locked-things.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const { makeLocked, host, secret } = createLockMakers(server)
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const send = (method: Endpoint['method'], url: string, body: unknown, caller: Person | undefined) =>
  app.inject({
    method,
    url,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })

test('no call and no public document reveals an address that a package locks, or that of a copy', async () => {
  const { owner, subscriber, film, videoId, untitledId, tv, tierId, mine, ofVideo, ofUntitled, ofTv, whole } = await makeLocked()
  const stranger = await createUser(server)
  await stranger.client(socialContract.follow, { body: { following_type: 'playlist', following_id: film.playlistId } })
  await stranger.client(socialContract.follow, { body: { following_type: 'channel', following_id: tv.id } })
  await stranger.client(socialContract.like, { body: { liked_type: 'video', liked_id: videoId } })
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', subscriber.id).execute()

  await updateSearchIndex(db)
  const endpoints = contracts
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ access, method }) => access !== 'operator' && (method === 'GET' || method === 'POST'))
    .filter(({ path }) => !/logout|sessions|events|deletion|register|login|password/.test(path))
  expect(endpoints.length).toBeGreaterThan(80)
  const copies = [
    { playlist: mine.playlistId, series: mine.seriesId, video: ofVideo.id },
    { playlist: mine.playlistId, series: mine.seriesId, video: ofUntitled.id },
    { playlist: mine.playlistId, series: mine.seriesId, video: ofTv.id },
    { playlist: whole.id, series: mine.seriesId, video: ofTv.id },
  ]
  const targets = [videoId, untitledId].map((video) => ({ playlist: film.playlistId, series: film.seriesId, video })).concat(copies)
  // Examples that name none of these things are the same for each target, and sent once.
  const sent = new Set<string>()
  for (const [index, { playlist, series, video }] of targets.entries()) {
    const exampleIds: [string, string][] = [
      [examples.playlist, playlist],
      [examples.series, series],
      [examples.video, video],
      [tvSourcesExamples.tvChannel, tv.id],
      [guideExamples.programme, tv.programmes[index % tv.programmes.length]!],
      [guideExamples.title, 'Paid match'],
    ]
    const withOwnIds = <T>(example: T): T =>
      JSON.parse(exampleIds.reduce((text, [shownId, id]) => text.replaceAll(shownId, id), JSON.stringify(example ?? {}))) as T
    for (const { method, path, example } of endpoints) {
      const query = new URLSearchParams({
        ...withOwnIds(example?.query),
        ...(path.includes('/search') && method === 'GET' && { query: 'paid', keyword: 'paid' }),
      })
      const readers = method === 'GET' ? [undefined, stranger, subscriber] : [undefined, stranger]
      for (const caller of readers) {
        const url = `${fillPath(path, withOwnIds(example?.params))}?${query.toString()}`
        const body = example?.body && withOwnIds(example.body)
        const request = JSON.stringify([method, url, body, caller?.id])
        if (sent.has(request)) continue
        sent.add(request)
        const response = await send(method, url, body, caller)
        expect([url, response.statusCode < 500, response.body.includes(secret)]).toEqual([url, true, false])
      }
    }
  }

  const documents = [
    ...[film.playlistId, mine.playlistId, whole.id].flatMap((id) => [
      `/en/playlists?playlist=${id}`,
      `/embed/channel/${id}`,
      `/feeds/${id}.xml`,
      `/feeds/${id}.json`,
    ]),
    ...[videoId, untitledId, ofVideo.id, ofUntitled.id, ofTv.id].map((id) => `/embed/${id}`),
    `/en/playlists?playlist=${film.playlistId}&video=${untitledId}`,
    `/en/playlists?playlist=${film.playlistId}&video=${videoId}`,
    `/api/oembed?${new URLSearchParams({ url: `http://choice.test/en/playlists?playlist=${film.playlistId}&video=${videoId}` }).toString()}`,
    '/sitemap.xml',
    `/en/tiers?channel=${tv.id}`,
    `/en/tiers?channel=${tv.id}&epgId=${tv.programmes[1]}`,
    `/embed/${tv.id}`,
    `/api/channel/${tv.id}/stream.m3u`,
    `/media/relay/${tv.id}/live/open`,
  ]
  for (const url of documents)
    for (const caller of [undefined, stranger, subscriber]) {
      const { statusCode, body, headers } = await send('GET', url, undefined, caller)
      expect([url, statusCode < 500, JSON.stringify([body, headers]).includes(secret)]).toEqual([url, true, false])
    }

  // All users see names and the package.
  for (const client of [server.guest, stranger.client, subscriber.client]) {
    const channel = await client(channelsContract.getPlaylist, { params: { id: film.playlistId } })
    expect(channel).toMatchObject({ is_locked: true, lock: 'tier_required', tiers: [{ id: tierId, name: 'Films', price: '4.99' }] })
    expect(channel.series[0]!.videos).toMatchObject([
      { title: 'Paid film', src: null, embed_url: null },
      { title: host, src: null },
    ])
    const sport = await client(tvWatchingContract.getTvChannel, { params: { id: tv.id } })
    expect(sport).toMatchObject({
      is_locked: true,
      geo_blocked: false,
      liveStreamUrl: null,
      items: [{ url: null }],
      tiers: [{ id: tierId }],
    })
    const { series } = await client(guideContract.getEpg, { params: { id: tv.id }, query: {} })
    expect(series.flatMap(({ epg }) => epg.map(({ url }) => url))).toEqual([null, null, null])
  }
  const feed = await send('GET', `/feeds/${film.playlistId}.json`, undefined, undefined)
  expect((JSON.parse(feed.body) as { items: object[] }).items).toMatchObject(
    ['Paid film', host].map((title) => ({ title: `🔒 ${title}`, _choice: { is_locked: true } })),
  )
  const { followed } = await stranger.client(socialContract.listFollowing, { query: {} })
  expect(Object.fromEntries(followed.map(({ following_type: type, is_locked: isLocked }) => [type, isLocked]))).toEqual({
    playlist: true,
    channel: true,
  })
  expect(await server.guest(searchContract.search, { query: { keyword: secret, category: 'videos' } })).toMatchObject({ data: [] })
  const { data: channels } = await stranger.client(channelsContract.listDefaultPlaylists, { query: {} })
  expect(channels.find(({ id }) => id === film.playlistId)).toMatchObject({ is_locked: true, tiers: [{ id: tierId }] })

  // Playing and copying are refused. Following and sharing are allowed.
  const { seriesId: toSeries } = await makeFilledChannel(db, stranger.client, ['A'])
  const refusals = [
    () => stranger.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: videoId } }),
    () => stranger.client(watchingContract.createView, { body: { viewable_type: 'channel', viewable_id: tv.id } }),
    () => stranger.client(channelsContract.copyVideo, { body: { video_id: videoId, series_id: toSeries } }),
    () => stranger.client(channelsContract.copyPlaylist, { body: { playlist_id: film.playlistId } }),
    () => stranger.client(tvWatchingContract.copyTvChannel, { body: { channel_id: tv.id, series_id: toSeries } }),
    () => subscriber.client(channelsContract.copyVideo, { body: { video_id: ofVideo.id, series_id: mine.seriesId } }),
  ]
  for (const act of refusals) expect(await outcome(act())).toBe('403 tier_required')
  const shared = { shareable_type: 'video', shareable_id: videoId, network: 'link' } as const
  expect(await outcome(stranger.client(sharingContract.share, { body: shared }))).toBe('done')

  // The owner plays the video.
  expect((await owner.client(channelsContract.getVideo, { params: { id: videoId } })).src).toContain(secret)
  expect((await owner.client(channelsContract.getVideo, { params: { id: untitledId } })).title).toContain(secret)
}, 120_000)

test('edits of copies and the data export don’t reveal the address to a former subscriber', async () => {
  const { subscriber, videoId, mine, ofVideo, ofTv, whole } = await makeLocked()
  const sourcesOf = async () =>
    (await collect(listExportedChannels(db, subscriber.id))).flatMap(({ series }) => series.flatMap(({ videos }) => videos))
  expect((await sourcesOf()).filter(({ src }) => src?.includes(secret))).toHaveLength(5)
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', subscriber.id).execute()
  expect((await sourcesOf()).map(({ title, src }) => [title, src?.includes(secret) ?? false])).toEqual(
    expect.arrayContaining([
      ['Paid film', false],
      ['Paid sport', false],
    ]),
  )
  expect(JSON.stringify(await sourcesOf())).not.toContain(secret)

  const edits: [method: 'PUT' | 'PATCH' | 'POST', url: string, body: object][] = [
    ...[ofVideo.id, ofTv.id].flatMap((id): [method: 'PUT' | 'PATCH' | 'POST', url: string, body: object][] => [
      ['PUT', `/api/videos/${id}`, { title: 'Renamed' }],
      ['POST', '/api/videos/move', { videos: [id], series_id: mine.seriesId, index: 0 }],
      ['POST', '/api/copy/video', { video_id: id, series_id: mine.seriesId }],
    ]),
    ['PUT', `/api/series/${mine.seriesId}`, { name: 'Renamed' }],
    ['PATCH', `/api/playlists/${whole.id}`, { name: 'Renamed' }],
    ['POST', '/api/copy/series', { series_id: mine.seriesId, playlist_id: mine.playlistId }],
    ['POST', '/api/playlists/copy', { playlist_id: whole.id }],
    ['POST', '/api/copy/video', { video_id: videoId, series_id: mine.seriesId }],
  ]
  const statuses = []
  for (const [method, url, body] of edits) {
    const response = await send(method, url, body, subscriber)
    expect([url, response.body.includes(secret)]).toEqual([url, false])
    statuses.push(response.statusCode)
  }
  expect(statuses).toEqual([200, 200, 403, 200, 200, 403, 200, 200, 200, 200, 403])
})
