import { expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import type { ActionTools } from '#shell/actions.ts'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { createClip } from '../clipboard/clip.ts'
import { saveClip } from '../clipboard/clipboard.ts'
import { pasteItems } from '../clipboard/paste.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { playlistSubject, serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { placeItems } from './place.ts'
import { type Copies, indexExcludingMoved } from './target.ts'

const channel = sampleChannel({ s1: ['a', 'b', 'c', 'd', 'e'], s2: ['f'] })
const calls = vi.fn<(endpoint: unknown, input: { params?: unknown; body?: unknown }) => Promise<unknown>>()
const tools: ActionTools = {
  go: () => {},
  read: () => Promise.reject(new Error('nothing is read')),
  change: (endpoint, input) => calls(endpoint, input) as never,
}

const videosOf = (from: Playlist, ...ids: string[]) =>
  ids.map((id) => {
    const series = from.series.find(({ videos }) => videos.some((video) => video.id === id))!
    return videoSubject(
      from,
      series,
      series.videos.find((video) => video.id === id)!,
    )
  })
const otherChannel = sampleChannel({}, { id: 'other' })
const bodies = () => calls.mock.calls.map(([, { body }]) => body)

test('several videos move by one call, and undo sends the calls of the response', async () => {
  const undo = [
    { videos: ['a', 'd'], series_id: 's1', indexes: [0, 3], home_video_id: 'a' },
    { videos: ['f'], series_id: 's2', indexes: [0] },
  ]
  calls.mockReset().mockResolvedValue({ undo })
  const step = await placeItems(videosOf(channel, 'a', 'd', 'f'), { container: 'channel', channel: otherChannel }, tools)
  await step.undo()
  await step.redo()
  const destination = { videos: ['a', 'd', 'f'], playlist_id: 'other' }
  expect(bodies()).toEqual([destination, ...undo, destination].map((body) => ({ ...body, op_id: expect.any(String) })))
})

test('optimistic edits show a move and its undo', async () => {
  let now = channel
  const change: ActionTools['change'] = (_, input, shows) => {
    for (const edit of shows?.optimistic?.(input) ?? []) if ('change' in edit) now = edit.change(now as never) as Playlist
    const undo = [{ videos: ['a', 'd'], series_id: 's1', indexes: [0, 3], home_video_id: 'a' }]
    return Promise.resolve({ ...now.series[0]!, undo } as never)
  }
  const formatVideos = () => now.series.map(({ videos }) => videos.map(({ id, is_home }) => id + (is_home ? '*' : '')).join(' '))
  const to = { container: 'series', channel, series: channel.series[1]!, index: 0 } as const
  const step = await placeItems(videosOf(channel, 'a', 'd'), to, { ...tools, change })
  expect(formatVideos()).toEqual(['b* c e', 'a d f*'])
  await step.undo()
  expect(formatVideos()).toEqual(['a* b c d e', 'f*'])
})

test('a video that the response marks as the opener is the only opener of its series', async () => {
  let now = channel
  const change: ActionTools['change'] = (_, input, shows) => {
    const response = { ...channel.series[1]!.videos[0]!, series_id: 's1', is_home: true }
    const edits = [...(shows?.optimistic?.(input) ?? []), ...(shows?.confirmed?.(response as never, input) ?? [])]
    for (const edit of edits) if ('change' in edit) now = edit.change(now as never) as Playlist
    return Promise.resolve(response as never)
  }
  await placeItems(videosOf(channel, 'f'), { container: 'series', channel, series: channel.series[0]!, index: 0 }, { ...tools, change })
  expect(now.series[0]!.videos.map(({ id, is_home }) => id + (is_home ? '*' : '')).join(' ')).toBe('f* a b c d e')
})

test('an index that counts the moved things is converted to one that doesn’t', () => {
  const [series] = channel.series
  const toSeries = (index: number) =>
    indexExcludingMoved(videosOf(channel, 'a', 'd'), { container: 'series', channel, series: series!, index })
  expect([0, 1, 2, 5].map(toSeries)).toEqual([0, 0, 1, 3])
  const toLeft = (...from: [at: BarPlace, index: number][]) =>
    indexExcludingMoved(
      from.map(([at, index]) => playlistSubject(channel, { at, index, count: 9 })),
      { container: 'bar', at: 'left', index: 3 },
    )
  expect(toLeft(['left', 1])).toBe(2)
  expect(toLeft(['left', 3])).toBe(3)
  expect(toLeft(['other', 1])).toBe(3)
  expect(toLeft(['left', 0], ['left', 2], ['left', 5])).toBe(1)
  const inOther = playlistSubject(channel, { at: { groupId: 'b' }, index: 1, count: 9 })
  expect(indexExcludingMoved([inOther], { container: 'bar', at: { groupId: 'a' }, index: 3 })).toBe(3)
  expect(indexExcludingMoved([inOther], { container: 'bar', at: { groupId: 'b' }, index: 3 })).toBe(2)
})

test('several rows move by one call, undo sends the calls of the response, and edits are optimistic', async () => {
  let now = sampleChannel({ s1: [], s2: [], s3: [], s4: [] })
  const from = now
  const undo = [{ series: ['s1', 's4'], playlist_id: from.id, indexes: [0, 3] }]
  const requests: unknown[] = []
  const change: ActionTools['change'] = (_, input, shows) => {
    requests.push((input as { body?: unknown }).body)
    for (const edit of shows?.optimistic?.(input) ?? []) if ('change' in edit) now = edit.change(now as never) as Playlist
    return Promise.resolve({ series: [], undo } as never)
  }
  const formatSeries = () => now.series.map(({ id, position }) => `${id}${position}`).join(' ')
  const [s1, , , s4] = from.series
  const rows = [serieSubject(from, s4!), serieSubject(from, s1!)]
  const step = await placeItems(rows, { container: 'channel', channel: from, index: 2 }, { ...tools, change })
  expect(formatSeries()).toBe('s20 s41 s12 s33')
  await step.undo()
  expect(formatSeries()).toBe('s10 s21 s32 s43')
  await step.redo()
  const destination = { series: ['s4', 's1'], playlist_id: from.id, index: 1, after: 's2', before: 's3' }
  expect(requests).toEqual([destination, undo[0]!, destination].map((body) => ({ ...body, op_id: expect.any(String) })))
})

const copiesOf = (...ids: string[]): Copies => ({ copyOf: 'video', ids, from: 'source' })
const intoSeries = { container: 'series', channel, series: channel.series[1]! } as const

test('copies are created in sequence, and undo deletes them by one call', async () => {
  calls.mockReset().mockImplementation((_, { body }) => Promise.resolve({ id: `copy of ${(body as { video_id: string }).video_id}` }))
  const step = await placeItems(copiesOf('a', 'b'), { ...intoSeries, index: 0 }, tools)
  await step.pending
  await step.undo()
  expect(bodies()).toEqual([
    { video_id: 'a', source_playlist_id: 'source', series_id: 's2', index: 0 },
    { video_id: 'b', source_playlist_id: 'source', series_id: 's2', index: 1 },
    { videos: ['copy of a', 'copy of b'] },
  ])
})

test('a refused copy deletes the earlier ones and reports the error', async () => {
  const refusal = new ApiError(422, { message: 'Full', code: 'video_limit', errors: {} })
  calls.mockReset().mockResolvedValueOnce({ id: 'one' }).mockRejectedValueOnce(refusal).mockResolvedValue({})
  const step = await placeItems(copiesOf('a', 'b', 'c'), intoSeries, tools)
  await expect(step.pending).rejects.toBe(refusal)
  expect(calls.mock.calls.map(([endpoint]) => endpoint)).toEqual([
    channelsContract.copyVideo,
    channelsContract.copyVideo,
    channelsContract.removeVideos,
  ])
})

const notFound = new ApiError(404, { message: 'Gone', code: 'not_found', errors: {} })

test('undo of a paste skips copies that were deleted or moved concurrently', async () => {
  const notInSeries = new ApiError(422, { message: 'Not in it', code: 'not_in_series', errors: {} })
  calls.mockReset().mockImplementation((endpoint, { params, body }) => {
    if (endpoint === channelsContract.copyVideo) return Promise.resolve({ id: `copy of ${(body as { video_id: string }).video_id}` })
    if (endpoint === channelsContract.removeVideos) return Promise.reject(notInSeries)
    return (params as { id: string }).id === 'copy of a' ? Promise.reject(notFound) : Promise.resolve({})
  })
  const step = await placeItems(copiesOf('a', 'b'), intoSeries, tools)
  await step.pending
  await step.undo()
  expect(calls.mock.calls.slice(3).map(([endpoint, { params }]) => [endpoint, params])).toEqual([
    [channelsContract.deleteVideo, { id: 'copy of a' }],
    [channelsContract.deleteVideo, { id: 'copy of b' }],
  ])

  calls.mockReset().mockImplementation((endpoint, { params, body }) => {
    if (endpoint === channelsContract.copySeries) return Promise.resolve({ id: `copy of ${(body as { series_id: string }).series_id}` })
    return (params as { id: string }).id === 'copy of s1' ? Promise.reject(notFound) : Promise.resolve({})
  })
  const rows = await placeItems({ copyOf: 'serie', ids: ['s1', 's2'], from: 'source' }, { container: 'channel', channel }, tools)
  await rows.pending
  await rows.undo()
  expect(calls.mock.calls.at(-1)).toEqual([channelsContract.deleteSeries, { params: { id: 'copy of s2' } }])
})

test('200 channels are copied by one call each and moved to a group by one; a refusal deletes all of them', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `c${index}`)
  const full = new ApiError(422, { message: 'Full', code: 'playlist_limit', errors: {} })
  const mockCopies = (refuses: unknown) =>
    calls.mockReset().mockImplementation((endpoint, { body }) => {
      if (endpoint === refuses) return Promise.reject(full)
      return Promise.resolve({ id: `copy of ${(body as { playlist_id?: string } | undefined)?.playlist_id}` })
    })
  const countOf = (one: unknown) => calls.mock.calls.filter(([endpoint]) => endpoint === one).length
  mockCopies(undefined)
  const group = { container: 'bar', at: { groupId: 'g' } } as const
  const step = (await placeItems({ copyOf: 'playlist', ids }, { ...group, index: 3 }, tools))!
  await step.pending
  expect([countOf(channelsContract.copyPlaylist), countOf(channelsContract.movePlaylists)]).toEqual([200, 1])
  const moved = calls.mock.calls.at(-1)![1].body
  expect(moved).toEqual({ playlists: ids.map((id) => `copy of ${id}`), group_id: 'g', order: 3 })
  await step.undo()
  expect(countOf(channelsContract.deletePlaylist)).toBe(200)
  mockCopies(channelsContract.movePlaylists)
  const result = await placeItems({ copyOf: 'playlist', ids }, group, tools)
  await expect(result!.pending).rejects.toBe(full)
  expect(countOf(channelsContract.deletePlaylist)).toBe(200)
})

test('undo of a move deletes the series created for it if that is empty', async () => {
  calls.mockReset().mockResolvedValue({ id: 'made', is_new: true, undo: [{ videos: ['f'], series_id: 's2', indexes: [0] }] })
  const step = await placeItems(videosOf(channel, 'f'), { container: 'channel', channel: otherChannel }, tools)
  await step.undo()
  expect(calls.mock.calls.at(-1)).toEqual([channelsContract.deleteSeries, { params: { id: 'made' }, query: { only_empty: true } }])
})

test('a paste triggered twice runs once, and can run again afterwards', async () => {
  calls.mockReset().mockResolvedValue({ id: 'copy' })
  saveClip(createClip('copy', 'video', [{ id: 'AAAAAAAAAAA', name: 'A' }], 'BBBBBBBBBBB'))
  const pasteCut = () => pasteItems({ container: 'series', channel, series: channel.series[1]! }, tools)
  const [first, second] = await Promise.all([pasteCut(), pasteCut()])
  await first?.pending
  expect([second, calls.mock.calls.length]).toEqual([undefined, 1])
  await (
    await pasteCut()
  )?.pending
  expect(calls.mock.calls).toHaveLength(2)
  saveClip(undefined)
})
