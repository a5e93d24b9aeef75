/** Sample channels for the tests of this folder. */
import { createSample } from '#kit/contract/sample.ts'
import { Playlist, SeriesDetails, type Series, Video } from '../contract.ts'

const createdAt = '2026-05-04T18:02:00.000Z'

const sampleVideo = (id: string, series: { id: string; name: string }, is_home = false): Video => ({
  ...createSample(Video),
  id,
  title: `Title of ${id}`,
  site: 'Vimeo',
  kind: 'vimeo',
  duration: 90,
  is_home,
  series_id: series.id,
  series_name: series.name,
  src: `https://vimeo.example/${id}`,
  is_external: true,
  user_id: 'someone',
  pivot: { playlist_id: 'channel', serie_id: series.id, playlistable_type: 'video' },
  published_at: createdAt,
  created_at: createdAt,
})

/**
 * Creates a channel with these series and videos: `sampleChannel({ s1: ['a', 'b'], s2: [] })`. The first video of each series is its
 * opener.
 */
export const sampleChannel = (contents: Readonly<Record<string, readonly string[]>>, overrides: Partial<Playlist> = {}): Playlist => ({
  ...createSample(Playlist),
  id: 'channel',
  name: 'Night Trains',
  status: 'Public',
  status_id: 3,
  user_id: 'someone',
  nickname: 'marieke',
  maker_is_public: true,
  may_edit: true,
  revision: 0,
  order: 0,
  videos: Object.values(contents).flat().length,
  created_at: createdAt,
  ...overrides,
  series: Object.entries(contents).map(([id, videos], position): Series => {
    const series = { id, name: `Name of ${id}` }
    return {
      ...createSample(SeriesDetails),
      ...series,
      playlist_id: 'channel',
      position,
      owner: 'someone',
      videos: videos.map((item, index) => sampleVideo(item, series, index === 0)),
    }
  }),
})
