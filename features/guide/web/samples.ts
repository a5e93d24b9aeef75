import { sampleOf } from '#kit/contract/sample.ts'
import { Programme, TvChannel } from '../shapes.ts'

/** For tests: a TV channel with default values. */
export const sampleTv = (id: string, facts: Partial<TvChannel> = {}): TvChannel => ({
  ...sampleOf(TvChannel),
  id,
  name: id,
  liveStreamUrl: 'https://live.example.com/one.m3u8',
  ...facts,
})

/** For tests: a programme between two times in ms. */
export const sampleProgramme = (id: string, start: number, stop: number): Programme => ({
  ...sampleOf(Programme),
  id,
  title: id,
  startTime: new Date(start).toISOString(),
  stopTime: new Date(stop).toISOString(),
})
