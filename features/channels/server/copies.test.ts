import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { updateSearchIndex } from '#test/search.ts'
import { type Client } from '#test/serve.ts'
import { channelsContract as contract, channelSearchContract } from '../contract.ts'
import { status } from '../rules.ts'
import { copiedVideoColumns } from './queries/copies.ts'
import { serveCopying } from '#test/copies.ts'

const { server, db, guest, ann, bob, copyPlaylist, copySeries, copyVideo, read, titlesOf, copyName, makeRich } = await serveCopying()

test('a copy of a channel has its texts, links, series and order, but no likes or follows', async () => {
  const source = await makeRich(ann.client)
  const [before, after] = [await makeChannel(bob.client, { status_id: 1 }), await makeChannel(bob.client, { status_id: 1 })]
  const copy = await copyPlaylist(bob.client, source.playlistId, { order: 1 })
  const original = await read(bob.client, source.playlistId)
  expect(copy).toMatchObject({
    name: expect.stringMatching(copyName),
    description: '<script>alert(1)</script>',
    tags: ['<i>slow</i>', 'trains'],
    status_id: status.private,
    slug: null,
    views: 0,
    is_default: false,
    finished: 0,
    user_id: bob.id,
    team_id: null,
    order: 1,
    is_left: false,
    is_archived: false,
    videos: 4,
    has_buttons: true,
    is_followed: false,
    source: { playlist_id: source.playlistId, name: 'A channel', user_id: ann.id, nickname: ann.nickname, maker_is_public: true },
  })
  expect(titlesOf(copy)).toEqual(['Z', 'ABC'])
  expect(copy.series.map(({ type, description, owner }) => [type, description, owner])).toEqual([
    ['header', '', bob.id],
    [null, 'Of it', bob.id],
  ])
  const {
    id,
    series_id: _series,
    pivot,
    created_at: _created,
    user_id: _user,
    views,
    source: ofSource,
    copied_video_id,
    ...same
  } = original.series[1]!.videos[1]!
  expect([id, views, ofSource, copied_video_id]).toEqual([source.videoIds[1], 7, null, null])
  expect(copy.series[1]!.videos[1]).toMatchObject({
    ...same,
    copied_video_id: id,
    views: 0,
    likes: 0,
    is_home: true,
    user_id: bob.id,
    published_at: '2020-02-03T04:05:06.000Z',
    pivot: { ...pivot, playlist_id: copy.id, serie_id: copy.series[1]!.id },
  })
  expect(copy.series[1]!.videos.map(({ is_home }) => is_home)).toEqual([false, true, false])
  // Without a date of its own, a copy shows the date on which it was added.
  const [undated] = copy.series[1]!.videos
  expect(undated!.published_at).toBe(undated!.created_at)
  const ids = [copy.id, ...copy.series.flatMap(({ id, videos }) => [id, ...videos.map((video) => video.id)])]
  expect(ids.every((id) => /^[A-Za-z0-9]{11}$/.test(id)) && new Set(ids).size).toBe(7)
  const { other } = await bob.client(contract.listMyPlaylists, {})
  expect(other.map(({ id }) => id)).toEqual([before.id, copy.id, after.id])
  // Source and copy are independent.
  await ann.client(contract.deletePlaylist, { params: { id: source.playlistId } })
  expect(titlesOf(await read(bob.client, copy.id))).toEqual(['Z', 'ABC'])
})

test('a copy is Public beside a public channel, and Private beside any other', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['A'], { tags: ['Wolpertinger'] })
  const open = await copyPlaylist(bob.client, playlistId, { status_id: status.public })
  const closed = await copyPlaylist(bob.client, playlistId, { status_id: status.privateLink, is_left: true })
  expect([open.status_id, closed.status_id, closed.is_left]).toEqual([status.public, status.private, true])
  await updateSearchIndex(db)
  const searchCopies = (client: Client) => client(channelSearchContract.searchPlaylists, { body: { keyword: 'wolpertinger' } })
  expect((await searchCopies(guest)).data.map(({ id }) => id).toSorted()).toEqual([playlistId, open.id].toSorted())
  expect((await searchCopies(bob.client)).data).toHaveLength(3)
})

test('a copy for a team belongs to the team; its name uses the caller’s language and time zone', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const copy = await copyPlaylist(server.clientFor({ token: bob.token, teamId, language: 'nl' }), playlistId)
  expect(copy).toMatchObject({ team_id: teamId, user_id: bob.id, name: expect.stringMatching(/^Kopie uit kanaal - /) })
  expect((await read(ann.client, copy.id)).may_edit).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T23:30:00Z') })
  try {
    const copyIn = (zone: string) => copyPlaylist(server.clientFor({ token: bob.token, headers: { 'time-zone': zone } }), playlistId)
    expect((await copyIn('Asia/Tokyo')).name).toBe('Copy from playlist - 2026-01-03 08:30:00')
    expect((await copyIn('Nowhere/Land')).name).toBe('Copy from playlist - 2026-01-03 00:30:00')
  } finally {
    vi.useRealTimers()
  }
})

test('a copy of a built-in channel is an ordinary channel', async () => {
  const { directPublish, watchLater } = await ann.client(contract.listMyPlaylists, {})
  expect(await copyPlaylist(bob.client, directPublish.id)).toMatchObject({
    direct_publish: false,
    status_id: status.private,
    order: expect.any(Number),
  })
  expect(await copyPlaylist(ann.client, watchLater.id)).toMatchObject({ watch_later: false })
  expect(await outcome(copyPlaylist(bob.client, watchLater.id))).toBe('404 not_found')
})

