import type { Programme, TvChannel } from '../shapes.ts'

/** For tests: a TV channel with default values. */
export const sampleTv = (id: string, facts: Partial<TvChannel> = {}): TvChannel => ({
  id,
  number: null,
  name: id,
  logoId: null,
  kind: 'live',
  groups: [],
  is_followed: false,
  adult: false,
  is_locked: false,
  tiers: [],
  geo_blocked: false,
  has_buttons: false,
  is_protected: false,
  liveStreamUrl: 'https://live.example.com/one.m3u8',
  stream_kind: 'hls',
  needs_headers: false,
  is_relayed: false,
  live_thumb: null,
  dvrStreamBaseUrl: null,
  dvrStreamBaseUrlExtension: '',
  catchup_days: 0,
  ...facts,
})

/** For tests: a programme between two times in ms. */
export const sampleProgramme = (id: string, start: number, stop: number): Programme => ({
  id,
  title: id,
  subtitle: null,
  category: null,
  startTime: new Date(start).toISOString(),
  stopTime: new Date(stop).toISOString(),
})
