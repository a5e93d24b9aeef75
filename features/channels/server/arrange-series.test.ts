import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { lockRows } from './queries/places.ts'
import { serveArranging } from '#test/arranging.ts'

const { server, db, ann } = await serveArranging()

// The ordering rules of channels, applied to series and videos.

const readSeriesNames = async (playlistId: string) =>
  (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series
    .map(({ name, position }) => `${position}${name}`)
    .join(' ')
const readTitles = async (playlistId: string) =>
  (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series
    .map(({ videos }) => videos.map(({ title }) => title).join(''))
    .join(' ')

test('a series moves to a position', async () => {
  const { id: playlistId } = await makeChannel(ann.client)
  const [a, , c] = [
    await makeSeries(ann.client, playlistId, 'A'),
    await makeSeries(ann.client, playlistId, 'B'),
    await makeSeries(ann.client, playlistId, 'C'),
  ]
  expect(await ann.client(contract.updateSeries, { params: { id: c.id }, body: { position: 0 } })).toMatchObject({ position: 0 })
  expect(await readSeriesNames(playlistId)).toBe('0C 1A 2B')
  await ann.client(contract.updateSeries, { params: { id: a.id }, body: { position: 99 } })
  expect(await readSeriesNames(playlistId)).toBe('0C 1B 2A')
})

test('a video moves within its series and to another one, also of another channel', async () => {
  const source = await makeFilledChannel(db, ann.client, ['A', 'B', 'C', 'D'])
  const [a, b] = source.videoIds as [string, string]
  const { id: next } = await makeSeries(ann.client, source.playlistId)
  const other = await makeFilledChannel(db, ann.client, ['X', 'Y'])
  const to = (videoId: string, seriesId: string, destId: string, index: number) =>
    ann.client(contract.moveVideo, { params: { videoId, seriesId, destId }, body: { index } })
  await to(a, source.seriesId, source.seriesId, 2)
  expect(await readTitles(source.playlistId)).toBe('BCAD ')
  expect(await outcome(to(a, source.seriesId, source.seriesId, -1))).toBe('422 invalid index')
  expect(await outcome(to(a, other.seriesId, source.seriesId, 0))).toBe('404 not_found')
  expect(await to(a, source.seriesId, next, 0)).toMatchObject({ series_id: next })
  expect(await readTitles(source.playlistId)).toBe('BCD A')
  expect(await to(b, source.seriesId, other.seriesId, 1)).toMatchObject({ pivot: { playlist_id: other.playlistId } })
  expect(await readTitles(source.playlistId)).toBe('CD A')
  expect(await readTitles(other.playlistId)).toBe('XBY')
})

test('concurrent moves between two channels in both directions don’t deadlock', async () => {
  const [first, second] = [
    await makeFilledChannel(db, ann.client, 'ABCDEF'.split('')),
    await makeFilledChannel(db, ann.client, 'UVWXYZ'.split('')),
  ]
  const send = (from: typeof first, to: typeof first) =>
    from.videoIds.map((videoId) =>
      outcome(ann.client(contract.moveVideo, { params: { videoId, seriesId: from.seriesId, destId: to.seriesId }, body: { index: 1 } })),
    )
  expect(new Set(await Promise.all([...send(first, second), ...send(second, first)]))).toEqual(new Set(['done']))
  const sortedTitles = async (playlistId: string) => (await readTitles(playlistId)).split('').toSorted().join('')
  expect([await sortedTitles(first.playlistId), await sortedTitles(second.playlistId)]).toEqual(['UVWXYZ', 'ABCDEF'])
})

test('many changes to one channel leave connections for others', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const holding = db.transaction().execute(async (db) => {
    await lockRows(db, [{ row: 'playlist', id: playlistId }])
    await released
  })
  const moves = Array.from({ length: 40 }, (_, index) =>
    outcome(ann.client(contract.moveVideo, { params: { videoId: videoIds[0]!, seriesId, destId: seriesId }, body: { index: index % 2 } })),
  )
  const additions = Array.from({ length: 20 }, () => outcome(makeSeries(ann.client, playlistId)))
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  }, 3000)
  expect(await outcome(server.guest(contract.listDefaultPlaylists, {}))).toBe('done')
  release()
  await holding
  expect(new Set(await Promise.all([...moves, ...additions]))).toEqual(new Set(['done']))
})

