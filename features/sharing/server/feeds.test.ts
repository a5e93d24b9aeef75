import { parseFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { feedPath } from '../rules.ts'

const server = await startTestServer()
const { app, db } = server
const ann = await createUser(server)

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers })
const statusOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).statusCode
/** @throws unless the XML is well-formed and declares every prefix */
function assertWellFormed(xml: string) {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}
const update = (id: string, body: object) => ann.client(channelsContract.updatePlaylist, { params: { id }, body })

/** Titles from users and pages. They contain no NUL and no lone surrogates, which the database refuses. */
const hostile = [
  '</title><script>alert(1)</script>',
  ']]> & &amp; &#x26; <![CDATA[',
  'שלום \u202eevil',
  '🎬 👩‍👩‍👧',
  '\u0001\u0008\u001f\u000b\ufffe',
  '"\'`',
]

test('a channel has a feed in both formats, newest first, which other parsers can read', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['First', 'Second'])
  const [first, second] = videoIds as [string, string]
  await db
    .updateTable('video')
    .set({ created_at: new Date('2026-01-01T10:00:00Z'), duration: 90, description: 'A <b> film\nof two lines' })
    .where('id', '=', first)
    .execute()
  await db
    .updateTable('video')
    .set({ created_at: new Date('2026-01-02T10:00:00Z'), kind: 'youtube', src: 'https://youtu.be/abcdefghijk' })
    .where('id', '=', second)
    .execute()
  const response = await get(feedPath(playlistId, 'xml'))
  expect(response.headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  })
  expect(response.headers['set-cookie']).toBeUndefined()
  assertWellFormed(response.body)
  const feed = parseRssFeed(response.body)
  expect(feed).toMatchObject({
    title: 'A channel',
    link: `http://choice.test/playlists?playlist=${playlistId}&via=feed`,
    lastBuildDate: 'Fri, 02 Jan 2026 10:00:00 GMT',
  })
  expect(feed.items?.map(({ title }) => title)).toEqual(['Second', 'First'])
  const address = (id: string) => `http://choice.test/playlists?playlist=${playlistId}&serie=${seriesId}&video=${id}&via=feed`
  expect(feed.items?.[1]).toMatchObject({
    link: address(first),
    guid: { value: `choice:video:${first}`, isPermaLink: false },
    description: 'A &#60;b&#62; film<br>of two lines',
    enclosures: [{ url: 'https://films.test/0.mp4', type: 'video/mp4', length: 0 }],
    media: {
      contents: [{ url: 'https://films.test/0.mp4', type: 'video/mp4', duration: 90 }],
      player: { url: `http://choice.test/embed/${first}` },
    },
  })
  expect(feed.items?.[0]?.media?.contents).toBeUndefined()
  expect(feed.items?.[0]?.enclosures).toBeUndefined()
  const json = await get(feedPath(playlistId, 'json'))
  expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
  const parsed = parseJsonFeed(json.json())
  expect(parsed.items?.map(({ url }) => url)).toEqual([address(second), address(first)])
  expect(parsed.items?.[1]).toMatchObject({ attachments: [{ url: 'https://films.test/0.mp4', duration_in_seconds: 90 }] })
  expect(parseFeed(response.body).format).toBe('rss')
})

