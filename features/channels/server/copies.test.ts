import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { indexed } from '#test/search.ts'
import { type Client, serve } from '#test/serve.ts'
import { statementTexts } from '#test/statement-texts.ts'
import { channelsContract as contract, channelSearchContract, type Playlist } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { insertPlaylists, type PlaylistRow } from './queries/playlist-writes.ts'
import { copiedVideoColumns } from './queries/copies.ts'
import { positionGap } from './positions.ts'

const server = await serve()
const { db, guest, services } = server
const [ann, bob] = await Promise.all([person(server, { is_public: true }), person(server)])
const adult = await person(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })

const copyPlaylist = (client: Client, playlist_id: string, more: { order?: number; is_left?: boolean; status_id?: number } = {}) =>
  client(contract.copyPlaylist, { body: { playlist_id, ...more } })
const copySeries = (
  client: Client,
  series_id: string,
  playlist_id: string,
  more: { source_playlist_id?: string; index?: number; name?: string } = {},
) => client(contract.copySeries, { body: { series_id, playlist_id, ...more } })
type To = { series_id: string } | { playlist_id: string }
const copyVideo = (client: Client, video_id: string, to: To, more: { source_playlist_id?: string; index?: number } = {}) =>
  client(contract.copyVideo, { body: { video_id, ...to, ...more } })
const read = (client: Client, id: string) => client(contract.getPlaylist, { params: { id } })
const change = (client: Client, id: string, body: { status_id?: number; adult?: boolean }) =>
  client(contract.updatePlaylist, { params: { id }, body })
const titlesOf = ({ series }: Pick<Playlist, 'series'>) => series.map(({ videos }) => videos.map(({ title }) => title).join(''))
const copyName = /^Copy from playlist - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Creates a channel with all fields set, including characters of markup. */
async function makeRich(client: Client) {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, client, ['A', 'B', 'C'], { tags: ['<i>slow</i>', 'trains'] })
  await client(contract.updatePlaylist, {
    params: { id: playlistId },
    body: { description: '<script>alert(1)</script>', slug: newId().toLowerCase(), finished: true },
  })
  await db
    .updateTable('video')
    .set({
      description: '"><img src=x onerror=alert(1)>',
      go_to: 'https://shop.test/',
      go_to_title: 'Shop',
      more_title: 'More',
      more_info_title: 'Info',
      more_description: 'About it',
      duration: 61,
      start_at: 5,
      end_at: 50,
      is_live: true,
      embed_url: 'https://films.test/embed',
      content_type: 'video/mp4',
      published_at: new Date('2020-02-03T04:05:06Z'),
      views: 7,
      likes: 0,
    })
    .where('id', '=', videoIds[1]!)
    .execute()
  await db.updateTable('playlist').set({ views: 9, default_rank: 3 }).where('id', '=', playlistId).execute()
  await client(contract.updateSeries, { params: { id: seriesId }, body: { home_video_id: videoIds[1]!, description: 'Of it' } })
  const { id: header } = await client(contract.createSeries, { body: { playlist_id: playlistId, name: 'Banner', type: 'header' } })
  await client(contract.updateSeries, { params: { id: header }, body: { position: 0 } })
  await fillSeries(db, header, ['Z'])
  return { playlistId, seriesId, videoIds, header }
}

