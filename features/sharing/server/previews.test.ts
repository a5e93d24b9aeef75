import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { SaxesParser } from 'saxes'
import { afterAll, expect, test } from 'vitest'
import { makeWeb } from '#test/built-web.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { oembedPath } from './oembed.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-previews-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const server = await startTestServer({}, { webDir: makeWeb(webDir) })
const { app, db } = server
const ann = await createUser(server)
const origin = 'http://choice.test'

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const fetchPage = async (path: string) => (await get(`/en${path}`)).body
const update = (id: string, body: object) => ann.client(channelsContract.updatePlaylist, { params: { id }, body })
const metaContent = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`)
    .exec(html)?.[1]
    ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const factsOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as Record<string, unknown> | null
const linksOf = (html: string, type: string) =>
  [...html.matchAll(new RegExp(`<link rel="alternate" type="${type.replace('+', '\\+')}" title="[^"]*" href="([^"]*)">`, 'g'))].map(
    ([, href = '']) => href.replaceAll('&#38;', '&'),
  )
const oembed = (path: string, parameters = '') => get(`${oembedPath(`${origin}${path}`, 'json')}${parameters}`)

async function createPicture(colour: string) {
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'a.png')
}

test('channels, series and videos have their own previews, with existing cards', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Night train', 'Second'])
  await update(playlistId, { icon: await createPicture('#06c'), name: 'Trains' })
  const [id] = videoIds as [string]
  await db.updateTable('video').set({ description: 'Through the Alps', duration: 90 }).where('id', '=', id).execute()
  const channel = await fetchPage(`/playlists?playlist=${playlistId}&utm=1`)
  expect(metaContent(channel, 'og:title')).toBe('Trains')
  expect(channel).toContain(`<link rel="canonical" href="${origin}/en/playlists?playlist=${playlistId}">`)
  expect(channel).toContain(`hreflang="nl" href="${origin}/nl/playlists?playlist=${playlistId}"`)
  expect(factsOf(channel)).toMatchObject({ '@type': 'CollectionPage', mainEntity: { '@type': 'ItemList', numberOfItems: 2 } })
  expect(linksOf(channel, 'application/rss+xml')).toEqual([`${origin}/feeds/${playlistId}.xml`])
  expect(linksOf(channel, 'application/feed+json')).toEqual([`${origin}/feeds/${playlistId}.json`])

  const series = await fetchPage(`/playlists?playlist=${playlistId}&serie=${seriesId}`)
  expect(metaContent(series, 'og:title')).toBe('A series · Trains')
  const video = await fetchPage(`/playlists?playlist=${playlistId}&serie=${seriesId}&play=${id}&t=30`)
  expect([metaContent(video, 'og:title'), metaContent(video, 'og:description'), metaContent(video, 'og:type')]).toEqual([
    'Night train · Trains',
    'Through the Alps',
    'video.other',
  ])
  expect(video).toContain(`rel="canonical" href="${origin}/en/playlists?playlist=${playlistId}&#38;serie=${seriesId}&#38;video=${id}"`)
  expect(factsOf(video)).toMatchObject({
    '@type': 'VideoObject',
    name: 'Night train',
    duration: 'PT90S',
    embedUrl: `${origin}/embed/${id}`,
    contentUrl: 'https://films.test/0.mp4',
  })

  // The page and oEmbed contain the same version of the card.
  const oembedData = (await oembed(`/playlists?playlist=${playlistId}`)).json<{ thumbnail_url: string }>()
  expect(oembedData.thumbnail_url).toBe(metaContent(channel, 'og:image'))
  const sizes = []
  for (const html of [channel, series, video]) {
    expect([metaContent(html, 'og:image:width'), metaContent(html, 'og:image:height'), metaContent(html, 'twitter:card')]).toEqual([
      '1200',
      '630',
      'summary_large_image',
    ])
    const card = await get(metaContent(html, 'og:image')!.slice(origin.length))
    expect(card.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-cache' })
    const { width, height, format } = await sharp(card.rawPayload).metadata()
    sizes.push([width, height, format])
    const second = await get(metaContent(html, 'og:image')!.slice(origin.length), { 'if-none-match': String(card.headers['etag']) })
    expect([second.statusCode, second.rawPayload.length]).toEqual([304, 0])
    // The oEmbed URLs in the page can be read.
    for (const type of ['application/json+oembed', 'text/xml+oembed'])
      expect((await get(linksOf(html, type)[0]!.slice(origin.length))).statusCode).toBe(200)
  }
  expect(sizes).toEqual([
    [1200, 630, 'jpeg'],
    [1200, 630, 'jpeg'],
    [1200, 630, 'jpeg'],
  ])
})

test('a card has another version when its channel’s data changes', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const address = async () => metaContent(await fetchPage(`/playlists?playlist=${playlistId}`), 'og:image')
  const before = await address()
  await update(playlistId, { name: 'Another name' })
  expect(await address()).not.toBe(before)
})

test('any name is escaped in tags and data, and has a card', async () => {
  const names = ['</script><script>alert(1)</script>', `"'<b>&amp;]]>`, 'شاهد שלום \u200fx', '🎬🎬🎬', 'W'.repeat(50), 'a\u202eb']
  for (const name of names) {
    const { id } = await makeChannel(ann.client, { name })
    const { id: seriesId } = await makeSeries(ann.client, id, name)
    await fillSeries(db, seriesId, [name], { description: name })
    const html = await fetchPage(`/playlists?playlist=${id}`)
    expect(html).not.toContain('<script>alert')
    expect(factsOf(html)).toHaveProperty('name')
    const card = await get(metaContent(html, 'og:image')!.slice(origin.length))
    expect(card.statusCode).toBe(200)
    const response = (await oembed(`/playlists?playlist=${id}`)).json<{ title: string; html: string }>()
    expect(response.html).not.toMatch(/<script|title=""/)
    const xml = (await get(oembedPath(`${origin}/playlists?playlist=${id}`, 'xml'))).body
    const parser = new SaxesParser()
    parser.on('error', (error) => {
      throw error
    })
    parser.write(xml).close()
  }
})

