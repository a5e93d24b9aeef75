import { expect, test } from 'vitest'
import { startLinkPages } from '#test/link-pages.ts'

const { pages, requests, site, db, describe, serve, picture } = await startLinkPages()

const transportStream = Buffer.alloc(188 * 40, Buffer.concat([Buffer.from([0x47, 0x40, 0, 0x10]), Buffer.alloc(184, 0xff)]))
test.each([
  [
    '/My_first%20film.mp4',
    'application/octet-stream',
    Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\x08free'),
    { kind: 'file', title: 'My first film', content_type: 'video/mp4' },
  ],
  ['/clip', 'video/webm', Buffer.alloc(8000), { kind: 'file', title: 'clip', content_type: 'video/webm' }],
  ['/radio', 'audio/mpeg', Buffer.alloc(8000), { kind: 'audio', title: 'radio' }],
  [
    '/wall',
    'video/mp4',
    '<!doctype html><title>Please log in</title>',
    { kind: 'page', title: 'Please log in', content_type: 'text/html' },
  ],
  [
    '/vod/index.m3u8',
    'text/plain',
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\na.ts\n#EXTINF:5.6,\nb.ts\n#EXT-X-ENDLIST\n',
    { kind: 'hls', duration: 12, is_live: false, title: '127.0.0.1/vod/index.m3u8' },
  ],
  [
    '/live/stream',
    'application/x-mpegURL',
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\na.ts\n',
    { kind: 'hls', duration: null, is_live: true },
  ],
  [
    '/whole/stream',
    'application/x-mpegURL',
    '#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:6.0,\na.ts\n',
    { kind: 'hls', duration: null, is_live: false },
  ],
  [
    '/odd/stream',
    '',
    '\uFEFF#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n',
    { kind: 'hls', content_type: 'application/vnd.apple.mpegurl', is_live: false, duration: null },
  ],
  ['/channels.m3u', 'audio/x-mpegurl', '#EXTM3U\n#EXTINF:-1,One\nhttp://a.example/1\n', { kind: 'page', is_live: false }],
  ['/gone.m3u8', 'text/html', '<title>Not found</title>', { kind: 'page', title: 'Not found' }],
  [
    '/film.mpd',
    'application/dash+xml',
    '<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT1M30.2S">',
    { kind: 'dash', duration: 90, is_live: false, title: 'film' },
  ],
  [
    '/now',
    'text/xml',
    '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" mediaPresentationDuration="PT9S">',
    { kind: 'dash', duration: null, is_live: true },
  ],
  ['/segment', '', transportStream, { kind: 'file', content_type: 'video/mp2t' }],
  ['/page', '', '<!doctype html><title>Without a type</title>', { kind: 'page', title: 'Without a type', content_type: 'text/html' }],
  ['/list.zip', 'application/zip', Buffer.from('PK\x03\x04'), { kind: 'page', title: '127.0.0.1/list.zip' }],
])('%s as %j', async (path, type, body, expected) => {
  pages.set(path, { body, ...(type && { type }) })
  expect(await describe(site + path)).toMatchObject(expected)
})

test.each([
  ['#EXTINF:6.0,\na.ts\n', { duration: null, is_live: true }],
  ['#EXTINF:6.0,\na.ts\n#EXTINF:6.0,\nb.ts\n#EXT-X-ENDLIST\n', { duration: 12, is_live: false }],
])('a multivariant playlist has the duration and liveness of its first variant: %j', async (segments, expected) => {
  const many =
    '#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1"\r\n\r\n# the low one\r\nlow/index.m3u8?a=1\r\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhigh.m3u8\n'
  const path = `/tv-${expected.is_live}`
  serve(`${path}/main.m3u8`, many, 'application/vnd.apple.mpegurl')
  serve(`${path}/low/index.m3u8`, `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${segments}`, 'application/vnd.apple.mpegurl')
  expect(await describe(`${site}${path}/main.m3u8`)).toMatchObject({ kind: 'hls', reached: true, ...expected })
})

test('an endless stream is detected by its beginning', async () => {
  pages.set('/endless', { type: 'audio/aac', body: Buffer.alloc(2000), endless: true })
  expect(await describe(`${site}/endless`)).toMatchObject({ kind: 'audio', title: 'endless' })
})

