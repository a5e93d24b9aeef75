import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/ids.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { status } from '#features/channels/rules.ts'
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
import { type Person, person } from './people.ts'
import { indexed } from './search.ts'
import { serve } from './serve.ts'
import { makeTvChannel } from './television.ts'

const server = await serve({ RATE_LIMITS: 'off' })
const { app, db } = server
/** A folder in all locked addresses. Their host may be shown. */
const secret = 'hiddenfolder'
const host = 'paid.test'
const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key

/** Makes a package, free if it has no price. */
async function makeTier(price: number, { playlists = [], tv = [] }: { playlists?: string[]; tv?: string[] }): Promise<string> {
  const { id } = await db
    .insertInto('tier')
    .values({ id: newId(), name: 'Films', package_name: 'Films', price, is_free: price === 0, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = [
    ...(await Promise.all(playlists.map(async (one) => ({ playlist_key: await keyOf(one), tv_channel_id: null })))),
    ...tv.map((tv_channel_id) => ({ playlist_key: null, tv_channel_id })),
  ]
  await db
    .insertInto('tier_item')
    .values(items.map((item, position) => ({ tier_id: id, position, ...item })))
    .execute()
  return id
}
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const hourMs = 3_600_000
const fromNow = (hours: number) => new Date(Date.now() + hours * hourMs)
const subscribe = (user: Person, tierId: string, more: { active_to?: Date; renews?: boolean; ended_at?: Date } = {}) =>
  db
    .insertInto('subscription')
    .values({ user_id: user.id, tier_id: tierId, active_from: fromNow(-800), active_to: fromNow(100), price: 499, ...more })
    .execute()

/** A public playlist and a TV channel with a secret address in a paid package, and copies of both. */
async function makeLocked() {
  const [owner, subscriber] = [await person(server), await person(server)]
  const film = await makeFilledChannel(db, owner.client, ['Paid film', 'Untitled'], { status_id: status.public })
  const [videoId, untitledId] = film.videoIds as [string, string]
  await db
    .updateTable('video')
    .set({ src: `https://${host}/${secret}/film.mp4`, embed_url: `https://${host}/${secret}/embed`, kind: 'file' })
    .where('id', '=', videoId)
    .execute()
  // Its page gave no title.
  await db
    .updateTable('video')
    .set({ src: `https://${host}/${secret}/untitled.mp4`, title: `${host}/${secret}/untitled.mp4`, kind: 'file' })
    .where('id', '=', untitledId)
    .execute()
  const tv = await makeTvChannel(
    db,
    { name: 'Paid sport', stream_url: `https://${host}/${secret}/index.m3u8`, dvr_base: `https://${host}/${secret}/dvr`, catchup_days: 7 },
    [
      ['Paid match', -100, 60],
      ['Paid match', -10, 60],
      ['Paid match', 60, 60],
    ],
  )
  await db
    .insertInto('tv_item')
    .values({ channel_id: tv.id, title: 'Paid', url: `https://${host}/${secret}/item.mp4`, position: 1, hash: 1 })
    .execute()
  const tierId = await makeTier(499, { playlists: [film.playlistId], tv: [tv.id] })
  await subscribe(subscriber, tierId)
  const mine = await makeFilledChannel(db, subscriber.client, ['Free'], { status_id: status.public })
  const place = { series_id: mine.seriesId }
  const ofVideo = await subscriber.client(channelsContract.copyVideo, { body: { video_id: videoId, ...place } })
  const untitledCopy = await subscriber.client(channelsContract.copyVideo, { body: { video_id: untitledId, ...place } })
  const tvCopy = await subscriber.client(tvWatchingContract.copyTvChannel, { body: { channel_id: tv.id, ...place } })
  const whole = await subscriber.client(channelsContract.copyPlaylist, {
    body: { playlist_id: film.playlistId, status_id: status.public },
  })
  return { owner, subscriber, film, videoId, untitledId, tv, tierId, mine, ofVideo, ofUntitled: untitledCopy, ofTv: tvCopy, whole }
}

const send = (method: Endpoint['method'], url: string, body: unknown, by: Person | undefined) =>
  app.inject({
    method,
    url,
    headers: { ...(by && { authorization: `Bearer ${by.token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })

test('no call and no public document reveals an address that a package locks, or that of a copy', async () => {
  const { owner, subscriber, film, videoId, untitledId, tv, tierId, mine, ofVideo, ofUntitled, ofTv, whole } = await makeLocked()
  const stranger = await person(server)
  await stranger.client(socialContract.follow, { body: { following_type: 'playlist', following_id: film.playlistId } })
  await stranger.client(socialContract.follow, { body: { following_type: 'channel', following_id: tv.id } })
  await stranger.client(socialContract.like, { body: { liked_type: 'video', liked_id: videoId } })
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', subscriber.id).execute()

  await indexed(db)
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
  for (const [index, { playlist, series, video }] of targets.entries()) {
    const made: [string, string][] = [
      [examples.playlist, playlist],
      [examples.series, series],
      [examples.video, video],
      [tvSourcesExamples.tvChannel, tv.id],
      [guideExamples.programme, tv.programmes[index % tv.programmes.length]!],
      [guideExamples.title, 'Paid match'],
    ]
    const own = <T>(example: T): T =>
      JSON.parse(made.reduce((text, [shown, id]) => text.replaceAll(shown, id), JSON.stringify(example ?? {}))) as T
    for (const { method, path, example } of endpoints) {
      const query = new URLSearchParams({
        ...own(example?.query),
        ...(path.includes('/search') && method === 'GET' && { query: 'paid', keyword: 'paid' }),
      })
      const readers = method === 'GET' ? [undefined, stranger, subscriber] : [undefined, stranger]
      for (const by of readers) {
        const url = `${fillPath(path, own(example?.params))}?${query.toString()}`
        const answer = await send(method, url, example?.body && own(example.body), by)
        expect([url, answer.statusCode < 500, answer.body.includes(secret)]).toEqual([url, true, false])
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
    for (const by of [undefined, stranger, subscriber]) {
      const { statusCode, body, headers } = await send('GET', url, undefined, by)
      expect([url, statusCode < 500, JSON.stringify([body, headers]).includes(secret)]).toEqual([url, true, false])
    }

  // Names stay, with the package.
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
  expect(feed.body).toContain('Paid film')
  expect(await server.guest(searchContract.search, { query: { keyword: secret, category: 'videos' } })).toMatchObject({ data: [] })
  const { data: listed } = await stranger.client(channelsContract.listDefaultPlaylists, { query: {} })
  expect(listed.find(({ id }) => id === film.playlistId)).toMatchObject({ is_locked: true, tiers: [{ id: tierId }] })

  // Playing and copying are refused, following and sharing aren't.
  const { seriesId: toSeries } = await makeFilledChannel(db, stranger.client, ['A'])
  const refused = [
    () => stranger.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: videoId } }),
    () => stranger.client(watchingContract.createView, { body: { viewable_type: 'channel', viewable_id: tv.id } }),
    () => stranger.client(channelsContract.copyVideo, { body: { video_id: videoId, series_id: toSeries } }),
    () => stranger.client(channelsContract.copyPlaylist, { body: { playlist_id: film.playlistId } }),
    () => stranger.client(tvWatchingContract.copyTvChannel, { body: { channel_id: tv.id, series_id: toSeries } }),
    () => subscriber.client(channelsContract.copyVideo, { body: { video_id: ofVideo.id, series_id: mine.seriesId } }),
  ]
  for (const act of refused) expect(await outcome(act())).toBe('403 tier_required')
  const shared = { shareable_type: 'video', shareable_id: videoId, network: 'link' } as const
  expect(await outcome(stranger.client(sharingContract.share, { body: shared }))).toBe('done')

  // Its owner plays it.
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
    const answer = await send(method, url, body, subscriber)
    expect([url, answer.body.includes(secret)]).toEqual([url, false])
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([200, 200, 403, 200, 200, 403, 200, 200, 200, 200, 403])
})

test('a locked thing opens to subscribers, operators and owners; a late renewal doesn’t end access', async () => {
  const { owner, subscriber, film, videoId, tv, tierId, ofVideo, ofTv, whole } = await makeLocked()
  const [operator, stranger] = [await person(server, { is_operator: true }), await person(server)]
  const plays = async ({ client }: Pick<Person, 'client'>) => {
    const { src } = await client(channelsContract.getVideo, { params: { id: videoId } })
    const { liveStreamUrl } = await client(tvWatchingContract.getTvChannel, { params: { id: tv.id } })
    const { src: copied } = await client(channelsContract.getVideo, { params: { id: ofVideo.id } })
    const { src: copiedTv } = await client(channelsContract.getVideo, { params: { id: ofTv.id } })
    const { series } = await client(channelsContract.getPlaylist, { params: { id: whole.id } })
    return [src, liveStreamUrl, copied, copiedTv, series[0]!.videos[0]!.src].map((address) => address !== null)
  }
  const [all, none] = [
    [true, true, true, true, true],
    [false, false, false, false, false],
  ]
  expect(await plays(subscriber)).toEqual(all)
  expect(await plays(operator)).toEqual(all)
  expect(await plays(owner)).toEqual([true, false, true, false, true])
  expect(await plays(stranger)).toEqual(none)
  const change = (more: { active_to?: Date; renews?: boolean; ended_at?: Date }) =>
    db.updateTable('subscription').set(more).where('user_id', '=', subscriber.id).execute()
  await change({ active_to: fromNow(-1) })
  expect(await plays(subscriber)).toEqual(all)
  await change({ renews: false })
  expect(await plays(subscriber)).toEqual(none)
  await change({ renews: true, ended_at: new Date() })
  expect(await plays(subscriber)).toEqual(none)

  // In a free package too: open to all.
  const free = await makeTier(0, { playlists: [film.playlistId], tv: [tv.id] })
  expect(await plays(stranger)).toEqual(all)
  await db.deleteFrom('tier').where('id', '=', free).execute()
  expect(await plays(stranger)).toEqual(none)
  expect((await stranger.client(channelsContract.getPlaylist, { params: { id: film.playlistId } })).tiers).toMatchObject([{ id: tierId }])
  await db.updateTable('tier').set({ archived_at: new Date() }).where('id', '=', tierId).execute()
  const archived = await stranger.client(channelsContract.getPlaylist, { params: { id: film.playlistId } })
  expect([archived.is_locked, archived.tiers]).toEqual([true, []])
})

test('when the original is deleted, its copies are their owner’s alone', async () => {
  const { owner, subscriber, film, tv, ofVideo, ofTv } = await makeLocked()
  const stranger = await person(server)
  await owner.client(channelsContract.deletePlaylist, { params: { id: film.playlistId } })
  await db.deleteFrom('tv_channel').where('id', '=', tv.id).execute()
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', subscriber.id).execute()
  for (const id of [ofVideo.id, ofTv.id]) {
    expect((await subscriber.client(channelsContract.getVideo, { params: { id } })).src).toContain(secret)
    for (const client of [stranger.client, server.guest])
      expect((await client(channelsContract.getVideo, { params: { id } })).src).toBeNull()
  }
})
