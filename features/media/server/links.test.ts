import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOutbound, type FetchPublic } from '#kit/server/outbound/outbound.ts'
import { createLimits } from '#kit/server/http/limits.ts'
import { createLog } from '#kit/server/log.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { undisturbedClock } from '#test/busy-machine.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { productSandbox } from '#test/sandbox.ts'
import type { LinkMeta } from '../contract.ts'
import { pictureFacts } from '../picture-addresses.ts'
import { registerMediaJobs } from './feature.ts'
import { createMedia } from './media.ts'

type Page = { type?: string; body: string | Buffer; status?: number; location?: string; endless?: boolean }
const pages = new Map<string, Page>()
const asked: string[] = []

const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const page = pages.get(path) ?? pages.get(path.split('?')[0]!)
  if (!page) return response.writeHead(404).end('nothing here')
  if (page.location) return response.writeHead(302, { location: page.location }).end()
  response.writeHead(page.status ?? 200, page.type === undefined ? {} : { 'content-type': page.type })
  if (!page.endless) return response.end(page.body)
  const timer = setInterval(() => response.write(page.body), 5)
  return response.on('close', () => clearInterval(timer))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
const site = `http://${place}`

const folder = await mkdtemp(join(tmpdir(), 'links-'))
const db = (await freshDatabase()).connect()
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const { fetchPublic } = createOutbound({ allow: [place], userAgent: 'Tester/1.0', resolve: () => Promise.resolve([]) })
/** Internet services simulated by our own server: `https://vimeo.com/x` is requested as `/vimeo.com/x`. */
const played: FetchPublic = async (address, options) => {
  const url = new URL(address)
  if (url.host === place) return fetchPublic(address, options)
  const answer = await fetchPublic(`${site}/${url.host}${url.pathname}${url.search}`, options)
  return { ...answer, url: answer.url.startsWith(`${site}/`) ? `https://${answer.url.slice(site.length + 1)}` : answer.url }
}
const limits = createLimits({ db, log: createLog({ level: 'silent' }), enabled: false })
const sandboxes = { pictures: productSandbox(), texts: productSandbox() }
const mediaWith = (fetch: FetchPublic, { publicUrl = 'http://choice.test', texts = sandboxes.texts } = {}) => {
  const tools = { storage: createStorage({ folder }), fetchPublic: fetch, sandboxes: { ...sandboxes, texts } }
  return createMedia({ ...tools, uses: [], publicUrl, limits })
}
const { links } = mediaWith(played)

const describe = async (address: string): Promise<LinkMeta | 'refused'> => (await links.describeLinks(db, [address]))[0]!
const serve = (path: string, body: string | Buffer, type = 'text/html; charset=utf-8') => {
  pages.set(path, { body, type })
  return site + path
}
const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer()

beforeEach(() => {
  pages.clear()
  asked.length = 0
})

test('a page with Open Graph: title, text, date and its picture from our own host', async () => {
  serve('/poster.jpg', picture, 'image/jpeg')
  const address = serve(
    '/story',
    `<head><title>x</title><meta property="og:title" content="A story &amp;amp; more"><meta property="og:description" content="  About
     it "><meta property="og:site_name" content="The Paper"><meta property="og:image" content="/poster.jpg">
     <meta property="article:published_time" content="2024-03-01T10:00:00Z"></head>`,
  )
  const meta = await describe(address)
  expect(meta).toEqual({
    reached: true,
    is_pending: false,
    title: 'A story & more',
    description: 'About it',
    image: expect.stringMatching(/^\/media\/pictures\/\w{16}-800x450-[\da-f]{6}\/960\.webp$/),
    site: 'The Paper',
    duration: null,
    is_live: false,
    published_at: '2024-03-01T10:00:00.000Z',
    kind: 'page',
    embed_url: null,
    content_type: 'text/html',
  })
})

test('repeated links, also within one list, are cached', async () => {
  const address = serve('/twice', '<title>Twice</title>')
  const [first, again] = await links.describeLinks(db, [address, address])
  expect(first).toMatchObject({ title: 'Twice' })
  expect(again).toEqual(first)
  pages.clear()
  expect(await describe(address)).toEqual(first)
  expect(asked).toEqual(['/twice'])
})

test('our own pages are never cached, because they must not outlive their link', async () => {
  const { links: ours } = mediaWith(played, { publicUrl: site })
  const address = serve('/en/playlists?playlist=AAAAAAAAAAA', '<title>A channel</title>')
  expect(await ours.describeLinks(db, [address])).toMatchObject([{ title: 'A channel' }])
  serve('/en/playlists?playlist=AAAAAAAAAAA', '<title>Choice</title>')
  expect(await ours.describeLinks(db, [address])).toMatchObject([{ title: 'Choice' }])
  expect(await db.selectFrom('link').select('url').where('url', '=', address).execute()).toEqual([])
})