test('a copy of a channel has its texts, links, series and order, but no likes or follows', async () => {
  const source = await makeRich(ann.client)
  const [before, after] = [await makeChannel(bob.client, { status_id: 1 }), await makeChannel(bob.client, { status_id: 1 })]
  const made = await copyPlaylist(bob.client, source.playlistId, { order: 1 })
  const original = await read(bob.client, source.playlistId)
  expect(made).toMatchObject({
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
  expect(titlesOf(made)).toEqual(['Z', 'ABC'])
  expect(made.series.map(({ type, description, owner }) => [type, description, owner])).toEqual([
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
  expect(made.series[1]!.videos[1]).toMatchObject({
    ...same,
    copied_video_id: id,
    views: 0,
    likes: 0,
    is_home: true,
    user_id: bob.id,
    published_at: '2020-02-03T04:05:06.000Z',
    pivot: { ...pivot, playlist_id: made.id, serie_id: made.series[1]!.id },
  })
  expect(made.series[1]!.videos.map(({ is_home }) => is_home)).toEqual([false, true, false])
  // A video without its own date has the date on which it was added: that of the copy.
  const [undated] = made.series[1]!.videos
  expect(undated!.published_at).toBe(undated!.created_at)
  const ids = [made.id, ...made.series.flatMap(({ id, videos }) => [id, ...videos.map((video) => video.id)])]
  expect(ids.every((id) => /^[A-Za-z0-9]{11}$/.test(id)) && new Set(ids).size).toBe(7)
  const { other } = await bob.client(contract.listMyPlaylists, {})
  expect(other.map(({ id }) => id)).toEqual([before.id, made.id, after.id])
  // Source and copy are independent.
  await ann.client(contract.deletePlaylist, { params: { id: source.playlistId } })
  expect(titlesOf(await read(bob.client, made.id))).toEqual(['Z', 'ABC'])
})

test('a copy is Public beside a public channel, and Private beside any other', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['A'], { tags: ['Wolpertinger'] })
  const open = await copyPlaylist(bob.client, playlistId, { status_id: status.public })
  const closed = await copyPlaylist(bob.client, playlistId, { status_id: status.privateLink, is_left: true })
  expect([open.status_id, closed.status_id, closed.is_left]).toEqual([status.public, status.private, true])
  await indexed(db)
  const found = (client: Client) => client(channelSearchContract.searchPlaylists, { body: { keyword: 'wolpertinger' } })
  expect((await found(guest)).data.map(({ id }) => id).toSorted()).toEqual([playlistId, open.id].toSorted())
  expect((await found(bob.client)).data).toHaveLength(3)
})

test('a copy for a team belongs to the team; its name uses the caller’s language and time zone', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const made = await copyPlaylist(server.as({ token: bob.token, teamId, language: 'nl' }), playlistId)
  expect(made).toMatchObject({ team_id: teamId, user_id: bob.id, name: expect.stringMatching(/^Kopie uit kanaal - /) })
  expect((await read(ann.client, made.id)).may_edit).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T23:30:00Z') })
  try {
    const at = (zone: string) => copyPlaylist(server.as({ token: bob.token, headers: { 'time-zone': zone } }), playlistId)
    expect((await at('Asia/Tokyo')).name).toBe('Copy from playlist - 2026-01-03 08:30:00')
    expect((await at('Nowhere/Land')).name).toBe('Copy from playlist - 2026-01-03 00:30:00')
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
  const empty = await makeChannel(server.as({ token: bob.token, language: 'nl' }))
  await copySeries(bob.client, source.header, empty.id)
  const video = await copyVideo(server.as({ token: bob.token, language: 'nl' }), source.videoIds[0]!, { playlist_id: empty.id })
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

test('a hidden thing can’t be copied by any of its ids; a private link requires its current id', async () => {
  const secret = await makeFilledChannel(db, ann.client, ['A'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['A'], { status_id: status.privateLink })
  const open = await makeFilledChannel(db, ann.client, ['A'])
  const mine = await makeFilledChannel(db, bob.client, ['1'])
  const all = (client: Client, { playlistId, seriesId, videoIds }: typeof secret, source_playlist_id?: string) => {
    const more = { ...(source_playlist_id && { source_playlist_id }) }
    return [
      outcome(copyPlaylist(client, playlistId)),
      outcome(copySeries(client, seriesId, mine.playlistId, more)),
      outcome(copyVideo(client, videoIds[0]!, { series_id: mine.seriesId }, more)),
      outcome(copyVideo(client, videoIds[0]!, { playlist_id: mine.playlistId }, more)),
    ]
  }
  const [gone, done] = ['404 not_found', 'done']
  expect(new Set(await Promise.all(all(guest, open)))).toEqual(new Set(['401 login_required']))
  for (const known of [undefined, secret.playlistId, open.playlistId])
    expect(await Promise.all(all(bob.client, secret, known))).toEqual([gone, gone, gone, gone])
  for (const known of [undefined, open.playlistId])
    expect(await Promise.all(all(bob.client, linked, known))).toEqual([done, gone, gone, gone])
  expect(await Promise.all(all(bob.client, linked, linked.playlistId))).toEqual([done, done, done, done])
  const { id } = await ann.client(contract.updatePlaylist, { params: { id: linked.playlistId }, body: { new_link: true } })
  expect(await Promise.all(all(bob.client, linked, linked.playlistId))).toEqual([gone, gone, gone, gone])
  expect(await Promise.all(all(bob.client, { ...linked, playlistId: id }, id))).toEqual([done, done, done, done])
  // The source of the copy is not disclosed.
  const copies = (await read(bob.client, mine.playlistId)).series.flatMap((series) => [
    series.source,
    ...series.videos.map(({ source }) => source),
  ])
  expect(new Set(copies)).toEqual(new Set([null]))
  // Copies into a channel require the right to edit it.
  for (const [to, refused] of [
    [open, '403 forbidden'],
    [secret, gone],
  ] as const) {
    expect(await outcome(copySeries(bob.client, mine.seriesId, to.playlistId))).toBe(refused)
    expect(await outcome(copyVideo(bob.client, mine.videoIds[0]!, { series_id: to.seriesId }))).toBe(refused)
    expect(await outcome(copyVideo(bob.client, mine.videoIds[0]!, { playlist_id: to.playlistId }))).toBe(refused)
  }
})

test('copying into Direct Share is refused, also for its owner', async () => {
  const mine = await makeFilledChannel(db, bob.client, ['1'])
  const { directPublish, watchLater } = await bob.client(contract.listMyPlaylists, {})
  const { id: series_id } = await makeSeries(bob.client, directPublish.id)
  expect(await outcome(copySeries(bob.client, mine.seriesId, directPublish.id))).toBe('403 use_direct_share')
  for (const to of [{ series_id }, { playlist_id: directPublish.id }])
    expect(await outcome(copyVideo(bob.client, mine.videoIds[0]!, to))).toBe('403 use_direct_share')
  expect(await outcome(copyVideo(bob.client, mine.videoIds[0]!, { playlist_id: watchLater.id }))).toBe('done')
})

test('copies of adult things are adult, and can’t be made without the age check', async () => {
  const forAdults = await makeFilledChannel(db, ann.client, ['A'], { adult: true })
  const mixed = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await db.updateTable('video').set({ adult: true }).where('id', '=', mixed.videoIds[0]!).execute()
  await ann.client(contract.updateSeries, { params: { id: mixed.seriesId }, body: { home_video_id: mixed.videoIds[0]! } })
  const target = await makeFilledChannel(db, adult.client, ['1'])
  expect(await copyPlaylist(adult.client, forAdults.playlistId)).toMatchObject({
    adult: true,
    source: { playlist_id: forAdults.playlistId },
  })
  expect((await copySeries(adult.client, forAdults.seriesId, target.playlistId)).videos).toMatchObject([{ adult: true }])
  expect(await copyVideo(adult.client, forAdults.videoIds[0]!, { series_id: target.seriesId })).toMatchObject({ adult: true })
  const mine = await makeFilledChannel(db, bob.client, ['1'])
  expect(await outcome(copyPlaylist(bob.client, forAdults.playlistId))).toBe('403 adult_only')
  expect(await outcome(copySeries(bob.client, forAdults.seriesId, mine.playlistId))).toBe('403 adult_only')
  expect(await outcome(copyVideo(bob.client, mixed.videoIds[0]!, { series_id: mine.seriesId }))).toBe('403 adult_only')
  const [partly] = (await copyPlaylist(bob.client, mixed.playlistId)).series
  expect(partly!.videos.map(({ title, is_home }) => [title, is_home])).toEqual([['B', true]])
  expect((await copySeries(bob.client, mixed.seriesId, mine.playlistId)).videos.map(({ title }) => title)).toEqual(['B'])
  expect((await copyPlaylist(adult.client, mixed.playlistId)).series[0]!.videos.map(({ adult }) => adult)).toEqual([true, false])
})

test('the source is named while the reader finds it in public lists, and never if it is their own', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const whole = await copyPlaylist(bob.client, playlistId, { status_id: status.public })
  const parts = await makeFilledChannel(db, bob.client, ['1'])
  // Moved out of its copied series, a video names its source.
  const { id: apart } = await makeSeries(bob.client, whole.id)
  await bob.client(contract.moveVideos, { body: { videos: [whole.series[0]!.videos[1]!.id], series_id: apart } })
  const series = await copySeries(bob.client, seriesId, parts.playlistId)
  const video = await copyVideo(bob.client, videoIds[1]!, { series_id: parts.seriesId })
  const sources = async (client: Client) => {
    const [one, other] = [await read(client, whole.id), await read(client, parts.playlistId)]
    const { source } = await client(contract.getVideo, { params: { id: video.id } })
    // Content copied along names no source.
    expect([one.series[0]!.source, one.series[0]!.videos[0]!.source, other.series[1]!.videos[0]!.source]).toEqual([null, null, null])
    const named = [one.source, one.series[1]!.videos[0]!.source, other.series[1]!.source, source]
    return named.map((source) => source && `${source.name} by ${source.nickname}`)
  }
  const all = (name: string | null) => Array<string | null>(4).fill(name)
  const named = `A channel by ${ann.nickname}`
  expect(series.source).toMatchObject({ maker_is_public: true })
  for (const { client } of [ann, bob, { client: guest }]) expect(await sources(client)).toEqual(all(named))
  await indexed(db)
  const tiles = (await guest(channelSearchContract.searchPlaylists, { body: { keyword: 'Copy from playlist' } })).data
  expect(tiles.find(({ id }) => id === whole.id)?.source).toMatchObject({ playlist_id: playlistId })
  await db.updateTable('video').set({ adult: true }).where('id', '=', videoIds[1]!).execute()
  expect((await sources(bob.client)).at(-1)).toBeNull()
  expect((await sources(adult.client)).at(-1)).toBe(named)
  await db.updateTable('video').set({ adult: false }).execute()
  await change(ann.client, playlistId, { adult: true })
  expect([await sources(guest), await sources(adult.client)]).toEqual([all(null), all(named)])
  await change(ann.client, playlistId, { adult: false })
  const { id: hidden } = await change(ann.client, playlistId, { status_id: status.privateLink })
  for (const { client } of [ann, bob, { client: guest }]) expect(await sources(client)).toEqual(all(null))
  const { id: shown } = await change(ann.client, hidden, { status_id: status.public })
  expect(await sources(guest)).toEqual(all(named))
  await ann.client(contract.deletePlaylist, { params: { id: shown } })
  expect(await sources(guest)).toEqual(all(null))
  expect(await copyPlaylist(bob.client, whole.id)).toMatchObject({ source: null, series: [{ source: null }, { source: null }] })
})

test('a pending page is fetched for the copy too', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await db
    .updateTable('video')
    .set({ pending_user_id: ann.id, pending_since: new Date(0) })
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
  const own = [
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
    // Decided by the source's playlist.
    'paid_playlist_key',
    // Set for its address on insert.
    'link_state',
    'link_problem',
    'link_failed_at',
  ]
  expect(rows.map(({ column }) => column).toSorted()).toEqual([...copiedVideoColumns, ...own].toSorted())
})

const rowsOf = (count: number, owner: { id: string }): PlaylistRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: newId(),
    name: 'One of many',
    status_id: 1,
    position: at * positionGap,
    user_id: owner.id,
  }))

