import { expect, test } from 'vitest'
import { consentKey, consentName } from './consent.ts'
import { canRetry, effectiveFailure, failureForStatus, planPlayback, type PlayableItem } from './plan.ts'

const http = { href: 'http://tv.test/en/playlists', protocol: 'http:', hostname: 'tv.test' }
const https = { href: 'https://tv.test/en/playlists', protocol: 'https:', hostname: 'tv.test' }
const item = (src: string | null, overrides: Partial<PlayableItem> = {}): PlayableItem => ({
  id: 'i',
  title: 'Item',
  href: '#i',
  partOf: 'A channel',
  src,
  ...overrides,
})
const frame = (src: string, overrides?: Partial<PlayableItem>) => {
  const plan = planPlayback(item(src, overrides), https)
  if (plan.type !== 'frame') throw new Error(`${src} is not framed`)
  return plan
}

test.each([
  ['https://a.test/live/index.m3u8', 'hls'],
  ['https://a.test/film.mpd', 'dash'],
  ['https://a.test/film.webm', 'file'],
  ['https://a.test/song.mp3', 'audio'],
])('%s plays in our own player as %s', (src, kind) => {
  expect(planPlayback(item(src), http)).toEqual({ type: 'media', kind, src, source: src, start: 0, mixed: false })
})

test('a path on our own host becomes an absolute address, with its start', () => {
  expect(planPlayback(item('/media/film.mp4?t=90'), http)).toMatchObject({
    kind: 'file',
    src: 'http://tv.test/media/film.mp4?t=90',
    source: null,
    start: 90,
  })
})

test('a secure page requests an insecure source over https, and reports why it fails', () => {
  const src = 'http://a.test:8080/live.m3u8'
  expect(planPlayback(item(src), https)).toMatchObject({ src: 'https://a.test:8080/live.m3u8', source: src, mixed: true })
  expect(planPlayback(item(src), http)).toMatchObject({ src, mixed: false })
})

test.each([
  ['https://www.youtube.com/watch?v=abcdefghijk', 'youtube', 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1'],
  ['https://www.twitch.tv/videos/123', 'twitch', 'https://player.twitch.tv/?video=v123&parent=tv.test&autoplay=true'],
])('%s plays in a frame of its service', (src, kind, address) => {
  expect(planPlayback(item(src), https)).toMatchObject({ type: 'frame', kind, src: address, source: src })
})

test('the plan for an unplayable item gives the reason', () => {
  expect(planPlayback(item('https://a.test/article'), https)).toEqual({ type: 'nothing', reason: 'page', source: 'https://a.test/article' })
  expect(planPlayback(item(null), https)).toEqual({ type: 'nothing', reason: 'address', source: null })
  expect(planPlayback(item('javascript:alert(1)'), https)).toEqual({ type: 'nothing', reason: 'address', source: null })
})

test('a frame of our own host could escape its sandbox, so it is not shown', () => {
  expect(planPlayback(item('https://a.test/article', { embed_url: 'https://tv.test/en/playlists' }), https)).toMatchObject({
    type: 'nothing',
  })
})

test('consent applies to one service, or to one host', () => {
  const vimeo = frame('https://vimeo.com/76979871')
  expect([consentKey(vimeo), consentName(vimeo)]).toEqual(['vimeo', 'Vimeo'])
  const peertube = frame('https://video.a.test/w/kkGMgK9ZtnKfYAgnEtQxbv')
  expect([consentKey(peertube), consentName(peertube)]).toEqual(['video.a.test', 'video.a.test'])
  const other = frame('https://news.a.test/1', { embed_url: 'https://www.player.test/e/1' })
  expect([consentKey(other), consentName(other)]).toEqual(['www.player.test', 'player.test'])
})

test.each([
  [404, 'gone', true],
  [410, 'gone', true],
  [403, 'refused', true],
  [451, 'geo', false],
  [415, 'format', false],
  [429, 'busy', true],
  [500, 'server', true],
  [504, 'timeout', true],
  [424, 'unreachable', true],
  [0, 'unreachable', true],
] as const)('status %d means %s', (status, failure, isRetried) => {
  expect(failureForStatus(status)).toBe(failure)
  expect(canRetry(failure)).toBe(isRetried)
})

test('an item that the browser cannot play plays through the relay, if allowed', () => {
  const relay = '/media/relay/Tv6Hd3VxN6w/live/open'
  const through = { type: 'media', kind: 'hls', src: 'https://tv.test/media/relay/Tv6Hd3VxN6w/live/open', isRelayed: true, mixed: false }
  expect(planPlayback(item('https://a.test/live.m3u8', { relay, needsHeaders: true }), https)).toMatchObject(through)
  expect(planPlayback(item('http://a.test/live.m3u8', { relay }), https)).toMatchObject(through)
  expect(planPlayback(item('https://a.test/live.m3u8', { relay }), https, true)).toMatchObject(through)
  // An item that the browser can play isn't relayed.
  for (const page of [http, https])
    expect(planPlayback(item('https://a.test/live.m3u8', { relay }), page)).toMatchObject({ src: 'https://a.test/live.m3u8' })
  expect(planPlayback(item('http://a.test/live.m3u8', { relay }), http)).toMatchObject({ src: 'http://a.test/live.m3u8' })
  for (const src of ['https://a.test/live.m3u8', 'https://a.test/film.mpd'])
    expect(planPlayback(item(src, { needsHeaders: true, ...(src.endsWith('mpd') && { relay }) }), https)).toEqual({
      type: 'nothing',
      reason: 'headers',
      source: null,
    })
})

test('an unplayable response over https is reported as such', () => {
  expect([effectiveFailure('gone', { mixed: true }), effectiveFailure('gone', { mixed: false })]).toEqual(['mixed', 'gone'])
  expect([effectiveFailure('codec', { mixed: true }), effectiveFailure('protected', { mixed: true })]).toEqual(['codec', 'protected'])
})

test("unplayable formats and pages can't be retried", () => {
  expect([canRetry('format'), canRetry('mixed'), canRetry('page')]).toEqual([false, false, false])
})
