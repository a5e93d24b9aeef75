import { SaxesParser } from 'saxes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestReadLimit } from '#kit/server/http/guest-reads.ts'
import { guestReader } from '#kit/server/reader.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { fillSeries, insertManyChannels, makeFilledChannel } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsPerSitemap, listSitemapPages, listSitemapParts } from './queries/sitemap.ts'

const server = await startTestServer()
const { app, bulkDb, db, services } = server
const ann = await createUser(server)
const origin = 'http://choice.test'

const get = (path: string) => app.inject({ url: path })
const update = (id: string, body: object) => ann.client(channelsContract.updatePlaylist, { params: { id }, body })

/** Returns the texts of all `<loc>`s. @throws unless the XML is well-formed */
function locsOf(xml: string): string[] {
  const results: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  let isInLoc = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => (isInLoc = name === 'loc'))
  parser.on('closetag', () => (isInLoc = false))
  parser.on('text', (text) => isInLoc && results.push(text))
  parser.write(xml).close()
  return results
}
const partsOf = async () => locsOf((await get('/sitemap.xml')).body).map((address) => address.slice(origin.length))
/** All URLs of all parts. */
async function listLocations(): Promise<string[]> {
  const all = []
  for (const part of await partsOf()) all.push(...locsOf((await get(part)).body))
  return all
}

test('lists public channels and their videos in both languages, which name each other', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Grown'])
  const [one, grown] = videoIds as [string, string]
  await db.updateTable('video').set({ adult: true }).where('id', '=', grown).execute()
  await update(playlistId, { slug: 'film-club' })
  const secret = await makeFilledChannel(db, ann.client, ['One'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['One'], { status_id: status.privateLink })
  const adult = await makeFilledChannel(db, ann.client, ['One'], { adult: true })
  const locations = await listLocations()
  for (const language of ['en', 'nl']) {
    expect(locations).toContain(`${origin}/${language}/`)
    expect(locations).toContain(`${origin}/${language}/film-club`)
    expect(locations).toContain(`${origin}/${language}/playlists?playlist=${playlistId}&serie=${seriesId}&video=${one}`)
  }
  for (const hidden of [grown, ...[secret, linked, adult].flatMap((channel) => [channel.playlistId, ...channel.videoIds])])
    expect(locations.join(' ')).not.toContain(hidden)
  const [, part] = await partsOf()
  expect((await get(part!)).body).toMatch(
    /<url><loc>[^<]+\/en\/film-club<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><xhtml:link rel="alternate" hreflang="en" href="[^"]+"\/><xhtml:link rel="alternate" hreflang="nl"/,
  )

  // A channel disappears as soon as it is no longer public.
  const { headers } = await get('/sitemap.xml')
  expect(headers['cache-control']).toBe('no-cache')
  await update(playlistId, { status_id: status.private })
  expect((await listLocations()).join(' ')).not.toContain(playlistId)
})

test('a part counts by its size in the read limit of a guest’s address', async () => {
  const remoteAddress = '192.0.2.77'
  const { seriesId } = await makeFilledChannel(db, ann.client, [])
  await fillSeries(
    db,
    seriesId,
    Array.from({ length: 1000 }, () => 'One'),
  )
  const [, part] = await partsOf()
  const { rawPayload } = await app.inject({ url: part!, remoteAddress })
  const size = Math.ceil(rawPayload.length / 1024)
  expect(size).toBeGreaterThan(400)
  services.limits.add(`guest-bytes:${remoteAddress}`, guestReadLimit, guestReadLimit.max - size)
  expect((await app.inject({ url: part!, remoteAddress })).statusCode).toBe(429)
})

test('robots.txt names the sitemap, and allows previews', async () => {
  const { headers, body } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(`User-agent: *\nAllow: /api/oembed\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`)
})

test.each([
  '/sitemaps/x.xml',
  '/sitemaps/1.xml',
  '/sitemaps/-1.xml',
  '/sitemaps/99999999999999999999.xml',
  '/sitemaps/1',
  '/sitemaps/pages.json',
])('%s is not found', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test(
  '60,000 public channels: parts have at most 50,000 URLs, read only their own rows, and omit no channel',
  { tags: ['slow'] },
  async () => {
    const channels = sql`insert into playlist (id, user_id, name, status_id, public_since, position)
    select lpad(n::text, 11, 'c'), ${ann.id}, 'Channel ' || n, 3, now() - make_interval(secs => n / 3), 1000000 + n from generate_series(1, 60000) n`
    await insertManyChannels(bulkDb, channels)
    await sql`insert into series (id, playlist_id, name, position)
    select lpad(n::text, 11, 's'), lpad(n::text, 11, 'c'), 'Series', 1 from generate_series(1, 60000) n`.execute(bulkDb)
    // One channel has the maximum number of videos, and some channels have two.
    await sql`insert into video (id, series_id, title, src, kind, site, position)
    select lpad((n * 1000 + i)::text, 11, 'v'), lpad(n::text, 11, 's'), 'Video', 'https://films.test/a.mp4', 'file', 'films.test', i
    from generate_series(29900, 30100) n, generate_series(1, case when n = 30000 then 1000 else 2 end) i`.execute(bulkDb)
    await sql`analyze`.execute(bulkDb)
    const memoryBefore = process.memoryUsage().heapUsed
    const parts = await partsOf()
    expect(await countPagesRead(db, (counting) => listSitemapParts(counting, guestReader))).toBeLessThan(5000)
    expect(parts.length).toBeGreaterThanOrEqual(60_000 / channelsPerSitemap)
    expect(parts.length).toBeLessThan(50_000)
    const sampledParts = [parts[1]!, parts[3750]!, parts[3751]!, parts.at(-1)!]
    for (const part of sampledParts) {
      const { body, statusCode } = await get(part)
      expect([part, statusCode]).toEqual([part, 200])
      const first = Number(/(\d+)\.xml/.exec(part)![1])
      expect(await countPagesRead(db, (counting) => listSitemapPages(counting, guestReader, first, channelsPerSitemap))).toBeLessThan(1000)
      expect(body.match(/<loc>/g)!.length).toBeLessThanOrEqual(50_000)
    }
    expect(process.memoryUsage().heapUsed - memoryBefore).toBeLessThan(200_000_000)
    // Every channel is in a part. A part lists channels of its own rank and lower.
    const { rows } = await sql<{ missing: number }>`
    with parts as (select unnest(${parts.slice(1).map((part) => /(\d+)\.xml/.exec(part)?.[1])}::bigint[]) as first),
    covered as (select distinct listed.id from parts cross join lateral (
      select id from playlist where listing_rank is not null and status_id = 3 and not adult and listing_rank <= parts.first
      order by listing_rank desc fetch first ${sql.lit(channelsPerSitemap)} rows with ties) as listed)
    select (select count(*)::int from playlist where listing_rank is not null and not adult) - (select count(*)::int from covered) as missing`.execute(
      bulkDb,
    )
    expect(rows[0]?.missing).toBe(0)
  },
)