test('the cache expires after a day', async () => {
  const address = serve('/changing', '<title>Old</title>')
  await describe(address)
  await db
    .updateTable('link')
    .set({ fetched_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('url', '=', address)
    .execute()
  serve('/changing', '<title>New</title>')
  expect(await describe(address)).toMatchObject({ title: 'New' })
})

test.each([
  [
    'the name of the site at the end of a title goes',
    '<title>A film | The Site</title><meta property="og:site_name" content="The Site">',
    { title: 'A film' },
  ],
  ['a title may be the site itself', '<title>The Site</title><meta property="og:site_name" content="The Site">', { title: 'The Site' }],
  [
    'a player is kept',
    '<title>x</title><meta name="twitter:player" content="https://player.example/1">',
    { kind: 'embed', embed_url: 'https://player.example/1' },
  ],
  [
    'a player of a service we know',
    '<title>x</title><meta name="twitter:player" content="https://www.youtube.com/embed/fJ9rUzIMcZQ">',
    { kind: 'youtube' },
  ],
  [
    'a media file',
    '<title>x</title><meta property="og:video" content="https://cdn.example/x.mp4"><meta property="og:video:type" content="video/mp4">',
    { kind: 'file' },
  ],
  ['a video in the page', '<title>x</title><body><video src="/film.webm"></video>', { kind: 'file' }],
  [
    'an insecure player is none',
    '<title>x</title><meta name="twitter:player" content="http://player.example/1">',
    { kind: 'page', embed_url: null },
  ],
  ['nothing at all', '<p>Hello', { title: `${place.split(':')[0]}/of-a-kind`, kind: 'page' }],
])('%s', async (_, html, expected) => {
  const address = serve('/of-a-kind', html)
  await db.deleteFrom('link').execute()
  expect(await describe(address)).toMatchObject(expected)
})

test('a page that names itself as its player is a page', async () => {
  const address = serve(
    '/self',
    `<title>x</title><meta property="og:video" content="https://${place}/self"><meta property="og:video:type" content="text/html">`,
  )
  const secure = address.replace('http:', 'https:')
  const { links: overHttps } = mediaWith((url, options) =>
    fetchPublic(url.replace('https:', 'http:'), options).then((answer) => ({ ...answer, url })),
  )
  expect((await overHttps.describeLinks(db, [secure]))[0]).toMatchObject({ kind: 'page', embed_url: null })
})

const ts = Buffer.alloc(188 * 40, Buffer.concat([Buffer.from([0x47, 0x40, 0, 0x10]), Buffer.alloc(184, 0xff)]))
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
  ['/segment', '', ts, { kind: 'file', content_type: 'video/mp2t' }],
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

test.each(['/missing', '/broken'])('%s is no error, and is titled by host and path', async (path) => {
  pages.set('/broken', { status: 500, body: '<title>Internal server error</title>' })
  expect(await describe(`${site}${path}/`.slice(0, -1))).toEqual({
    reached: false,
    is_pending: false,
    title: `127.0.0.1${path}`,
    description: '',
    image: null,
    site: '127.0.0.1',
    duration: null,
    is_live: false,
    published_at: null,
    kind: 'page',
    embed_url: null,
    content_type: null,
  })
})

test('an unreachable page is retried after five minutes, not at once', async () => {
  const address = `${site}/sleepy`
  await describe(address)
  serve('/sleepy', '<title>Awake</title>')
  expect(await describe(address)).toMatchObject({ title: '127.0.0.1/sleepy' })
  await db
    .updateTable('link')
    .set({ fetched_at: new Date(Date.now() - 6 * 60_000) })
    .where('url', '=', address)
    .execute()
  expect(await describe(address)).toMatchObject({ title: 'Awake' })
})

test('an unreachable media address still plays, and is marked as unreached', async () => {
  expect(await describe(`${site}/away/index.m3u8`)).toMatchObject({ kind: 'hls', reached: false })
  expect((await links.describeLinks(db, [`${site}/away/index.m3u8`]))[0]).toMatchObject({ reached: false })
})

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://localhost/',
  'ftp://example.com/x',
  'http:example.com/x',
  'http:/example.com/x',
  'javascript:alert(1)',
  'http://user:pass@example.com/',
  'nonsense',
  '',
  `https://example.com/${'a'.repeat(2100)}`,
])('%s is refused and stored nowhere', async (address) => {
  const { links: guarded } = mediaWith(fetchPublic)
  expect(await guarded.describeLinks(db, [address])).toEqual(['refused'])
  expect(await db.selectFrom('link').select('url').where('url', '=', address).execute()).toEqual([])
})

test('a page that redirects to a forbidden address is refused', async () => {
  pages.set('/inside', { body: '', location: 'http://127.0.0.1:1/' })
  const { links: guarded } = mediaWith(fetchPublic)
  expect(await guarded.describeLinks(db, [`${site}/inside`])).toEqual(['refused'])
})

test('pictures are fetched through the outbound guard, and unreadable ones are omitted', async () => {
  const { links: guarded } = mediaWith(fetchPublic)
  const [inner] = await guarded.describeLinks(db, [
    serve('/p1', '<title>x</title><meta property="og:image" content="http://127.0.0.1:1/x.png">'),
  ])
  serve('/x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')
  const [drawn] = await guarded.describeLinks(db, [serve('/p2', '<title>x</title><meta property="og:image" content="/x.svg">')])
  expect([inner, drawn]).toMatchObject([{ image: null }, { image: null }])
})

