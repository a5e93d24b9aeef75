import { expect, test } from 'vitest'
import { sampleChannel } from '../samples.ts'
import { videosToPlay } from './playable-items.ts'

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const channelWithoutBanner = sampleChannel({ top: ['banner'], s1: [], s2: ['a', 'b'], s3: ['c'] })
const channel = {
  ...channelWithoutBanner,
  series: channelWithoutBanner.series.map((series) => (series.id === 'top' ? { ...series, type: 'header' as const } : series)),
}

test('the first filled series follows a banner', () => {
  expect(ids(videosToPlay(channel, 'banner'))).toEqual(['banner', 'a', 'b'])
  expect(ids(videosToPlay({ ...channel, series: channel.series.slice(0, 2) }, 'banner'))).toEqual(['banner'])
})

test('a copy of the banner’s video does not play again', () => {
  const [top, , row] = channel.series
  const [banner] = top!.videos
  const videos = [
    { ...row!.videos[0]!, id: 'copy', copied_video_id: 'banner' },
    { ...row!.videos[0]!, id: 'same', src: banner!.src },
    { ...row!.videos[0]!, id: 'part', src: banner!.src, start_at: 60 },
    row!.videos[1]!,
  ]
  const withCopies = { ...channel, series: [top!, { ...row!, videos }] }
  expect(ids(videosToPlay(withCopies, 'banner'))).toEqual(['banner', 'part', 'b'])
  expect(ids(videosToPlay(withCopies, 'copy'))).toEqual(['copy', 'same', 'part', 'b'])
})

test('a series continues after a video; an unknown video plays nothing', () => {
  expect(ids(videosToPlay(channel, 'b'))).toEqual(['a', 'b'])
  expect(ids(videosToPlay(channel, 'gone'))).toEqual([])
})

test('dead links are skipped unless they were requested', () => {
  const withGone = {
    ...channel,
    series: channel.series.map((item) => ({ ...item, videos: item.videos.map((video) => ({ ...video, is_gone: video.id === 'a' })) })),
  }
  expect(ids(videosToPlay(withGone, 'b'))).toEqual(['b'])
  expect(ids(videosToPlay(withGone, 'a'))).toEqual(['a', 'b'])
  expect(ids(videosToPlay(withGone, 'banner'))).toEqual(['banner', 'b'])
})
