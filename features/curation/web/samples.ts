/** A channel for the tests of this folder. */
import type { Playlist, Series, Video } from '../contract.ts'

const video = (id: string, series: { id: string; name: string }, is_home = false): Video => ({
  id,
  title: `Title of ${id}`,
  image: null,
  site: 'Vimeo',
  kind: 'vimeo',
  duration: 90,
  is_live: false,
  is_pending: false,
  is_home,
  series_id: series.id,
  series_name: series.name,
  description: '',
  src: `https://vimeo.example/${id}`,
  embed_url: null,
  content_type: null,
  is_external: true,
  adult: false,
  has_buttons: false,
  go_to: null,
  go_to_title: null,
  more_title: null,
  more_info_title: null,
  more_description: null,
  more_photo: null,
  copied_video_id: null,
  views: 0,
  likes: 0,
  liked: false,
  user_id: 'someone',
  pivot: { playlist_id: 'channel', serie_id: series.id, playlistable_type: 'video' },
  published_at: '2026-05-04T18:02:00.000Z',
  created_at: '2026-05-04T18:02:00.000Z',
})

/**
 * A channel with these series and videos: `sampleChannel({ s1: ['a', 'b'], s2: [] })`. The first video of each series is its
 * home video.
 */
export const sampleChannel = (contents: Readonly<Record<string, readonly string[]>>, more: Partial<Playlist> = {}): Playlist => ({
  id: 'channel',
  name: 'Night Trains',
  description: '',
  icon: null,
  tags: [],
  status: 'Public',
  status_id: 3,
  slug: null,
  adult: false,
  user_id: 'someone',
  team_id: null,
  nickname: 'marieke',
  maker_is_public: true,
  may_edit: true,
  is_default: false,
  direct_publish: false,
  watch_later: false,
  lock: null,
  is_archived: false,
  is_left: false,
  order: 0,
  finished: 0,
  views: 0,
  is_followed: false,
  videos: Object.values(contents).flat().length,
  has_buttons: false,
  created_at: '2026-05-04T18:02:00.000Z',
  ...more,
  series: Object.entries(contents).map(([id, videos], position): Series => {
    const series = { id, name: `Name of ${id}` }
    return {
      ...series,
      playlist_id: 'channel',
      description: '',
      type: null,
      position,
      owner: 'someone',
      videos: videos.map((one, at) => video(one, series, at === 0)),
    }
  }),
})
