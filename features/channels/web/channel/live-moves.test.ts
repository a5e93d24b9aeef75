import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { readKey } from '#kit/web/read.ts'
import { addEdits, confirmEdits } from '#kit/web/edits.ts'
import { clearEdits, type FetchedResponse, nextTick, withPendingEdits } from '#kit/web/pending-edits.ts'
import { channelsContract, type ChannelEffect, type Playlist } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { editOpenChannel, withVideosInserted } from './edits.ts'
import { channelAfter, receiveEffect } from './live-moves.ts'

const formatSeries = ({ series }: Playlist) =>
  series.map(({ id, videos }) => `${id}: ${videos.map((video) => `${video.id}${video.is_home ? '*' : ''}`).join(' ')}`.trim())
const effect = (revision: number, placed: ChannelEffect['placed'], overrides: Partial<ChannelEffect> = {}): ChannelEffect => ({
  playlist_id: 'channel',
  revision,
  type: 'video',
  placed,
  gone: [],
  homes: [],
  is_partial: false,
  ...overrides,
})
const channel = sampleChannel({ s1: ['a', 'b', 'c'], s2: ['d'] })
const key = readKey(channelsContract.getPlaylist, { params: { id: 'channel' } })
const client = new QueryClient()
const cachedOrder = () => {
  const fetched = client.getQueryData<FetchedResponse<Playlist>>([key, 'whole'])!
  return formatSeries(withPendingEdits({ key, thingPlaces: undefined, fetched }))
}
const isStale = () => client.getQueryState([key, 'whole'])!.isInvalidated
beforeEach(() => {
  clearEdits()
  client.setQueryData<FetchedResponse<Playlist>>([key, 'whole'], { sentAt: nextTick(), value: channel })
})

test('an effect places videos and series, and marks openers', () => {
  const homes = [{ in: 's2', id: 'a' }]
  const channelAfterMove = channelAfter(channel, effect(1, [{ id: 'a', in: 's2', after: null }], { homes }))!
  expect([formatSeries(channelAfterMove), channelAfterMove.revision]).toEqual([['s1: b* c', 's2: a* d'], 1])
  expect(channelAfterMove.series[1]!.videos[0]).toMatchObject({ series_id: 's2', series_name: 'Name of s2', pivot: { serie_id: 's2' } })
  const rows = channelAfter(channel, effect(1, [{ id: 's2', in: 'channel', after: null }], { type: 'serie' }))!
  expect(rows.series.map(({ id, position }) => `${position} ${id}`)).toEqual(['0 s2', '1 s1'])
  expect(formatSeries(channelAfter(channel, effect(1, [], { gone: ['b'] }))!)).toEqual(['s1: a* c', 's2: d*'])
})

test('an effect with unknown things refetches the channel', () => {
  expect(channelAfter(channel, effect(1, [{ id: 'x', in: 's1', after: null }]))).toBeUndefined()
  expect(channelAfter(channel, effect(1, [{ id: 'a', in: 'x', after: null }]))).toBeUndefined()
  expect(channelAfter(channel, effect(1, [{ id: 'a', in: 's1', after: 'd' }]))).toBeUndefined()
  receiveEffect(client, effect(1, [{ id: 'x', in: 's1', after: null }]))
  expect(isStale()).toBe(true)
})

test('effects apply in the order of revisions; a permanent gap makes the channel stale', () => {
  vi.useFakeTimers()
  receiveEffect(client, effect(2, [{ id: 'c', in: 's1', after: 'a' }]))
  expect(cachedOrder()).toEqual(['s1: a* b c', 's2: d*'])
  receiveEffect(client, effect(1, [{ id: 'a', in: 's1', after: 'b' }]))
  expect(cachedOrder()).toEqual(['s1: b a* c', 's2: d*'])
  vi.advanceTimersByTime(5000)
  expect(isStale()).toBe(false)
  receiveEffect(client, effect(4, [{ id: 'a', in: 's1', after: null }]))
  vi.advanceTimersByTime(900)
  expect(isStale()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isStale()).toBe(true)
  vi.useRealTimers()
})

test('the user’s pending move stays next to its neighbours while others’ moves arrive, and doesn’t jump back once accepted', () => {
  const errorTexts: string[] = []
  const note = () => errorTexts.push(cachedOrder()[0]!)
  const edit = editOpenChannel('channel', (now) => withVideosInserted(now, [channel.series[0]!.videos[0]!], 's1', { after: 'b', index: 1 }))
  const callId = addEdits([edit])
  note()
  // A move of another user that the server made first.
  receiveEffect(client, effect(1, [{ id: 'c', in: 's1', after: null }]))
  note()
  confirmEdits(callId)
  note()
  const ownEffect = effect(2, [{ id: 'a', in: 's1', after: 'b' }])
  receiveEffect(client, ownEffect)
  note()
  receiveEffect(client, ownEffect, callId)
  note()
  expect(errorTexts).toEqual(['s1: b a* c', ...Array<string>(4).fill('s1: c b a*')])
  // Later moves of the same video by other users stay visible: the old edit no longer applies.
  receiveEffect(client, effect(3, [{ id: 'a', in: 's2', after: 'd' }], { homes: [{ in: 's2', id: 'd' }] }))
  expect(cachedOrder()).toEqual(['s1: c* b', 's2: d* a'])
})

test('the user’s accepted move doesn’t hide later moves of others, even if an earlier event arrives after it', () => {
  const edit = editOpenChannel('channel', (now) => withVideosInserted(now, [channel.series[0]!.videos[0]!], 's1', { after: 'b', index: 1 }))
  const callId = addEdits([edit])
  confirmEdits(callId)
  receiveEffect(client, effect(2, [{ id: 'a', in: 's1', after: 'b' }]), callId)
  expect(cachedOrder()[0]).toBe('s1: b a* c')
  receiveEffect(client, effect(1, [{ id: 'c', in: 's1', after: null }]))
  expect(cachedOrder()[0]).toBe('s1: c b a*')
  receiveEffect(client, effect(3, [{ id: 'a', in: 's1', after: null }]))
  expect(cachedOrder()[0]).toBe('s1: a* c b')
})