test('YouTube is described by oEmbed behind a consent wall, and by both otherwise', async () => {
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
  expect(asked.find((path) => path.startsWith('/www.youtube.com/oembed'))).toContain(encodeURIComponent(watch))
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
  expect(asked.every((path) => path.startsWith('/vimeo.com/api/'))).toBe(true)
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

test.each(['192.168.1.1', '[::1]', 'router', 'nas.local', '0x7f.2'])(
  'a page cannot make viewers frame or play internal addresses: %s',
  async (host) => {
    for (const [name, path] of Object.entries({ 'og:video:secure_url': 'x', 'og:video': 'x.mp4' }))
      expect(await describe(serve(`/${host}-${path}`, `<meta property="${name}" content="https://${host}/${path}">`))).toMatchObject({
        kind: 'page',
      })
  },
)

test('many links succeed or fail by the deadline, in order, and late ones are retried later', async () => {
  pages.set('/never', { type: 'text/html', body: '<!-- -->', endless: true })
  const titles = Array.from({ length: 10 }, (_, n) => `Number ${n}`)
  const quick = titles.map((title, n) => serve(`/quick${n}`, `<title>${title}</title>`))
  const { links: guarded } = mediaWith(fetchPublic)
  const clock = undisturbedClock()
  const metas = await guarded.describeLinks(db, [...quick, `${site}/never`, 'http://localhost/'], { deadlineMs: 1500 })
  expect(clock()).toBeLessThan(5000)
  expect(metas.map((meta) => (meta === 'refused' ? meta : meta.title))).toEqual([...titles, '127.0.0.1/never', 'refused'])
  expect(await db.selectFrom('link').select('url').where('url', 'like', '%/never').execute()).toEqual([])
})

test.each([
  ['killed', { reached: false, is_pending: false }, 1],
  ['failed', { reached: false, is_pending: false }, 1],
  ['unavailable', { reached: false, is_pending: true }, 0],
] as const)('a page whose parser was %s is described by its address', async (kind, expected, kept) => {
  const address = serve(`/${kind}`, '<title>x</title>')
  const texts: Sandbox = { run: () => Promise.reject(new SandboxError(kind, 'x')), stop: () => undefined }
  const [meta] = await mediaWith(fetchPublic, { texts }).links.describeLinks(db, [address], { by: 'ann' })
  expect(meta).toMatchObject({ title: `127.0.0.1/${kind}`, ...expected })
  // Anything not fetched is fetched the next time.
  expect(await db.selectFrom('link').select('url').where('url', '=', address).execute()).toHaveLength(kept)
})

test('a page that never ends is harmless', async () => {
  const bomb = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${'\n'.repeat(400_000)}`
  expect(await describe(serve('/bomb', bomb, 'application/x-mpegurl'))).toMatchObject({ kind: 'hls', is_pending: false })
})

test('texts are truncated at their limits, without characters that cannot be stored', async () => {
  const meta = await describe(
    serve('/long', `<title>${'word '.repeat(200)}\0</title><meta name=description content="${'much text '.repeat(2000)}">`),
  )
  expect(meta).toMatchObject({ title: expect.stringMatching(/^word.*…$/), description: expect.stringMatching(/^much.*…$/) })
  if (meta !== 'refused') expect([meta.title.length <= 255, meta.description.length <= 5000]).toEqual([true, true])
})

test('the address of a page’s picture contains its colour and sizes', async () => {
  serve('/blue.jpg', picture, 'image/jpeg')
  const meta = await describe(serve('/blue', '<title>x</title><meta property="og:image" content="/blue.jpg">'))
  const facts = pictureFacts(meta === 'refused' ? '' : (meta.image ?? ''))
  const colour: unknown = expect.stringMatching(/^#3[234]6[567]9[89a]$/)
  expect(facts).toMatchObject({ width: 800, height: 450, widths: [160, 320, 640, 800], colour })
})

test('link metadata unused for a week is deleted nightly, with its picture', async () => {
  const nightly: (() => Promise<void>)[] = []
  const { pictures } = mediaWith(fetchPublic)
  registerMediaJobs({ db, pictures, jobs: { work: (_, run) => nightly.push(() => run({} as never, {} as never)) } })
  await db.deleteFrom('link').execute()
  serve('/night.jpg', picture, 'image/jpeg')
  await describe(serve('/old', '<title>Old</title><meta property="og:image" content="/night.jpg">'))
  await describe(serve('/recent', '<title>Recent</title>'))
  await db
    .updateTable('picture')
    .set({ created_at: new Date(Date.now() - 30 * 3_600_000) })
    .execute()
  await db
    .updateTable('link')
    .set({ fetched_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('title', '=', 'Old')
    .execute()
  for (const run of nightly) await run()
  expect(await db.selectFrom('link').select('title').execute()).toEqual([{ title: 'Recent' }])
  expect(await db.selectFrom('picture').select('id').execute()).toEqual([])
})