test('a picture address is its own picture', async () => {
  const address = serve('/holiday_photo.jpg', picture, 'image/jpeg')
  const meta = await describe(address)
  expect(meta).toMatchObject({ title: 'holiday photo', kind: 'page', image: expect.stringContaining('/media/pictures/') })
})

test('a YouTube link is described by oEmbed and page, or only by oEmbed behind a consent wall', async () => {
  const watch = 'https://www.youtube.com/watch?v=fJ9rUzIMcZQ'
  serve('/i.ytimg.com/1.jpg', picture, 'image/jpeg')
  serve(
    '/www.youtube.com/oembed',
    JSON.stringify({
      type: 'video',
      title: 'From oEmbed',
      provider_name: 'YouTube',
      thumbnail_url: 'https://i.ytimg.com/1.jpg',
      html: '<iframe src="x">',
    }),
    'application/json',
  )
  pages.set('/www.youtube.com/watch', { body: '', location: `${site}/consent.youtube.com/wall` })
  serve('/consent.youtube.com/wall', '<title>Before you continue</title>')
  expect(await describe(watch)).toMatchObject({
    title: 'From oEmbed',
    site: 'YouTube',
    kind: 'youtube',
    duration: null,
    image: expect.stringContaining('/media/'),
  })
  await db.deleteFrom('link').execute()
  serve(
    '/www.youtube.com/watch',
    '<meta property="og:title" content="From the page"><meta property="og:description" content="Much text"><meta itemprop="duration" content="PT6M0S">',
  )
  expect(await describe(watch)).toMatchObject({
    title: 'From the page',
    description: 'Much text',
    duration: 360,
    kind: 'youtube',
    embed_url: 'https://www.youtube-nocookie.com/embed/fJ9rUzIMcZQ',
  })
  expect(requests.find((path) => path.startsWith('/www.youtube.com/oembed'))).toContain(encodeURIComponent(watch))
})

test('Vimeo’s oEmbed is sufficient, so its page is not read', async () => {
  serve(
    '/vimeo.com/api/oembed.json',
    JSON.stringify({
      type: 'video',
      title: 'A &amp; B',
      description: 'Made <b>by hand</b>',
      duration: 62,
      upload_date: '2013-10-15 14:08:29',
      provider_name: 'Vimeo',
    }),
    'application/json',
  )
  expect(await describe('https://vimeo.com/76979871')).toMatchObject({
    title: 'A & B',
    description: 'Made by hand',
    duration: 62,
    published_at: '2013-10-15T14:08:29.000Z',
    kind: 'vimeo',
  })
  expect(requests.every((path) => path.startsWith('/vimeo.com/api/'))).toBe(true)
})

test('a PeerTube instance is requested at its own address, and a short link leads to its video', async () => {
  const id = 'kkGMgK9ZtnKfYAgnEtQxbv'
  serve(
    '/tube.example/services/oembed',
    JSON.stringify({ type: 'video', title: 'Free video', html: '<iframe src="https://tube.example/videos/embed/x">' }),
    'application/json',
  )
  expect(await describe(`https://tube.example/w/${id}`)).toMatchObject({ title: 'Free video', kind: 'peertube', site: 'PeerTube' })
  pages.set('/short.example/abc', { body: '', location: `${site}/youtu.be/fJ9rUzIMcZQ` })
  serve('/youtu.be/fJ9rUzIMcZQ', '<title>The video</title>')
  expect(await describe('https://short.example/abc')).toMatchObject({ title: 'The video', kind: 'youtube' })
})

test('discovered oEmbed gives a player only for videos', async () => {
  const page = (name: string) => `<title>${name}</title><link rel="alternate" type="application/json+oembed" href="/${name}.json">`
  for (const type of ['video', 'rich'])
    serve(
      `/${type}.json`,
      JSON.stringify({ type, html: '<p><iframe width=1 src="https://player.example/9"></iframe>' }),
      'application/json',
    )
  expect(await describe(serve('/video', page('video')))).toMatchObject({ kind: 'embed', embed_url: 'https://player.example/9' })
  expect(await describe(serve('/rich', page('rich')))).toMatchObject({ kind: 'page', embed_url: null })
})