test('oEmbed returns a player for a video and a list for a channel or series, as large as fits', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [id] = videoIds as [string]
  await update(playlistId, { slug: 'film-club' })
  const video = (await oembed(`/en/playlists?playlist=${playlistId}&serie=${seriesId}&play=${id}&t=90`)).json<Record<string, unknown>>()
  expect(video).toMatchObject({
    type: 'video',
    version: '1.0',
    title: 'Film',
    width: 640,
    height: 360,
    provider_name: 'Choice',
    cache_age: 0,
  })
  expect(video['html']).toContain(`src="${origin}/embed/${id}?t=90"`)
  expect((await oembed(`/nl/playlists?playlist=${playlistId}&video=${id}`, '&maxwidth=320&maxheight=1000')).json()).toMatchObject({
    width: 320,
    height: 180,
  })
  // A URL with the host name of the request works as well; the response contains the site's own name. Other names don't work.
  const getOembedOf = (url: string) => get(oembedPath(`${url}/en/film-club`, 'json'))
  expect((await getOembedOf('http://localhost')).json()).toMatchObject({ provider_url: origin })
  for (const other of ['http://elsewhere.test', 'http://localhost:81', 'ftp://choice.test', 'http://choice.test.elsewhere.test'])
    expect([other, (await getOembedOf(other)).statusCode]).toEqual([other, 404])
  for (const path of [`/playlists?playlist=${playlistId}`, '/en/film-club', '/film-club', `/embed/channel/${playlistId}`])
    expect((await oembed(path)).json()).toMatchObject({ type: 'rich', html: expect.stringContaining(`/embed/channel/${playlistId}"`) })
  expect((await oembed(`/playlists?playlist=${playlistId}&serie=${seriesId}`)).json()).toMatchObject({
    html: expect.stringContaining(`/embed/channel/${playlistId}?serie=${seriesId}"`),
  })
  expect((await oembed(`/embed/${id}`)).json()).toMatchObject({ type: 'video' })
  const xml = await get(`${oembedPath(`${origin}/film-club`, 'xml')}&maxwidth=100`)
  expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8')
  expect(xml.body).toContain('<width>100</width>')
})