const titlesOf = async (playlistId: string) =>
  (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series.map(({ videos }) =>
    videos.map(({ title }) => title).join(''),
  )
const moveTogether = (videos: readonly string[], series_id: string, index?: number, client = ann.client) =>
  client(contract.moveVideos, { body: { videos: [...videos], series_id, ...(index !== undefined && { index }) } })

test('videos of several series and channels move to one place in the requested order', async () => {
  const [first, second] = [await makeFilledChannel(db, ann.client, ['A', 'B', 'C']), await makeFilledChannel(db, ann.client, ['X', 'Y'])]
  const { id: other } = await makeSeries(ann.client, first.playlistId)
  const [q] = await fillSeries(db, other, ['Q'])
  const result = await moveTogether([first.videoIds[2]!, q!, second.videoIds[0]!, first.videoIds[0]!], second.seriesId, 1)
  expect(result).toMatchObject({ id: second.seriesId, playlist_id: second.playlistId })
  expect([await titlesOf(first.playlistId), await titlesOf(second.playlistId)]).toEqual([['B', ''], ['YCQXA']])
  await moveTogether([second.videoIds[1]!], second.seriesId)
  expect(await titlesOf(second.playlistId)).toEqual(['CQXAY'])
})

test('videos move to the first series that is not the banner; a missing one is created', async () => {
  const one = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const { id: channel } = await makeChannel(ann.client)
  await ann.client(contract.createSeries, { body: { playlist_id: channel, name: 'Banner', type: 'header' } })
  const into = (videos: string[], body: { playlist_id?: string; series_id?: string; index?: number }, client = ann.client) =>
    client(contract.moveVideos, { body: { videos, ...body } })
  const result = await into([one.videoIds[1]!], { playlist_id: channel })
  expect(result).toMatchObject({ playlist_id: channel, name: 'Videos', type: null, position: 1, videos: [{ title: 'B' }] })
  expect(await into([one.videoIds[0]!], { playlist_id: channel, index: 0 })).toMatchObject({ id: result.id })
  expect(await titlesOf(channel)).toEqual(['', 'AB'])
  const bob = await createUser(server)
  const hidden = await makeFilledChannel(db, bob.client, ['H'], { status_id: status.private })
  const open = await makeFilledChannel(db, bob.client, ['O'])
  const last = [one.videoIds[2]!]
  expect(await outcome(into(last, { playlist_id: hidden.playlistId }))).toBe('404 not_found')
  expect(await outcome(into(last, { playlist_id: open.playlistId }))).toBe('403 forbidden')
  expect(await outcome(into(last, { playlist_id: channel, series_id: one.seriesId }))).toBe('422 one_destination playlist_id')
  expect(await outcome(into(last, {}))).toBe('422 one_destination series_id')
  expect(await outcome(into(last, { playlist_id: channel }, server.guest))).toBe('401 login_required')
  expect(await titlesOf(one.playlistId)).toEqual(['C'])
})

test('the undo calls of a response restore positions and openers', async () => {
  const [first, second] = [
    await makeFilledChannel(db, ann.client, 'ABCDEF'.split('')),
    await makeFilledChannel(db, ann.client, 'XYZ'.split('')),
  ]
  const [, b, c, d, , f] = first.videoIds as [string, string, string, string, string, string]
  const { id: channel } = await makeChannel(ann.client)
  const homes = () => db.selectFrom('series').select(['id', 'home_video_id']).where('id', 'in', [first.seriesId, second.seriesId]).execute()
  const state = async () => [
    await titlesOf(first.playlistId),
    await titlesOf(second.playlistId),
    (await homes()).toSorted((p, q) => (p.id < q.id ? -1 : 1)),
  ]
  await ann.client(contract.updateVideo, { params: { id: d }, body: { is_home: true } })
  const before = await state()
  for (const body of [
    // Moves videos of several series, in another order.
    { videos: [f, second.videoIds[2]!, d, b], series_id: second.seriesId, index: 1 },
    { videos: [d], playlist_id: channel },
    // Moves videos within a series, with and without its opener.
    { videos: [f, b, d], series_id: first.seriesId, index: 0 },
    { videos: [c], series_id: first.seriesId },
  ]) {
    const { undo, ...series } = await ann.client(contract.moveVideos, { body })
    expect(series.videos.map(({ id }) => id)).toEqual(expect.arrayContaining(body.videos))
    expect(await state()).not.toEqual(before)
    for (const back of undo) await ann.client(contract.moveVideos, { body: back })
    expect(await state()).toEqual(before)
  }
  const { undo } = await ann.client(contract.moveVideos, { body: { videos: [d, b], series_id: second.seriesId } })
  expect(undo).toEqual([{ videos: [b, d], series_id: first.seriesId, indexes: [1, 3], home_video_id: d }])
  // After the deletion of a neighbour, the other videos keep their relative order.
  await ann.client(contract.deleteVideo, { params: { id: c } })
  await ann.client(contract.moveVideos, { body: undo[0]! })
  expect(await titlesOf(first.playlistId)).toEqual(['ABEDF'])
  // Moves a single video by its own endpoint.
  const home = { videoId: d, seriesId: first.seriesId, destId: second.seriesId }
  await ann.client(contract.moveVideo, { params: home, body: { index: 0 } })
  const back = await ann.client(contract.moveVideo, {
    params: { ...home, seriesId: second.seriesId, destId: first.seriesId },
    body: { index: 3, is_home: true },
  })
  expect(back).toMatchObject({ is_home: true, series_id: first.seriesId })
})

test('separate positions must match the number of videos and ascend; the opener must be one of them', async () => {
  const { seriesId, playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const [a, b, c] = videoIds as [string, string, string]
  const move = (body: { indexes?: number[]; index?: number; home_video_id?: string }) =>
    outcome(ann.client(contract.moveVideos, { body: { videos: [c, a], series_id: seriesId, ...body } }))
  expect(await move({ indexes: [0] })).toBe('422 one_place_each indexes')
  expect(await move({ indexes: [0, 1], index: 0 })).toBe('422 one_place_each indexes')
  expect(await move({ indexes: [1, 1] })).toBe('422 invalid indexes')
  expect(await move({ indexes: [2, 1] })).toBe('422 invalid indexes')
  expect(await move({ indexes: [-1, 1] })).toBe('422 invalid indexes.0 indexes')
  expect(await move({ home_video_id: b })).toBe('422 not_in_series home_video_id')
  expect(await titlesOf(playlistId)).toEqual(['ABC'])
  expect(await move({ indexes: [0, 999_999], home_video_id: c })).toBe('done')
  expect(await titlesOf(playlistId)).toEqual(['CBA'])
})

test('a reorder writes only items outside the longest ascending run, with a constant number of statements', async () => {
  const { seriesId, playlistId, videoIds } = await makeFilledChannel(db, ann.client, 'ABCDEF'.split(''))
  const placesOf = async () =>
    new Map(
      (await db.selectFrom('video').select(['id', 'position']).where('series_id', '=', seriesId).execute()).map((row) => [
        row.id,
        row.position,
      ]),
    )
  const before = await placesOf()
  const [a, b, ...others] = videoIds as [string, string, ...string[]]
  await moveTogether([b, a, ...others], seriesId, 0)
  expect(await titlesOf(playlistId)).toEqual(['BACDEF'])
  const after = await placesOf()
  expect(videoIds.filter((id) => before.get(id) !== after.get(id))).toHaveLength(1)

  const makeScattered = async (count: number) => {
    const { id } = await makeChannel(ann.client)
    const seriesIds = await fillChannel(db, id, count)
    return (await Promise.all(seriesIds.map((seriesId) => fillSeries(db, seriesId, ['S'])))).flat()
  }
  const [few, many] = [await makeScattered(2), await makeScattered(40)]
  const statements = async (videos: readonly string[]) =>
    (await recordStatements(() => moveTogether(videos, seriesId))).filter((text) => /\b(playlist|series|video)\b/.test(text)).length
  expect(await statements(many)).toBe(await statements(few))
})

test('an unknown, foreign or repeated video in a move leaves all videos in place', async () => {
  const bob = await createUser(server)
  const [first, second] = [await makeFilledChannel(db, ann.client, ['A', 'B']), await makeFilledChannel(db, ann.client, ['X'])]
  const [foreign, hidden] = [
    await makeFilledChannel(db, bob.client, ['F']),
    await makeFilledChannel(db, bob.client, ['H'], { status_id: status.private }),
  ]
  const good = first.videoIds[0]!
  for (const bad of [newId(), foreign.videoIds[0]!, hidden.videoIds[0]!])
    expect(await outcome(moveTogether([good, bad], second.seriesId))).toBe('422 videos_unknown videos')
  expect(await outcome(moveTogether([good, good], second.seriesId))).toBe('422 invalid videos')
  expect(await outcome(moveTogether([], second.seriesId))).toBe('422 invalid videos')
  expect(await outcome(moveTogether([good], second.seriesId, -1))).toBe('422 invalid index')
  expect(await outcome(moveTogether([good], foreign.seriesId))).toBe('403 forbidden')
  expect(await outcome(moveTogether([good], hidden.seriesId))).toBe('404 not_found')
  expect(await outcome(moveTogether([good], second.seriesId, 0, bob.client))).toBe('403 forbidden')
  expect(await outcome(moveTogether([good], second.seriesId, 0, server.guest))).toBe('401 login_required')
  const full = await makeFilledChannel(db, ann.client, Array<string>(limits.videos - 1).fill('Z'))
  expect(await outcome(moveTogether([good, full.videoIds[3]!, first.videoIds[1]!], full.seriesId))).toBe('422 video_limit videos')
  expect([await titlesOf(first.playlistId), await titlesOf(second.playlistId)]).toEqual([['AB'], ['X']])
  expect(await outcome(moveTogether([good, full.videoIds[3]!], full.seriesId))).toBe('done')
})

test('a series moves with its videos to another editable channel with room', async () => {
  const bob = await createUser(server)
  const go = (id: string, body: { playlist_id?: string; position?: number; name?: string }, client = ann.client) =>
    client(contract.updateSeries, { params: { id }, body })
  const [first, second] = [await makeFilledChannel(db, ann.client, ['A', 'B']), await makeFilledChannel(db, ann.client, ['X'])]
  await ann.client(contract.updateSeries, { params: { id: first.seriesId }, body: { home_video_id: first.videoIds[1]! } })
  expect(await go(first.seriesId, { playlist_id: second.playlistId, position: 0, name: 'Moved' })).toMatchObject({
    playlist_id: second.playlistId,
    position: 0,
    name: 'Moved',
    videos: [{ is_home: false, pivot: { playlist_id: second.playlistId } }, { is_home: true }],
  })
  expect(await titlesOf(second.playlistId)).toEqual(['AB', 'X'])
  expect(await go(first.seriesId, { playlist_id: first.playlistId })).toMatchObject({ position: 0 })
  const open = await makeFilledChannel(db, bob.client, ['F'])
  const secret = await makeFilledChannel(db, bob.client, ['H'], { status_id: status.private })
  for (const [to, refusal] of [
    [open, '403 forbidden'],
    [secret, '404 not_found'],
  ] as const) {
    expect(await outcome(go(first.seriesId, { playlist_id: to.playlistId }))).toBe(refusal)
    expect(await outcome(go(to.seriesId, { playlist_id: first.playlistId }))).toBe(refusal)
  }
  expect(await outcome(go(first.seriesId, { playlist_id: second.playlistId }, server.guest))).toBe('401 login_required')
  const { id: full } = await makeChannel(ann.client)
  await fillChannel(db, full, limits.series)
  expect(await outcome(go(first.seriesId, { playlist_id: full }))).toBe('422 series_limit name')
  const long = await makeFilledChannel(db, ann.client, Array<string>(limits.videos - 1).fill('Z'))
  expect(await outcome(go(first.seriesId, { playlist_id: long.playlistId }))).toBe('422 video_limit videos')
  expect(await titlesOf(first.playlistId)).toEqual(['AB'])
})

test('videos moved, reordered and deleted concurrently are in one place or deleted', async () => {
  const [first, second] = [
    await makeFilledChannel(db, ann.client, 'ABCDEF'.split('')),
    await makeFilledChannel(db, ann.client, 'UVWXYZ'.split('')),
  ]
  const calls = first.videoIds.flatMap((id, index) => [
    outcome(moveTogether([id, second.videoIds[index]!], index % 2 ? first.seriesId : second.seriesId, index)),
    outcome(ann.client(contract.deleteVideo, { params: { id: first.videoIds[5]! } })),
    outcome(
      ann.client(contract.updateSeries, {
        params: { id: second.seriesId },
        body: { playlist_id: index % 2 ? first.playlistId : second.playlistId },
      }),
    ),
  ])
  for (const result of await Promise.all(calls)) expect(['done', '404 not_found', '422 videos_unknown videos']).toContain(result)
  const all = [...(await titlesOf(first.playlistId)), ...(await titlesOf(second.playlistId))].join('')
  expect(all.split('').toSorted().join('')).toBe('ABCDEUVWXYZ')
})