test('limits hold for twenty concurrent copies; each is complete or absent', async () => {
  const source = await makeFilledChannel(db, ann.client, 'ABCDE'.split(''))
  const carl = await person(server)
  const target = await makeFilledChannel(db, carl.client, Array.from({ length: limits.videos - 12 }, String))
  const twenty = async (copy: () => Promise<unknown>) => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(copy())))
    return Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]))
  }
  expect(await twenty(() => copySeries(carl.client, source.seriesId, target.playlistId))).toEqual({ done: 2, '422 video_limit videos': 18 })
  const filled = await read(carl.client, target.playlistId)
  expect([filled.videos, filled.series.map(({ videos }) => videos.length)]).toEqual([limits.videos - 2, [limits.videos - 12, 5, 5]])
  expect(await twenty(() => copyVideo(carl.client, source.videoIds[0]!, { playlist_id: target.playlistId }))).toEqual({
    done: 2,
    '422 video_limit videos': 18,
  })
  const { id: long } = await makeChannel(carl.client)
  await fillChannel(db, long, limits.series - 5)
  expect(await twenty(() => copySeries(carl.client, source.seriesId, long))).toEqual({ done: 5, '422 series_limit name': 15 })
  await insertPlaylists(db, rowsOf(limits.playlists - 7, carl))
  expect(await twenty(() => copyPlaylist(carl.client, source.playlistId))).toEqual({ done: 5, '422 playlist_limit name': 15 })
  const { rows } = await sql`select id from video where not exists (select from series where series.id = video.series_id)`.execute(db)
  expect(rows).toEqual([])
})

