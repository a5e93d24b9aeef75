import { expect, test } from 'vitest'
import { startLinkPages } from '#test/link-pages.ts'

const { pages, requests, place, site, db, fetchPublic, played, mediaWith, links, describe, serve, picture } = await startLinkPages()

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
  expect(requests).toEqual(['/twice'])
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

test('a page that names itself as its player is described as a page', async () => {
  const address = serve(
    '/self',
    `<title>x</title><meta property="og:video" content="https://${place}/self"><meta property="og:video:type" content="text/html">`,
  )
  const secure = address.replace('http:', 'https:')
  const { links: overHttps } = mediaWith((url, options) =>
    fetchPublic(url.replace('https:', 'http:'), options).then((response) => ({ ...response, url })),
  )
  expect((await overHttps.describeLinks(db, [secure]))[0]).toMatchObject({ kind: 'page', embed_url: null })
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

test('an unreachable page is retried after five minutes, not immediately', async () => {
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

test('an unreachable media address still plays, and is marked as unreachable', async () => {
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
