import { describe, expect, test } from 'vitest'
import { readPlaylist } from '#test/media-playlists.ts'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import { channels } from './channels.ts'
import { archivePlaylist, livePlaylist } from './hls-playlists.ts'
import { programmesOf, repeatClip, timelineOf } from './schedule.ts'

const start = Date.UTC(2026, 10, 20, 12, 0, 0)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('channels', () => {
  test('there are at least 14, with distinct keys, numbers and names', () => {
    expect(channels.filter(({ kind }) => kind !== 'radio').length).toBeGreaterThanOrEqual(14)
    for (const field of ['key', 'number', 'name'] as const)
      expect(new Set(channels.map((channel) => channel[field])).size).toBe(channels.length)
    for (const { key } of channels) expect(key).toMatch(/^[a-z\d-]+$/)
  })

  test('there are a radio, an adult channel, a blocked one, and one that needs headers', () => {
    for (const mark of ['kind', 'adult', 'blockedCountries', 'userAgent'] as const)
      expect(channels.filter((channel) => channel[mark])).toHaveLength(1)
  })

  test('groups and categories in lists and guides are English, and have translations', () => {
    const translate = (names: Readonly<Record<string, string>>, name: string) => names[name.toLowerCase()]
    for (const { group, shows } of channels)
      for (const { en: name, nl: dutch } of [group, ...Object.values(shows).map(({ category }) => category)])
        expect([translate(en.genre, name), translate(nl.genre, name)]).toEqual([name, dutch])
  })

  test.each(channels)('$name always has a programme, and shows only scheduled ones', (channel) => {
    const programmes = programmesOf(channel, start, start + 2 * dayMs)
    expect(programmes[0]!.startsAt).toBeLessThanOrEqual(start)
    expect(programmes.at(-1)!.stopsAt).toBeGreaterThanOrEqual(start + 2 * dayMs)
    for (const [index, { startsAt, stopsAt }] of programmes.entries()) {
      expect(stopsAt - startsAt).toBeGreaterThan(0)
      expect(startsAt % (5 * 60_000)).toBe(0)
      if (index > 0) expect(startsAt).toBe(programmes[index - 1]!.stopsAt)
    }
    expect(new Set(channel.day.map(([, key]) => key))).toEqual(new Set(Object.keys(channel.shows)))
  })

  test('episodes of a series follow each other from day to day', () => {
    const atlas = channels.find(({ key }) => key === 'atlas')!
    const parts = [0, 1, 2].map(
      (day) =>
        programmesOf(atlas, start + day * dayMs, start + (day + 1) * dayMs).find(({ show }) => show === atlas.shows['mountain'])!.episode!,
    )
    expect(parts.every((part, index) => part >= 1 && (index === 0 || part === (parts[index - 1]! % 26) + 1))).toBe(true)
  })
})

const timelines = [
  { name: 'one clip', timeline: repeatClip('corridor') },
  ...channels.map((channel) => ({ name: channel.name, timeline: timelineOf(channel) })),
]

describe.each(timelines)('live: $name', ({ timeline }) => {
  test('the playlist ends with the last completed segment, without an end tag', () => {
    const text = livePlaylist(timeline, start + 1234, 60)
    const { target, segments } = readPlaylist(text)
    expect(segments).toHaveLength(15)
    const last = segments.at(-1)!
    expect(last.at + last.seconds * 1000).toBe(start)
    expect(Math.max(...segments.map(({ seconds }) => seconds))).toBe(target)
    expect(text).not.toContain('ENDLIST')
    expect(text).toMatch(/^#EXTM3U\n/)
  })

  test('a segment keeps its number, time, clip and discontinuity while it is listed, also across days', () => {
    const seen = new Map<number, string>()
    const morning = Date.UTC(2026, 10, 21, 5, 0, 0)
    for (const from of [start, morning - 60_000, start + 8 * hourMs + 10 * 60_000])
      for (let now = from; now < from + 150_000; now += 2000)
        for (const segment of readPlaylist(livePlaylist(timeline, now, 64)).segments) {
          const description = JSON.stringify(segment)
          expect(seen.get(segment.sequence) ?? description).toBe(description)
          seen.set(segment.sequence, description)
        }
    expect(seen.size).toBeGreaterThan(3 * 37)
  })

  test('the archive repeats the live stream', () => {
    const live = readPlaylist(livePlaylist(timeline, start, 600)).segments
    const text = archivePlaylist(timeline, start / 1000 - 600, 600, start + hourMs)
    expect(readPlaylist(text).segments).toEqual(live)
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
    expect(text).toContain('#EXT-X-ENDLIST')
    const beginning = archivePlaylist(timeline, start / 1000 - 600, 1200, start)
    expect(readPlaylist(beginning).segments).toEqual(live)
    expect(beginning).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(beginning).not.toContain('ENDLIST')
  })
})

test('breaks are exactly at the start of clips', () => {
  const numbers = Array.from({ length: 3000 }, (_, index) => Math.floor(start / 4000) + index)
  for (const { timeline } of timelines) {
    const wrongNumbers = numbers.filter((number) => {
      const [before, now] = [timeline(number - 1), timeline(number)]
      const isRight = now.breaks - before.breaks === Number(now.isBreak) && now.isBreak === (now.file === '0.m4s')
      return !isRight || (now.folder !== before.folder && !now.isBreak)
    })
    expect(wrongNumbers).toEqual([])
  }
})
