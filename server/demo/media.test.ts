import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDemoMedia } from './media.ts'
import { lockedTvKeys } from './packages.ts'
import { channels } from './television/channels.ts'
import { streamFolder } from './television/stream-folders.ts'
import { readPlaylist } from '#test/media-playlists.ts'

const streamKey = Buffer.alloc(32, 1)
const media = { folder: `${import.meta.dirname}/assets/clips`, findStreamKey: async () => streamKey }

describe('over HTTP', async () => {
  const app = Fastify()
  await serveDemoMedia(app, media)
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
  ])('%s has the type %s', async (path, type) => {
    const response = await get(path)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(type)
  })

  test('serves ranges of a clip', async () => {
    const response = await get('low-tide.mp4', { range: 'bytes=4-7' })
    expect(response.statusCode).toBe(206)
    expect(response.body).toBe('ftyp')
    expect(response.headers['content-range']).toMatch(/^bytes 4-7\/\d+$/)
  })

  test('every segment in the live playlist exists', async () => {
    const { segments } = readPlaylist((await get('live/index.m3u8')).body)
    expect(segments).toHaveLength(6)
    for (const { file } of segments) expect((await app.inject(file)).statusCode).toBe(200)
  })

  test('serves no files outside the clips', async () => {
    expect((await get('../CREDITS.md')).statusCode).toBe(404)
    expect((await get('%2e%2e/CREDITS.md')).statusCode).toBe(404)
  })
})

describe('TV channels', async () => {
  const app = Fastify()
  await serveDemoMedia(app, media)
  afterAll(() => app.close())
  const get = (path: string, headers = {}) => app.inject({ url: `/media/demo/tv/${path}`, headers })
  const open = channels.filter(({ userAgent }) => userAgent === undefined)

  test.each(open.map(({ key }) => key))('%s is live with a window of half an hour, and all its segments exist', async (key) => {
    const response = await get(`${streamFolder({ key }, streamKey)}/live.m3u8`)
    expect(response.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'access-control-allow-origin': '*' })
    const { segments } = readPlaylist(response.body)
    expect(segments).toHaveLength(450)
    for (const url of new Set(segments.flatMap(({ file, init }) => [file, init])))
      expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200)
  })

  test('the archive contains a week', async () => {
    const start = Math.floor(Date.now() / 1000) - 3 * 3600
    const { segments } = readPlaylist((await get(`atlas/${start}-2700.m3u8`)).body)
    expect(segments.length).toBeGreaterThanOrEqual(675)
    const missing = [`${start + 4 * 3600}-60`, `${start - 8 * 86_400}-60`, `${start}-0`, `${start}-99999`, 'x-1', `${start}`, '../live']
    for (const file of missing) expect((await get(`atlas/${file}.m3u8`)).statusCode).toBe(404)
    expect((await get('nobody/live.m3u8')).statusCode).toBe(404)
  })

  test('one channel also has DASH: live, archive, and every complete segment', async () => {
    const { key } = channels.find((channel) => channel.isSpokenTwice)!
    const now = Math.floor(Date.now() / 1000)
    for (const file of ['live.mpd', `${now - 3600}-600.mpd`, `${now - 600}-3600.mpd`]) {
      const response = await get(`${key}/${file}`)
      expect(response.headers).toMatchObject({ 'content-type': 'application/dash+xml', 'access-control-allow-origin': '*' })
      for (const [, url] of response.body.matchAll(/initialization="([^"]+)"/g)) expect((await app.inject(url!)).statusCode).toBe(200)
    }
    const segment = (track: string, number: number | string) => app.inject(`/media/demo/dash/${track}/${number}.m4s`)
    const last = Math.floor(now / 4) - 1
    for (const track of ['video', 'nl', 'en']) {
      expect((await segment(track, last)).headers).toMatchObject({ 'content-type': 'video/iso.segment' })
      for (const number of [last + 3, last - (9 * 86_400) / 4, 'x', '-1', '1e9'])
        expect((await segment(track, number)).statusCode).toBe(404)
    }
    for (const track of ['de', 'toString', '..']) expect((await segment(track, last)).statusCode).toBe(404)
    expect((await get('atlas/live.mpd')).statusCode).toBe(404)
    expect((await get(`atlas/${now - 3600}-600.mpd`)).statusCode).toBe(404)
  })

  test('channels that a package locks can’t be found by their names', async () => {
    expect(lockedTvKeys.size).toBeGreaterThan(0)
    for (const key of lockedTvKeys) {
      const start = Math.floor(Date.now() / 1000) - 3600
      const folder = streamFolder({ key }, streamKey)
      const other = streamFolder({ key }, Buffer.alloc(32, 2))
      for (const name of [key, other, `${key}-`, folder.slice(0, -1), folder.toUpperCase()])
        for (const file of ['live.m3u8', `${start}-600.m3u8`]) expect((await get(`${name}/${file}`)).statusCode).toBe(404)
      for (const file of ['live.m3u8', `${start}-600.m3u8`]) expect((await get(`${folder}/${file}`)).statusCode).toBe(200)
    }
  })

  test('one channel responds only to set-top boxes', async () => {
    expect((await get('decoder/live.m3u8', { 'user-agent': 'Mozilla/5.0' })).statusCode).toBe(403)
    expect((await get('decoder/live.m3u8', { 'user-agent': 'Decoder/1.0' })).statusCode).toBe(200)
  })
})