test('videos added together are in channel order, series by series', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Video ${index}`)
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, names.slice(0, 6))
  const { id: next } = await makeSeries(ann.client, playlistId, 'Next')
  await fillSeries(db, next, names.slice(6))
  await db
    .updateTable('video')
    .set({ created_at: new Date('2026-01-01T10:00:00Z') })
    .where('series_id', 'in', [seriesId, next])
    .execute()
  expect(parseRssFeed((await get(feedPath(playlistId, 'xml'))).body).items?.map(({ title }) => title)).toEqual(names)
  expect(parseJsonFeed((await get(feedPath(playlistId, 'json'))).json()).items?.map(({ title }) => title)).toEqual(names)
})

test('a series has its own feed', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['One'])
  const { id: other } = await makeSeries(ann.client, playlistId, 'Other')
  await fillSeries(db, other, ['Two'])
  const titles = async (path: string) => parseRssFeed((await get(path)).body).items?.map(({ title }) => title)
  expect(await titles(feedPath(playlistId, 'xml', other))).toEqual(['Two'])
  expect(await titles(feedPath(playlistId, 'xml', seriesId))).toEqual(['One'])
  const otherChannel = await makeFilledChannel(db, ann.client)
  expect(await statusOf(feedPath(otherChannel.playlistId, 'xml', seriesId))).toBe(404)
})

test('titles are escaped in feeds', async () => {
  const { id: playlistId } = await makeChannel(ann.client, { name: '<script> & ]]> 🎬' })
  const { id: seriesId } = await makeSeries(ann.client, playlistId, hostile[0])
  await fillSeries(db, seriesId, hostile, { description: hostile.join('\n') })
  const { body } = await get(feedPath(playlistId, 'xml'))
  assertWellFormed(body)
  expect(body).not.toMatch(/<script|<!\[CDATA/)
  const feed = parseRssFeed(body)
  expect(feed.title).toBe('<script> & ]]> 🎬')
  const expectedTitle = (text: string) => (text.startsWith('\u0001') ? '' : text)
  expect(new Set(feed.items?.map(({ title = '' }) => title))).toEqual(new Set(hostile.map(expectedTitle)))
  const json = parseJsonFeed((await get(feedPath(playlistId, 'json'))).json())
  expect(new Set(json.items?.map(({ title }) => title))).toEqual(new Set(hostile))
})

test('feeds of an empty and of a large channel: at most 50 videos', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, [])
  const items = async () => parseRssFeed((await get(feedPath(playlistId, 'xml'))).body).items?.length ?? 0
  expect(await items()).toBe(0)
  await fillSeries(
    db,
    seriesId,
    Array.from({ length: 1000 }, (_, index) => `Video ${index}`),
  )
  const clock = measureUndisturbedMs()
  expect(await items()).toBe(50)
  expect(clock()).toBeLessThan(2000)
})

test('an unchanged feed answers 304, and a changed one is sent again', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['One'])
  for (const format of ['xml', 'json'] as const) {
    const path = feedPath(playlistId, format)
    const { etag } = (await get(path)).headers as { etag: string }
    const second = await get(path, { 'if-none-match': `"x", W/${etag}` })
    expect([second.statusCode, second.body]).toEqual([304, ''])
    await fillSeries(db, (await makeSeries(ann.client, playlistId)).id, ['New'])
    expect(await statusOf(path, { 'if-none-match': etag })).toBe(200)
  }
  await db
    .updateTable('video')
    .set({ link_state: 'gone', link_problem: 'removed', link_failed_at: new Date() })
    .where('series_id', '=', seriesId)
    .execute()
  expect(parseRssFeed((await get(feedPath(playlistId, 'xml'))).body).items?.map(({ title }) => title)).toEqual(['New', 'New'])
})

test('the feed of a channel disappears once it is private or adult, and adult videos are omitted', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Grown', 'Plain'])
  await db.updateTable('video').set({ adult: true }).where('id', '=', videoIds[0]!).execute()
  const path = feedPath(playlistId, 'xml')
  const { body, headers } = await get(path)
  expect(body).not.toContain('Grown')
  await update(playlistId, { status_id: status.private })
  expect(await statusOf(path)).toBe(404)
  expect(await statusOf(path, { 'if-none-match': String(headers['etag']) })).toBe(404)
  // Even the owner gets no feed, because feeds have no login.
  expect(await statusOf(path, { authorization: `Bearer ${ann.token}` })).toBe(404)
  const { id } = await update(playlistId, { status_id: status.public })
  expect(await statusOf(feedPath(id, 'xml'))).toBe(200)
  await update(id, { adult: true })
  expect(await statusOf(feedPath(id, 'json'))).toBe(404)
})

test('a private link opens the feed with its pictures, and a new link closes it', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['One'], { status_id: status.privateLink })
  const { body } = await get(feedPath(playlistId, 'xml'))
  expect(body).toContain('One')
  // Content behind a private link can't be framed.
  expect(body).not.toContain('/embed/')
  const { id: renewed } = await update(playlistId, { new_link: true })
  expect(await statusOf(feedPath(playlistId, 'xml'))).toBe(404)
  expect(await statusOf(feedPath(renewed, 'xml'))).toBe(200)
})

test.each([
  '/feeds/x.xml',
  '/feeds/nowhere0000.xml',
  '/feeds/nowhere0000.atom',
  '/feeds/nowhere0000/nowhere0000.xml',
  '/feeds/%00.xml',
  '/feeds/nowhere0000/x',
])('%s is not found', async (path) => {
  expect(await statusOf(path)).toBe(404)
})
