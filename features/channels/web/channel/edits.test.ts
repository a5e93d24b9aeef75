import { expect, test } from 'vitest'
import type { Playlist } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { withOpener, withOpenerFromResponse, withoutSeries, withSeriesMovedTogether, withVideoAt, withVideosIn } from './edits.ts'
import { withoutVideos } from './without-videos.ts'

const channel = sampleChannel({ s1: ['a', 'b', 'c'], s2: ['d'], s3: [] })

/** Returns series with the ids of their videos: `s1: a* b c`. The opener has a star. */
const formatSeries = ({ series }: Playlist) =>
  series.map(({ id, videos }) => `${id}: ${videos.map((video) => `${video.id}${video.is_home ? '*' : ''}`).join(' ')}`.trim())

test('a video moves past its neighbours, and the opener stays the same', () => {
  expect(formatSeries(withVideoAt(channel, 'a', 's1', 1))).toEqual(['s1: b a* c', 's2: d*', 's3:'])
  expect(formatSeries(withVideoAt(channel, 'c', 's1', 0))).toEqual(['s1: c a* b', 's2: d*', 's3:'])
  expect(formatSeries(withVideoAt(channel, 'a', 's1', 1000))).toEqual(['s1: b c a*', 's2: d*', 's3:'])
})

test('after a video moves to another series, each series has one opener', () => {
  expect(formatSeries(withVideoAt(channel, 'a', 's2', 0))).toEqual(['s1: b* c', 's2: a d*', 's3:'])
  expect(formatSeries(withVideoAt(channel, 'd', 's3', 1000))).toEqual(['s1: a* b c', 's2:', 's3: d*'])
})

test('a moved video has its new location', () => {
  const video = withVideoAt(channel, 'b', 's3', 0).series[2]?.videos[0]
  expect(video).toMatchObject({ series_id: 's3', series_name: 'Name of s3', pivot: { serie_id: 's3' } })
})

test('an unknown video or series changes nothing', () => {
  expect(withVideoAt(channel, 'x', 's1', 0)).toBe(channel)
  expect(withVideoAt(channel, 'a', 'x', 0)).toBe(channel)
  expect(formatSeries(withoutVideos(channel, ['x']))).toEqual(formatSeries(channel))
})

test('the next video becomes the opener after a deletion', () => {
  expect(formatSeries(withoutVideos(channel, ['a']))).toEqual(['s1: b* c', 's2: d*', 's3:'])
  expect(formatSeries(withoutVideos(channel, ['d']))).toEqual(['s1: a* b c', 's2:', 's3:'])
})

test('series move, and their positions follow', () => {
  const channelAfter = withSeriesMovedTogether(channel, [channel.series[2]!], 0)
  expect(channelAfter.series.map(({ id, position }) => [id, position])).toEqual([
    ['s3', 0],
    ['s1', 1],
    ['s2', 2],
  ])
  expect(formatSeries(withoutSeries(channel, 's1'))).toEqual(['s2: d*', 's3:'])
})

test('a series has exactly one opener', () => {
  expect(formatSeries(withOpener(channel, 'c'))).toEqual(['s1: a b c*', 's2: d*', 's3:'])
})

test('a series has one opener whether or not a response marks the video as opener', () => {
  const first = withVideoAt(channel, 'd', 's1', 0)
  expect(formatSeries(withOpenerFromResponse(first, { id: 'd', is_home: true }))).toEqual(['s1: d* a b c', 's2:', 's3:'])
  expect(formatSeries(withOpenerFromResponse(first, { id: 'd', is_home: false }))).toEqual(['s1: d a* b c', 's2:', 's3:'])
  const last = withVideoAt(channel, 'a', 's1', 2)
  expect(formatSeries(withOpenerFromResponse(last, { id: 'a', is_home: false }))).toEqual(['s1: b* c a', 's2: d*', 's3:'])
  expect(formatSeries(withOpenerFromResponse(last, { id: 'a', is_home: true }))).toEqual(['s1: b c a*', 's2: d*', 's3:'])
})

test('several videos move together to an index that counts without them', () => {
  const videosOf = (...ids: string[]) => channel.series.flatMap(({ videos }) => videos.filter(({ id }) => ids.includes(id)))
  expect(formatSeries(withVideosIn(channel, videosOf('a', 'd'), 's1', 1))).toEqual(['s1: b a* d c', 's2:', 's3:'])
  expect(formatSeries(withVideosIn(channel, videosOf('a', 'b'), 's3', 1000))).toEqual(['s1: c*', 's2: d*', 's3: a* b'])
  const { id, ...elsewhere } = sampleChannel({ x: ['y'] }).series[0]!.videos[0]!
  expect(formatSeries(withVideosIn(channel, [{ ...elsewhere, id }], 's2', 0))).toEqual(['s1: a* b c', 's2: y d*', 's3:'])
})

test('several videos are removed together, and other objects keep their identity', () => {
  const left = withoutVideos(channel, ['a', 'd', 'x'])
  expect([formatSeries(left), left.videos]).toEqual([['s1: b* c', 's2:', 's3:'], 2])
  expect(left.series[2]).toBe(channel.series[2])
  expect(withoutVideos(channel, ['x'])).toBe(channel)
})
