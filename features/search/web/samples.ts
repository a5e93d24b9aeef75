import { sampleChannel } from '#features/channels/web/samples.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import type { Match, SearchResults } from '../contract.ts'
import type { SearchHistoryItem } from '../history.ts'

const exactMatch: Match = { field: 'name', how: 'exact' }

export const noResults: SearchResults = {
  counts: { channels: 0, packages: 0, playlists: 0, series: 0, videos: 0, users: 0 },
  channels: [],
  packages: [],
  playlists: [],
  series: [],
  videos: [],
  users: [],
}

export const sampleVideo = (id: string, overrides: Partial<SearchResults['videos'][number]> = {}): SearchResults['videos'][number] => ({
  id,
  type: 'video',
  title: `Tide ${id}`,
  image: null,
  playlist_id: 'p1',
  series_id: 's1',
  owner: 'somebody',
  channel_id: null,
  start: null,
  is_locked: false,
  match: exactMatch,
  ...overrides,
})

/** Results for tests, with at least one in each category. */
export const sampleResults: SearchResults = {
  counts: { channels: 1, packages: 1, playlists: 1, series: 1, videos: 1000, users: 2 },
  channels: [{ ...sampleTv('tv', { name: 'Tide TV', is_locked: true }), now: null, next: null, match: exactMatch }],
  packages: [
    { id: 'k1', name: 'Tides', package_name: 'Sea', price: '4.99', is_free: false, icon: null, match: { field: 'tags', how: 'exact' } },
  ],
  playlists: [{ ...sampleChannel({}, { id: 'p1', name: 'Low tide' }), pictures: [], match: { field: 'name', how: 'typo' } }],
  series: [{ id: 's1', name: 'Tides', playlist_id: 'p1', playlist_name: 'Low tide', image: null, is_locked: true, match: exactMatch }],
  videos: [
    sampleVideo('v1'),
    sampleVideo('v2', { owner: 'me' }),
    sampleVideo('e1', {
      type: 'epg',
      playlist_id: null,
      series_id: null,
      owner: null,
      channel_id: 'tv',
      start: '2026-11-27T20:15:00.000Z',
    }),
  ],
  users: [
    { id: 'u1', nickname: 'tidal', profile_picture: null, directPublishId: 'd1', match: exactMatch },
    { id: 'u2', nickname: 'tide', profile_picture: null, directPublishId: null, match: exactMatch },
  ],
}

export const sampleSearch = (search: string, overrides: Partial<SearchHistoryItem> = {}): SearchHistoryItem => ({
  id: `id-${search}`,
  search,
  is_followed: false,
  new_count: 0,
  created_at: '2026-11-27T20:15:00.000Z',
  ...overrides,
})
