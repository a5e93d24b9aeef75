import { createSample } from '#kit/contract/sample.ts'
import { Programme, TvChannel } from '../shapes.ts'

/** Creates a TV channel with default values, for tests. */
export const sampleTv = (id: string, fields: Partial<TvChannel> = {}): TvChannel => ({
  ...createSample(TvChannel),
  id,
  name: id,
  liveStreamUrl: 'https://live.example.com/one.m3u8',
  ...fields,
})

/** Creates a programme between two times in ms, for tests. */
export const sampleProgramme = (id: string, start: number, stop: number): Programme => ({
  ...createSample(Programme),
  id,
  title: id,
  startTime: new Date(start).toISOString(),
  stopTime: new Date(stop).toISOString(),
})