test('a copy of 200 videos takes as many statements as a copy of two, and one of them writes', async () => {
  const small = await makeFilledChannel(db, ann.client)
  const large = await makeFilledChannel(db, ann.client, Array.from({ length: 200 }, String))
  const { id: target } = await makeChannel(bob.client)
  const statements = async (copy: () => Promise<unknown>) => {
    // Without the statements of other jobs and of limits.
    const texts = (await statementTexts(copy)).filter((text) => /\b(playlist|series|video|account)\b/.test(text))
    return { all: texts.length, inserts: texts.filter((text) => /insert into (playlist|series|video)\b/.test(text)).length }
  }
  for (const copy of [
    (of: typeof small) => copyPlaylist(bob.client, of.playlistId),
    (of: typeof small) => copySeries(bob.client, of.seriesId, target),
  ]) {
    const [few, many] = [await statements(() => copy(small)), await statements(() => copy(large))]
    expect(many).toEqual({ ...few, inserts: 1 })
    expect(many.all).toBeLessThanOrEqual(10)
  }
})

test('copying above the rate limit is refused before anything is written', async () => {
  const eve = await person(server)
  const large = await makeFilledChannel(db, ann.client, Array.from({ length: limits.videos }, String))
  const spent = services.limits.count(`copied-videos:${eve.id}`, { max: 30_000, windowSeconds: 60 }, 29_000)
  expect(spent.allowed).toBe(true)
  expect((await copyPlaylist(eve.client, large.playlistId)).videos).toBe(limits.videos)
  expect(await outcome(copyPlaylist(eve.client, large.playlistId))).toBe('429 too_many')
  expect((await eve.client(contract.listMyPlaylists, {})).other).toHaveLength(1)
})

