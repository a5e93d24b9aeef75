import { expect, test } from 'vitest'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const readSeries = async (playlistId: string) => (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series
const readTitles = async (playlistId: string) =>
  (await readSeries(playlistId)).map(({ videos }) => videos.map(({ title }) => title).join(' '))

/** Returns series with the titles of their videos: `One:AB`. The banner has a star. */
const describeSeries = async (playlistId: string) =>
  (await readSeries(playlistId)).map(({ name, type, videos }) => `${name}${type ? '*' : ''}:${videos.map(({ title }) => title).join('')}`)
const makeChannelWithSeries = async (names: string, titles: readonly string[] = []) => {
  const { id } = await makeChannel(ann.client)
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = (await makeSeries(ann.client, id, name)).id
  for (const name of names) await fillSeries(db, ids[name]!, titles)
  return { id, ids, of: (some: string) => some.split('').map((name) => ids[name]!) }
}
const moveSeries = (body: Parameters<typeof ann.client<typeof contract.moveSeries>>[1]['body'], client = ann.client) =>
  client(contract.moveSeries, { body })

test.each([
  ['to a place of their own channel', 'DB', 1, ['A:', 'D:', 'B:', 'C:'], []],
  ['beyond its end', 'AB', 999, ['C:', 'D:', 'A:', 'B:'], []],
  ['to a place of another channel', 'CA', 1, ['B:', 'D:'], ['X:', 'C:', 'A:', 'Y:']],
  ['to its end', 'BC', undefined, ['A:', 'D:'], ['X:', 'Y:', 'B:', 'C:']],
] as const)('series move together %s and back', async (_, names, index, left, arrived) => {
  const [first, second] = [await makeChannelWithSeries('ABCD'), await makeChannelWithSeries('XY')]
  const to = arrived.length ? second : first
  const { series, undo } = await moveSeries({ series: first.of(names), playlist_id: to.id, ...(index !== undefined && { index }) })
  expect(series.map((row) => [row.name, row.playlist_id])).toEqual(names.split('').map((name) => [name, to.id]))
  expect([await describeSeries(first.id), await describeSeries(second.id)]).toEqual([left, arrived.length ? arrived : ['X:', 'Y:']])
  for (const body of undo) await moveSeries(body)
  expect([await describeSeries(first.id), await describeSeries(second.id)]).toEqual([
    ['A:', 'B:', 'C:', 'D:'],
    ['X:', 'Y:'],
  ])
})

test('series of several channels and a banner move together, and undo restores channels and banners', async () => {
  const [first, second, third] = [
    await makeChannelWithSeries('AB', ['1']),
    await makeChannelWithSeries('XY'),
    await makeChannelWithSeries('Q'),
  ]
  const header = async (playlist_id: string, name: string) =>
    (await ann.client(contract.createSeries, { body: { playlist_id, name, type: 'header' } })).id
  const [h, i] = [await header(first.id, 'H'), await header(second.id, 'I')]
  const before = [await describeSeries(first.id), await describeSeries(second.id), await describeSeries(third.id)]
  const { undo } = await moveSeries({ series: [h, second.ids['X']!, i, first.ids['A']!], playlist_id: third.id, index: 0 })
  expect(await describeSeries(third.id)).toEqual(['H*:', 'X:', 'I:', 'A:1', 'Q:'])
  expect(undo).toHaveLength(2)
  for (const body of undo) await moveSeries(body)
  expect([await describeSeries(first.id), await describeSeries(second.id), await describeSeries(third.id)]).toEqual(before)
})

test('an unknown, foreign or repeated series, or a full channel, leaves all series in place', async () => {
  const channel = await makeChannelWithSeries('AB', ['1'])
  const [foreign, hidden] = [await makeFilledChannel(db, bob.client), await makeFilledChannel(db, bob.client, ['H'], { status_id: 1 })]
  const [a, b] = channel.of('AB') as [string, string]
  const secondChannel = await makeChannelWithSeries('X')
  for (const bad of ['AAAAAAAAAAA', foreign.seriesId, hidden.seriesId])
    expect(await outcome(moveSeries({ series: [a, bad], playlist_id: secondChannel.id }))).toBe('422 series_unknown series')
  expect(await outcome(moveSeries({ series: [a, a], playlist_id: secondChannel.id }))).toBe('422 invalid series')
  expect(await outcome(moveSeries({ series: [], playlist_id: secondChannel.id }))).toBe('422 invalid series')
  expect(await outcome(moveSeries({ series: [a, b], playlist_id: secondChannel.id, indexes: [0] }))).toBe('422 one_place_each indexes')
  expect(await outcome(moveSeries({ series: [a, b], playlist_id: secondChannel.id, indexes: [0, 1], index: 0 }))).toBe(
    '422 one_place_each indexes',
  )
  expect(await outcome(moveSeries({ series: [a, b], playlist_id: secondChannel.id, indexes: [1, 0] }))).toBe('422 invalid indexes')
  expect(await outcome(moveSeries({ series: [a], playlist_id: secondChannel.id, header_id: b }))).toBe('422 series_unknown header_id')
  expect(await outcome(moveSeries({ series: [a], playlist_id: foreign.playlistId }))).toBe('403 forbidden')
  expect(await outcome(moveSeries({ series: [a], playlist_id: hidden.playlistId }))).toBe('404 not_found')
  expect(await outcome(moveSeries({ series: [a], playlist_id: secondChannel.id }, bob.client))).toBe('403 forbidden')
  expect(await outcome(moveSeries({ series: [a], playlist_id: secondChannel.id }, guest))).toBe('401 login_required')
  const { id: full } = await makeChannel(ann.client)
  await fillChannel(db, full, limits.series - 1)
  expect(await outcome(moveSeries({ series: [a, b], playlist_id: full }))).toBe('422 series_limit name')
  const long = await makeFilledChannel(db, ann.client, Array<string>(limits.videos - 1).fill('Z'))
  expect(await outcome(moveSeries({ series: [a, b], playlist_id: long.playlistId }))).toBe('422 video_limit videos')
  expect([await describeSeries(channel.id), await describeSeries(secondChannel.id)]).toEqual([['A:1', 'B:1'], ['X:']])
})

test('series moved concurrently between two channels are each in one place', async () => {
  const [first, second] = [await makeChannelWithSeries('ABCDEF'), await makeChannelWithSeries('UVWXYZ')]
  const calls = 'ABCDEF'.split('').flatMap((name, index) => {
    const mixed = [first.ids[name]!, second.of('UVWXYZ')[index]!]
    return [
      outcome(moveSeries({ series: mixed, playlist_id: first.id, index: index })),
      outcome(moveSeries({ series: mixed, playlist_id: second.id, index: index })),
    ]
  })
  for (const result of await Promise.all(calls)) expect(['done', '404 not_found']).toContain(result)
  const all = new Set([...(await describeSeries(first.id)), ...(await describeSeries(second.id))])
  expect(all).toEqual(new Set('ABCDEFUVWXYZ'.split('').map((name) => `${name}:`)))
})

test('a series with videos survives deletion with only_empty, and a move reports a newly created series', async () => {
  const { id } = await makeChannel(ann.client)
  const from = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const [a, b] = from.videoIds as [string, string]
  const result = await ann.client(contract.moveVideos, { body: { videos: [a], playlist_id: id } })
  expect(result.is_new).toBe(true)
  const second = await ann.client(contract.moveVideos, { body: { videos: [b], playlist_id: id } })
  expect([second.is_new, second.id]).toEqual([false, result.id])
  const removeEmpty = () => ann.client(contract.deleteSeries, { params: { id: result.id }, query: { only_empty: true } })
  for (const body of result.undo) await ann.client(contract.moveVideos, { body })
  await removeEmpty()
  expect(await readTitles(id)).toEqual(['B'])
  for (const body of second.undo) await ann.client(contract.moveVideos, { body })
  expect(await readTitles(id)).toEqual([''])
  await removeEmpty()
  expect(await readTitles(id)).toEqual([])
})