test('a copied series or video goes to a position of another channel and keeps its texts', async () => {
  const source = await makeRich(ann.client)
  const target = await makeFilledChannel(db, bob.client, ['1', '2'])
  const first = await copySeries(bob.client, source.seriesId, target.playlistId, { index: 0 })
  expect(first).toMatchObject({ position: 0, name: expect.stringMatching(copyName), description: 'Of it', source: { name: 'A channel' } })
  expect(first.videos.map(({ title, is_home, copied_video_id }) => [title, is_home, copied_video_id])).toEqual([
    ['A', false, source.videoIds[0]],
    ['B', true, source.videoIds[1]],
    ['C', false, source.videoIds[2]],
  ])
  expect(await copySeries(bob.client, source.seriesId, target.playlistId, { name: 'Mine' })).toMatchObject({ name: 'Mine', position: 2 })
  const video = await copyVideo(bob.client, source.videoIds[1]!, { series_id: target.seriesId }, { index: 1 })
  expect(video).toMatchObject({
    title: 'B',
    copied_video_id: source.videoIds[1],
    is_home: false,
    go_to: 'https://shop.test/',
    source: { playlist_id: source.playlistId },
  })
  await copyVideo(bob.client, source.videoIds[0]!, { playlist_id: target.playlistId })
  expect(titlesOf(await read(bob.client, target.playlistId))).toEqual(['ABCA', '1B2', 'ABC'])
})

test('a copied or moved banner stays one if the channel has none; videos never go to a banner by default', async () => {
  const source = await makeRich(ann.client)
  const { id: target } = await makeChannel(bob.client)
  const types = async (client: Client, id: string) => (await read(client, id)).series.map(({ type }) => type)
  expect((await copySeries(bob.client, source.header, target)).type).toBe('header')
  expect((await copySeries(bob.client, source.header, target)).type).toBeNull()
  const empty = await makeChannel(server.clientFor({ token: bob.token, language: 'nl' }))
  await copySeries(bob.client, source.header, empty.id)
  const video = await copyVideo(server.clientFor({ token: bob.token, language: 'nl' }), source.videoIds[0]!, { playlist_id: empty.id })
  expect([video.series_name, video.pivot.playlist_id]).toEqual(["Video's", empty.id])
  const [header] = (await read(bob.client, empty.id)).series
  const move = (id: string, playlist_id: string, position?: number) =>
    bob.client(contract.updateSeries, { params: { id }, body: { playlist_id, ...(position !== undefined && { position }) } })
  expect(await move(header!.id, target, 1)).toMatchObject({ playlist_id: target, type: null, position: 1 })
  expect(await types(bob.client, target)).toEqual(['header', null, null])
  const third = await makeChannel(bob.client)
  expect(await move((await read(bob.client, target)).series[0]!.id, third.id)).toMatchObject({
    playlist_id: third.id,
    type: 'header',
    position: 0,
  })
})

test('a pending page is fetched for the copy too', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await db
    .updateTable('video')
    // Pending for an hour. A scheduled job, which may run during this test, abandons pages that are pending for over a day.
    .set({ pending_user_id: ann.id, pending_since: new Date(Date.now() - 3_600_000) })
    .where('id', '=', videoIds[0]!)
    .execute()
  const { id: target } = await makeChannel(bob.client)
  const waits = () =>
    db.selectFrom('job').select('id').where('name', '=', 'curation-pending-videos').where('singleton_key', '=', 'later').execute()
  const copies = [
    async () => (await copyPlaylist(bob.client, playlistId)).series[0]!.videos[0]!,
    async () => (await copySeries(bob.client, seriesId, target)).videos[0]!,
    () => copyVideo(bob.client, videoIds[0]!, { playlist_id: target }),
  ]
  for (const copy of copies) {
    await db.deleteFrom('job').execute()
    const { id, is_pending } = await copy()
    expect([is_pending, (await waits()).length]).toEqual([true, 1])
    const row = await db.selectFrom('video').select(['pending_user_id', 'pending_since']).where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.pending_user_id, row.pending_since!.getTime() > Date.now() - 60_000]).toEqual([bob.id, true])
  }
  await db.deleteFrom('job').execute()
  expect([(await copyVideo(bob.client, videoIds[1]!, { playlist_id: target })).is_pending, (await waits()).length]).toEqual([false, 0])
})

test('each column of a video is copied or listed as not copied', async () => {
  const { rows } = await sql<{ column: string }>`
    select attname as "column" from pg_attribute where attrelid = 'video'::regclass and attnum > 0 and not attisdropped`.execute(db)
  const ownCopies = [
    'id',
    'series_id',
    'position',
    'created_at',
    'views',
    'likes',
    'copied_video_id',
    'adult',
    'published_at',
    'pending_user_id',
    'pending_since',
    // Columns that are computed from the source and its channel.
    'paid_playlist_key',
    'paid_video_id',
    // Columns that are set on insert, by the address.
    'link_state',
    'link_problem',
    'link_failed_at',
  ]
  expect(rows.map(({ column }) => column).toSorted()).toEqual([...copiedVideoColumns, ...ownCopies].toSorted())
})

test('a copied video goes to either a series or a channel', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, bob.client, ['A'])
  const body = (to: object) => ({ body: { video_id: videoIds[0]!, ...to } })
  expect(await outcome(bob.client(contract.copyVideo, body({})))).toBe('422 one_destination series_id')
  expect(await outcome(bob.client(contract.copyVideo, body({ series_id: seriesId, playlist_id: playlistId })))).toBe(
    '422 one_destination playlist_id',
  )
  expect(await outcome(bob.client(contract.copyVideo, body({ series_id: seriesId, index: -1 })))).toBe('422 invalid index')
  const response = bob.client(contract.copyPlaylist, {
    body: { playlist_id: playlistId, status_id: 4, order: 'first', is_left: 'maybe' } as never,
  })
  expect(await outcome(response)).toBe('422 invalid order is_left status_id')
})
