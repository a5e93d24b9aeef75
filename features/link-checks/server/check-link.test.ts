import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError, type OutboundProblem } from '#kit/server/outbound/outbound-guard.ts'
import { SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { readBody } from '#features/media/server/read-body.ts'
import { hostToRequest, checkAddress, type LinkTarget } from './check-link.ts'

/** A site's response per method: a status, a content type with body, or a connection error. */
type FakeResponse =
  | number
  | readonly [type: string, body?: string | Buffer]
  | { kind?: OutboundProblem; cause?: object; after?: number; status?: number }
interface Site {
  head?: FakeResponse
  get?: FakeResponse
}

const requests: string[] = []
const fetchFrom =
  ({ head, get }: Site): FetchPublic =>
  async (url, { method = 'GET', firstBytes } = {}) => {
    requests.push(`${method}${firstBytes === undefined ? '' : ` ${firstBytes}`} ${url}`)
    const response = (method === 'HEAD' ? head : get) ?? 404
    if (typeof response === 'object' && 'length' in response) {
      const body = Buffer.from(response[1] ?? '')
      return { url, type: response[0], charset: undefined, body, isWhole: true }
    }
    const { kind = 'unreachable', cause, after, status } = typeof response === 'number' ? { status: response } : response
    throw new OutboundError(kind, 'no', { cause, ...(status !== undefined && { answer: { status, retryAfterSeconds: after } }) })
  }
const sandbox = { run: (_: unknown, payload: unknown) => readBody(payload as never) as Promise<never> }
const check = (target: Partial<LinkTarget> & { address: string }, site: Site, run = sandbox) =>
  checkAddress(
    { fetchPublic: fetchFrom(site), sandbox: run as never, by: undefined, signal: new AbortController().signal },
    { embedUrl: null, contentType: null, ...target },
  )

const youtube = { address: 'https://www.youtube.com/watch?v=abcdefghijk' }
const vimeo = { address: 'https://vimeo.com/76979871' }
const dailymotion = { address: 'https://www.dailymotion.com/video/x7tgad0' }
const soundcloud = { address: 'https://soundcloud.com/artist/track' }
const peertube = { address: 'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv' }
const tiktok = { address: 'https://www.tiktok.com/@a/video/1', embedUrl: 'https://www.tiktok.com/embed/v2/1' }
const hls = { address: 'https://films.example/live.m3u8' }
const dash = { address: 'https://films.example/film.mpd' }
const file = { address: 'https://films.example/film.mp4' }
const embedded = { address: 'https://films.example/page', embedUrl: 'https://cdn.example/film.mp4' }
const page = { address: 'https://films.example/page', contentType: 'text/html' }
const picture = { address: 'https://films.example/drawing', contentType: 'image/png' }

const json = ['application/json', '{}'] as const
const html = ['text/html', '<!doctype html><title>Not here</title>'] as const
const png = ['image/png', readFileSync('web/icons/icon-192.png')] as const
const list = ['application/vnd.apple.mpegurl', '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n'] as const
const networkError = (name: string): FakeResponse => ({ cause: Object.assign(new Error(name), { code: name }) })
const failure = (problem: string) => ({ outcome: 'failed', problem })

test.each([
  ['YouTube: available', youtube, { get: json }, { outcome: 'well' }],
  ['YouTube: removed', youtube, { get: 404 }, failure('removed')],
  ['YouTube: invalid id', youtube, { get: 400 }, failure('removed')],
  ['YouTube: private', youtube, { get: 403 }, failure('private')],
  ['YouTube: not embeddable', youtube, { get: 401 }, failure('not_embeddable')],
  ['YouTube: too many requests', youtube, { get: { status: 429, after: 7200 } }, { outcome: 'blocked', seconds: 7200 }],
  ['YouTube: a consent page', youtube, { get: { kind: 'wrong_type' } }, { outcome: 'unclear' }],
  ['YouTube: server error', youtube, { get: 500 }, { outcome: 'silent' }],
  ['YouTube: a page without a video', { address: 'https://www.youtube.com/about' }, { head: html }, { outcome: 'well' }],
  ['Vimeo: removed', vimeo, { get: 404 }, failure('removed')],
  ['Vimeo: only on some sites', vimeo, { get: 403 }, failure('not_embeddable')],
  ['Dailymotion: removed', dailymotion, { get: 404 }, failure('removed')],
  ['Dailymotion: private', dailymotion, { get: 403 }, failure('private')],
  ['SoundCloud: removed', soundcloud, { get: 404 }, failure('removed')],
  ['PeerTube: private', peertube, { get: 401 }, failure('private')],
  ['PeerTube: removed', peertube, { get: 404 }, failure('removed')],
  ['another service', tiktok, { get: 404 }, failure('removed')],
  ['Twitch: not checkable', { address: 'https://www.twitch.tv/videos/123' }, { get: 404 }, { outcome: 'unclear' }],
  ['a file on this host', { address: '/media/film.mp4' }, { get: 404 }, { outcome: 'unclear' }],

  ['HLS', hls, { get: list }, { outcome: 'well' }],
  ['HLS with the type of plain text', hls, { get: ['text/plain', list[1]] }, { outcome: 'well' }],
  ['HLS: a page instead', hls, { get: html }, failure('not_playable')],
  ['HLS: a list of channels', hls, { get: ['text/plain', '#EXTM3U\n#EXTINF:-1,One\nhttp://a/b'] }, failure('not_playable')],
  ['HLS: an empty file with the right type', hls, { get: ['application/vnd.apple.mpegurl', ''] }, failure('not_playable')],
  ['HLS: not found', hls, { get: 404 }, failure('not_found')],
  ['HLS: access refused', hls, { get: 403 }, failure('private')],
  ['HLS: blocked in the server’s country', hls, { get: 451 }, { outcome: 'unclear', status: 451 }],
  ['DASH', dash, { get: ['application/dash+xml', '<MPD type="static"></MPD>'] }, { outcome: 'well' }],
  ['DASH: other XML', dash, { get: ['application/xml', '<rss></rss>'] }, failure('not_playable')],

  ['a file', file, { head: ['video/mp4'] }, { outcome: 'well' }],
  ['a file without a specific type', file, { head: ['application/octet-stream'] }, { outcome: 'well' }],
  ['a file: HEAD isn’t supported', file, { head: 405, get: ['video/mp4', Buffer.alloc(64)] }, { outcome: 'well' }],
  ['a file: HEAD gets no response', file, { head: {}, get: ['video/mp4', Buffer.alloc(64)] }, { outcome: 'well' }],
  ['a file: gone', file, { head: 410, get: 410 }, failure('not_found')],
  ['a file: not found by HEAD, but by GET', file, { head: 404, get: ['video/mp4', Buffer.alloc(64)] }, { outcome: 'well' }],
  ['a file: a page instead', file, { head: html, get: html }, failure('not_playable')],
  ['the media file of a page', embedded, { head: ['video/mp4'] }, { outcome: 'well' }],
  ['the media file of a page: not found', embedded, { head: 404, get: 404 }, failure('not_found')],

  ['a page', page, { head: html }, { outcome: 'well' }],
  ['a page: not found', page, { head: 404, get: 404 }, failure('not_found')],
  ['a page: bots are refused', page, { head: 403, get: 403 }, { outcome: 'unclear', status: 403 }],
  ['a page: unavailable for 30 seconds', page, { head: { status: 503, after: 30 } }, { outcome: 'blocked', seconds: 30 }],
  ['a page: unavailable for an unknown time', page, { head: 503 }, { outcome: 'blocked', seconds: 3600 }],
  ['a page: connection refused', page, { head: networkError('ECONNREFUSED'), get: networkError('ECONNREFUSED') }, failure('unreachable')],
  [
    'a page: expired certificate',
    page,
    { head: networkError('CERT_HAS_EXPIRED'), get: networkError('CERT_HAS_EXPIRED') },
    failure('unreachable'),
  ],
  ['a page: network unreachable', page, { head: networkError('ENETUNREACH'), get: networkError('ENETUNREACH') }, { outcome: 'silent' }],
  [
    'a page: timeout',
    page,
    { head: networkError('UND_ERR_CONNECT_TIMEOUT'), get: networkError('UND_ERR_CONNECT_TIMEOUT') },
    { outcome: 'silent' },
  ],
  ['a page: no response', page, { head: {}, get: {} }, { outcome: 'silent' }],
  ['a page: the host now has a private address', page, { head: { kind: 'refused' }, get: { kind: 'refused' } }, { outcome: 'silent' }],
  ['a page: our rate limit is reached', page, { head: { kind: 'busy' } }, { outcome: 'unasked' }],

  ['a picture', picture, { get: png }, { outcome: 'well' }],
  ['a picture: a page instead', picture, { get: html }, failure('not_playable')],
] as const)('%s', async (_, target, site, expected) => {
  expect(await check(target, site as Site)).toEqual(expected)
})

test('input that crashes its parser is inconclusive, and a full parser queue counts as unasked', async () => {
  const failing = (kind: 'ended' | 'unavailable') => ({
    run: () => Promise.reject(new SandboxError(kind as never, 'no')),
  })
  expect(await check(hls, { get: list }, failing('ended'))).toEqual({ outcome: 'unclear' })
  expect(await check(hls, { get: list }, failing('unavailable'))).toEqual({ outcome: 'unasked' })
})

test('requests as little as possible: oEmbed data, a `HEAD`, or the first bytes', async () => {
  requests.length = 0
  await check(youtube, { get: json })
  await check(file, { head: ['video/mp4'] })
  await check(page, { head: 405, get: html })
  expect(requests).toEqual([
    'GET https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefghijk&format=json',
    'HEAD https://films.example/film.mp4',
    'HEAD https://films.example/page',
    'GET 1 https://films.example/page',
  ])
})

test.each([
  [youtube, 'www.youtube.com'],
  [{ address: 'https://youtu.be/abcdefghijk' }, 'www.youtube.com'],
  [peertube, 'tube.example'],
  [embedded, 'cdn.example'],
  [page, 'films.example'],
  [{ address: '/media/film.mp4' }, undefined],
  [{ address: 'not an address' }, undefined],
])('%j is requested from %s', (target, host) => {
  expect(hostToRequest({ embedUrl: null, contentType: null, ...target })).toBe(host)
})
