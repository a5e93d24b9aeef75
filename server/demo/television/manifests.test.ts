import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { archiveManifest, liveManifest, shiftTimestamps, findDubbedSegment } from './manifests.ts'

const start = Date.UTC(2026, 10, 20, 12, 0, 0)
const first = start / 4000
const read = (manifest: string) => ({
  text: manifest,
  value: (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(manifest)?.[1],
})

test('live manifests differ only by the clock, and have a window of half an hour', () => {
  const [now, later] = [liveManifest(start, 1800), liveManifest(start + 86_400_000, 1800)]
  const { value } = read(now)
  expect(value('type')).toBe('dynamic')
  expect(value('timeShiftBufferDepth')).toBe('PT1800S')
  expect(value('availabilityStartTime')).toBe('1970-01-01T00:00:00.000Z')
  expect([value('startNumber'), value('presentationTimeOffset')]).toEqual(['0', '0'])
  const withoutClock = (text: string) => text.replace(/<UTCTiming[^>]*>/, '')
  expect(withoutClock(now)).toBe(withoutClock(later))
  expect(now).toContain('value="2026-11-20T12:00:00.000Z"')
})

test('an archive manifest has a duration, and one still in progress grows from its start', () => {
  const endedPlaylist = read(archiveManifest(start / 1000, 600, start + 700_000))
  expect([endedPlaylist.value('type'), endedPlaylist.value('mediaPresentationDuration')]).toEqual(['static', 'PT600S'])
  expect(endedPlaylist.value('startNumber')).toBe(String(first))
  expect(endedPlaylist.value('presentationTimeOffset')).toBe(String(start / 1000))
  const grows = read(archiveManifest(start / 1000, 600, start + 300_000))
  expect([grows.value('type'), grows.value('mediaPresentationDuration')]).toEqual(['dynamic', undefined])
  expect(grows.value('availabilityStartTime')).toBe('2026-11-20T12:00:00.000Z')
  expect(grows.value('minimumUpdatePeriod')).toBe('PT12S')
  expect(grows.text).toContain('duration="PT600S"')
})

describe.each(['video', 'nl', 'en'] as const)('segments: %s', (track) => {
  const timeOf = (fragment: Buffer) => fragment.readBigUInt64BE(fragment.indexOf('tfdt') + 8)
  const unitsPerSecond = track === 'video' ? 12_800 : 48_000
  test('timestamps of successive segments increase without end', () => {
    for (let number = first; number < first + 9; number++) {
      const { file, behind } = findDubbedSegment(track, number)
      const fragment = readFileSync(`${import.meta.dirname}/../assets/clips/${file}`)
      const put = shiftTimestamps(fragment, behind)
      expect(put).toHaveLength(fragment.length)
      // The limit is the length of an AAC frame, 21 ms, as an audio segment consists of whole frames.
      expect(Math.abs(Number(timeOf(put)) / unitsPerSecond - number * 4)).toBeLessThan(0.022)
      expect(timeOf(fragment)).toBe(timeOf(put) - behind)
    }
  })
})
