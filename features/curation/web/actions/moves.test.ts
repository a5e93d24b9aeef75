import { assert, property, shuffledSubarray, uniqueArray, nat } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import type { ActionTools } from '#shell/actions.ts'
import { curationContract, type Playlist } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { copyVideos } from './copies.ts'
import { moveSeriesTo, stepsTo } from './move-series.ts'
import { countBefore, moveVideos, type VideoPlace } from './move-videos.ts'

const channel = sampleChannel({ s1: ['a', 'b', 'c', 'd', 'e'], s2: ['f'] })
const calls = vi.fn<(endpoint: unknown, input: { params?: unknown; body?: unknown }) => Promise<unknown>>()
const tools: ActionTools = {
  go: () => {},
  read: () => Promise.reject(new Error('nothing is read')),
  change: (endpoint, input) => calls(endpoint, input) as never,
}

const placesOf = (from: Playlist, ...ids: string[]): VideoPlace[] =>
  ids.map((id) => {
    const series = from.series.find(({ videos }) => videos.some((video) => video.id === id))!
    return { channel: from, series, video: series.videos.find((video) => video.id === id)! }
  })
const bodies = () => calls.mock.calls.map(([, { body }]) => body)

test('several videos move by one call, and back by those that it answers', async () => {
  const undo = [
    { videos: ['a', 'd'], series_id: 's1', indexes: [0, 3], home_video_id: 'a' },
    { videos: ['f'], series_id: 's2', indexes: [0] },
  ]
  calls.mockReset().mockResolvedValue({ undo })
  const step = await moveVideos(placesOf(channel, 'a', 'd', 'f'), { channelId: 'other' }, 'moved', tools)
  await step.undo()
  await step.redo?.()
  const there = { videos: ['a', 'd', 'f'], playlist_id: 'other' }
  expect(bodies()).toEqual([there, ...undo, there])
})

test('what is shown of a move, and of its undoing, before the server has agreed', async () => {
  let now = channel
  const change: ActionTools['change'] = (_, input, shows) => {
    for (const edit of shows?.optimistic?.(input) ?? []) if ('change' in edit) now = edit.change(now as never) as Playlist
    const undo = [{ videos: ['a', 'd'], series_id: 's1', indexes: [0, 3], home_video_id: 'a' }]
    return Promise.resolve({ ...now.series[0]!, undo } as never)
  }
  const drawn = () => now.series.map(({ videos }) => videos.map(({ id, is_home }) => id + (is_home ? '*' : '')).join(' '))
  const to = { channelId: channel.id, series: channel.series[1]!, index: 0 }
  const step = await moveVideos(placesOf(channel, 'a', 'd'), to, 'moved', { ...tools, change })
  expect(drawn()).toEqual(['b* c e', 'a d f*'])
  await step.undo()
  expect(drawn()).toEqual(['a* b c d e', 'f*'])
})

test('a place that counts what is moved becomes one that does not', () => {
  const [series] = channel.series
  expect([0, 1, 2, 5].map((index) => index - countBefore(placesOf(channel, 'a', 'd'), series!, index))).toEqual([0, 0, 1, 3])
})

test('single moves lead from one order to any other in which the others stay', () => {
  const order = uniqueArray(nat({ max: 30 }), { minLength: 1, maxLength: 12 }).map((numbers) => numbers.map(String))
  assert(
    property(
      order.chain((now) => shuffledSubarray(now).map((moved) => ({ now, moved }))),
      nat(),
      ({ now, moved }, seed) => {
        const others = now.filter((id) => !moved.includes(id))
        const at = seed % (others.length + 1)
        const wanted = [...others.slice(0, at), ...moved, ...others.slice(at)]
        const reached = stepsTo(now, wanted, moved).reduce<string[]>((current, { id, position }) => {
          const rest = current.filter((one) => one !== id)
          return [...rest.slice(0, position), id, ...rest.slice(position)]
        }, now)
        expect(reached).toEqual(wanted)
      },
    ),
  )
})

test('rows go to another channel one behind the other, and back to where each was', async () => {
  calls.mockReset().mockResolvedValue({})
  const from = sampleChannel({ s1: [], s2: [], s3: [] })
  const to = sampleChannel({}, { id: 'other' })
  const step = moveSeriesTo(from, [from.series[2]!, from.series[0]!], { channel: to, position: 1 }, 'moved', tools)
  await step.pending
  await step.undo()
  expect(bodies()).toEqual([
    { playlist_id: 'other', position: 1 },
    { playlist_id: 'other', position: 2 },
    { playlist_id: 'channel', position: 0 },
    { playlist_id: 'channel', position: 2 },
  ])
})

test('copies are made one behind the other; taken back, they are deleted by one call', async () => {
  calls.mockReset().mockImplementation((_, { body }) => Promise.resolve({ id: `copy of ${(body as { video_id: string }).video_id}` }))
  const step = copyVideos(
    [{ id: 'a' }, { id: 'b' }],
    'source',
    { channelId: 'channel', series: channel.series[1]!, index: 0 },
    'pasted',
    tools,
  )
  await step.pending
  await step.undo()
  expect(bodies()).toEqual([
    { video_id: 'a', source_playlist_id: 'source', series_id: 's2', index: 0 },
    { video_id: 'b', source_playlist_id: 'source', series_id: 's2', index: 1 },
    { videos: ['copy of a', 'copy of b'] },
  ])
})

test('when one copy is refused, those before it go, and why is said', async () => {
  const refusal = new ApiError(422, { message: 'Full', code: 'video_limit', errors: {} })
  calls.mockReset().mockResolvedValueOnce({ id: 'one' }).mockRejectedValueOnce(refusal).mockResolvedValue({})
  const step = copyVideos(
    [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    'source',
    { channelId: 'channel', series: channel.series[1]! },
    'pasted',
    tools,
  )
  await expect(step.pending).rejects.toBe(refusal)
  expect(calls.mock.calls.map(([endpoint]) => endpoint)).toEqual([
    curationContract.copyVideo,
    curationContract.copyVideo,
    curationContract.removeVideos,
  ])
})
