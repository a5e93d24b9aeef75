import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { livePlaylist, serveDemoMedia } from './live.ts'

/** What a player makes of a playlist: each segment with its numbers. */
function read(playlist: string) {
  const value = (name: string) => Number(new RegExp(`^#EXT-X-${name}:(.+)$`, 'm').exec(playlist)?.[1])
  let sequence = value('MEDIA-SEQUENCE')
  let discontinuity = value('DISCONTINUITY-SEQUENCE')
  const segments: { sequence: number; discontinuity: number; file: string; at: number; seconds: number; breaks: boolean }[] = []
  let [at, seconds, breaks] = [0, 0, false]
  for (const line of playlist.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') {
      discontinuity++
      breaks = true
    } else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(line.indexOf(':') + 1))
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8))
    else if (line && !line.startsWith('#')) {
      segments.push({ sequence: sequence++, discontinuity, file: line, at, seconds, breaks })
      breaks = false
    }
  }
  return { target: value('TARGETDURATION'), segments }
}

const start = Date.UTC(2026, 10, 20, 12, 0, 0)

describe('the live playlist', () => {
  test('ends with what has just been completed, and never ends', () => {
    const text = livePlaylist(start + 1234)
    const { target, segments } = read(text)
    expect(segments).toHaveLength(6)
    const last = segments.at(-1)!
    expect(last.at + last.seconds * 1000).toBe(start)
    expect(Math.max(...segments.map(({ seconds }) => seconds))).toBe(target)
    expect(text).not.toContain('ENDLIST')
    expect(text).toMatch(/^#EXTM3U\n/)
  })

  test('a segment keeps its number, its place in time and its discontinuity for as long as it is listed', () => {
    const seen = new Map<number, string>()
    for (let now = start; now < start + 120_000; now += 500)
      for (const segment of read(livePlaylist(now)).segments) {
        const told = JSON.stringify(segment)
        expect(seen.get(segment.sequence) ?? told).toBe(told)
        seen.set(segment.sequence, told)
      }
    expect(seen.size).toBe(35)
  })

  test('the loop begins again right at a discontinuity, and nowhere else', () => {
    for (let now = start; now < start + 48_000; now += 4000) {
      const { segments } = read(livePlaylist(now))
      for (const { file, breaks } of segments) expect(breaks).toBe(file === '0.m4s')
      for (const [i, { at, discontinuity, sequence, file }] of segments.entries()) {
        const before = segments[i - 1]
        if (!before) continue
        expect(at - before.at).toBe(4000)
        expect(sequence).toBe(before.sequence + 1)
        expect(discontinuity - before.discontinuity).toBe(file === '0.m4s' ? 1 : 0)
      }
    }
  })
})

describe('over HTTP', async () => {
  const app = Fastify()
  await serveDemoMedia(app, `${import.meta.dirname}/assets/clips`)
  afterAll(() => app.close())
  const get = (path: string, headers = {}) => app.inject({ url: `/media/demo/${path}`, headers })

  test.each([
    ['live/index.m3u8', 'application/vnd.apple.mpegurl'],
    ['aurora/index.m3u8', 'application/vnd.apple.mpegurl'],
    ['aurora/captions/nl.vtt', 'text/vtt; charset=utf-8'],
    ['live/0.m4s', 'video/iso.segment'],
    ['live/init.mp4', 'video/mp4'],
    ['low-tide.mp4', 'video/mp4'],
    ['last-call.m4a', 'audio/mp4'],
  ])('%s is %s', async (path, type) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
  })

  test('parts of a clip, as players ask for them', async () => {
    const answer = await get('low-tide.mp4', { range: 'bytes=4-7' })
    expect(answer.statusCode).toBe(206)
    expect(answer.body).toBe('ftyp')
    expect(answer.headers['content-range']).toMatch(/^bytes 4-7\/\d+$/)
  })

  test('every segment that the live playlist names is there', async () => {
    const { segments } = read((await get('live/index.m3u8')).body)
    for (const { file } of segments) expect((await get(`live/${file}`)).statusCode).toBe(200)
  })

  test('nothing outside the clips', async () => {
    expect((await get('../CREDITS.md')).statusCode).toBe(404)
    expect((await get('%2e%2e/CREDITS.md')).statusCode).toBe(404)
  })
})