test.each([
  ['copyPlaylist', { playlist_id: ['x'] }, 'playlist_id'],
  ['copyPlaylist', { playlist_id: 'kZ3Qm8TfW1a', status_id: 4 }, '404'],
  ['copySeries', { series_id: 'b7HxR2pLs9c' }, 'playlist_id'],
  ['copySeries', { series_id: { a: 1 }, playlist_id: 'short' }, 'series_id playlist_id'],
  ['copyVideo', { series_id: 'b7HxR2pLs9c' }, 'video_id'],
  ['copyVideo', { video_id: 'Yd5NvK0eJ6g', source_playlist_id: 1, series_id: null }, 'source_playlist_id series_id'],
] as const)('%s with %j is invalid', async (name, body, fields) => {
  expect(await outcome(bob.client(contract[name], { body: body as never }))).toBe(
    fields === '404' ? '404 not_found' : `422 invalid ${fields}`,
  )
})

test('a copied video goes to either a series or a channel', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, bob.client, ['A'])
  const body = (to: object) => ({ body: { video_id: videoIds[0]!, ...to } })
  expect(await outcome(bob.client(contract.copyVideo, body({})))).toBe('422 one_destination series_id')
  expect(await outcome(bob.client(contract.copyVideo, body({ series_id: seriesId, playlist_id: playlistId })))).toBe(
    '422 one_destination playlist_id',
  )
  expect(await outcome(bob.client(contract.copyVideo, body({ series_id: seriesId, index: -1 })))).toBe('422 invalid index')
  const wrong = bob.client(contract.copyPlaylist, {
    body: { playlist_id: playlistId, status_id: 4, order: 'first', is_left: 'maybe' } as never,
  })
  expect(await outcome(wrong)).toBe('422 invalid order is_left status_id')
})

test('a channel deleted during a copy is copied completely or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const titles = Array.from({ length: 50 }, String)
    const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, titles)
    const target = await makeChannel(bob.client)
    const copies = [copyPlaylist(bob.client, playlistId), copySeries(bob.client, seriesId, target.id)] as const
    const gone = outcome(ann.client(contract.deletePlaylist, { params: { id: playlistId } }))
    const [channel, series] = await Promise.allSettled(copies)
    expect(await gone).toBe('done')
    if (channel.status === 'fulfilled') expect(titlesOf(channel.value)).toEqual([titles.join('')])
    else expect(channel.reason).toMatchObject({ status: 404 })
    if (series.status === 'fulfilled') expect(series.value.videos).toHaveLength(50)
    else expect(series.reason).toMatchObject({ status: 404 })
  }
})