test.each([
  ['https://elsewhere.test/playlists?playlist=kZ3Qm8TfW1a', 404],
  ['http://choice.test/playlists?playlist=nowhere0000', 404],
  ['http://choice.test/settings', 404],
  ['http://choice.test/', 404],
  ['javascript:alert(1)', 404],
  ['not an address', 404],
  ['', 422],
  ['x'.repeat(3000), 422],
])('oEmbed does not know %j', async (url, code) => {
  expect((await get(oembedPath(url, 'json'))).statusCode).toBe(code)
})

test('oEmbed names invalid parameters', async () => {
  const response = await get('/api/oembed?format=yaml&maxwidth=wide&url=http://choice.test/')
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json<{ errors: object }>().errors).toSorted()).toEqual(['format', 'maxwidth'])
})

test('a private or adult thing immediately has no card, player or preview', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Film', 'Grown'])
  const [id, grown] = videoIds as [string, string]
  await db.updateTable('video').set({ adult: true }).where('id', '=', grown).execute()
  const paths = [
    `/playlists?playlist=${playlistId}`,
    `/playlists?playlist=${playlistId}&serie=${seriesId}`,
    `/playlists?playlist=${playlistId}&video=${id}`,
  ]
  const cards = await Promise.all(paths.map(async (path) => metaContent(await fetchPage(path), 'og:image')!.slice(origin.length)))
  const statuses = async () => [
    ...(await Promise.all(paths.map(async (path) => (await oembed(path)).statusCode))),
    ...(await Promise.all(cards.map(async (path) => (await get(path)).statusCode))),
  ]
  expect(await statuses()).toEqual(Array.from({ length: 6 }, () => 200))
  expect((await get(`/media/cards/video/${grown}.jpg`)).statusCode).toBe(404)
  expect((await oembed(`/playlists?playlist=${playlistId}&video=${grown}`)).statusCode).toBe(404)
  await update(playlistId, { status_id: status.private })
  expect(await statuses()).toEqual(Array.from({ length: 6 }, () => 404))
  const hidden = await fetchPage(paths[2]!)
  expect(hidden).not.toMatch(/Film|og:image"|application\/ld\+json|oembed|canonical/)
  // A private link's page shows its name and nothing more.
  const { id: linked } = await update(playlistId, { status_id: status.privateLink })
  const linkedPage = await fetchPage(`/playlists?playlist=${linked}&video=${id}`)
  expect(metaContent(linkedPage, 'og:title')).toBe('Film · A channel')
  expect(metaContent(linkedPage, 'robots')).toBe('noindex')
  expect(linkedPage).not.toMatch(/ld\+json|oembed|canonical|\/media\/cards|\/feeds\//)
  expect((await oembed(`/playlists?playlist=${linked}`)).statusCode).toBe(404)
  const { id: open } = await update(linked, { status_id: status.public })
  expect((await oembed(`/playlists?playlist=${open}`)).statusCode).toBe(200)
  await update(open, { adult: true })
  expect((await oembed(`/playlists?playlist=${open}`)).statusCode).toBe(404)
  expect((await get(`/media/cards/playlist/${open}.jpg`)).statusCode).toBe(404)
})

test.each([
  '/media/cards/playlist/nowhere0000.jpg',
  '/media/cards/person/nowhere0000.jpg',
  '/media/cards/toString/nowhere0000.jpg',
  '/media/cards/video/x.jpg',
])('%s is not found', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})
