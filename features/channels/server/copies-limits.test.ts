import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import { fillChannel, makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { insertPlaylists, type PlaylistRow } from './queries/playlist-writes.ts'
import { positionGap } from './positions.ts'
import { serveCopying } from '#test/copies.ts'

const { server, db, services, ann, bob, copyPlaylist, copySeries, copyVideo, read, titlesOf } = await serveCopying()

const rowsOf = (count: number, owner: { id: string }): PlaylistRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId(),
    name: 'One of many',
    status_id: 1,
    position: index * positionGap,
    user_id: owner.id,
  }))

test('limits hold for twenty concurrent copies; each is complete or absent', async () => {
  const source = await makeFilledChannel(db, ann.client, 'ABCDE'.split(''))
  const carl = await createUser(server)
  const target = await makeFilledChannel(db, carl.client, Array.from({ length: limits.videos - 12 }, String))
  const twenty = async (copy: () => Promise<unknown>) => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(copy())))
    return Object.fromEntries([...new Set(outcomes)].map((item) => [item, outcomes.filter((other) => other === item).length]))
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
    // Only statements of the copy, without those of jobs and limits.
    const texts = (await recordStatements(copy)).filter((text) => /\b(playlist|series|video|account)\b/.test(text))
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
  const eve = await createUser(server)
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

test('a channel deleted during a copy is copied completely or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const titles = Array.from({ length: 50 }, String)
    const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, titles)
    const target = await makeChannel(bob.client)
    const copies = [copyPlaylist(bob.client, playlistId), copySeries(bob.client, seriesId, target.id)] as const
    const deletion = outcome(ann.client(contract.deletePlaylist, { params: { id: playlistId } }))
    const [channel, series] = await Promise.allSettled(copies)
    expect(await deletion).toBe('done')
    if (channel.status === 'fulfilled') expect(titlesOf(channel.value)).toEqual([titles.join('')])
    else expect(channel.reason).toMatchObject({ status: 404 })
    if (series.status === 'fulfilled') expect(series.value.videos).toHaveLength(50)
    else expect(series.reason).toMatchObject({ status: 404 })
  }
})
