import { parseRssFeed } from 'feedsmith'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeFilledChannel } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const owner = await createUser(server)

async function feedOf({ client }: Person, search: string): Promise<string> {
  const { id } = await client(contract.saveSearch, { body: { search } })
  await client(contract.followSearch, { params: { id } })
  return (await client(contract.getSearchFeed, { params: { id } })).url.replace('http://choice.test', '')
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
/** @throws if the XML isn't well-formed, or uses an undeclared prefix */
function assertWellFormed(xml: string) {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}

test('a feed has the newest public results of all kinds, with their pages', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, owner.client, ['Ocelot film'], { name: 'Ocelot channel' })
  await owner.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Ocelot series' } })
  const tv = await makeTvChannel(db, { name: 'Ocelot TV' })
  const tierId = newId()
  await db
    .insertInto('tier')
    .values({ id: tierId, name: 'Ocelot Plus', package_name: 'Zoo', price: 499, is_free: false, position: 1 })
    .execute()
  const follower = await createUser(server, { nickname: 'ocelot-fan', is_public: true })
  await db
    .updateTable('video')
    // The index is updated after a change of the description, but not of the time.
    .set({ created_at: new Date('2026-01-01T10:00:00Z'), description: 'A cat in the canopy.' })
    .where('id', '=', videoIds[0]!)
    .execute()
  const ann = await createUser(server, { language: 'nl' })
  const url = await feedOf(ann, 'ocelot')
  await updateSearchIndex(db)
  const response = await get(url)
  expect(response.headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  assertWellFormed(response.body)
  const { title, link, items = [] } = parseRssFeed(response.body)
  expect([title, link]).toEqual(['“ocelot” op Choice', 'http://choice.test/nl/search?keyword=ocelot'])
  expect(Object.fromEntries(items.map((item) => [item.title, [item.link, item.categories?.[0]?.name]]))).toEqual({
    'Ocelot channel': [`http://choice.test/nl/playlists?playlist=${playlistId}`, 'Kanaal'],
    'Ocelot series': [`http://choice.test/nl/playlists?playlist=${playlistId}&serie=${seriesId}`, 'Reeks'],
    'Ocelot film': [`http://choice.test/nl/playlists?playlist=${playlistId}&serie=${seriesId}&video=${videoIds[0]}`, 'Video'],
    'Ocelot TV': [`http://choice.test/nl/tiers?channel=${tv.id}`, 'Tv-zender'],
    'Ocelot Plus': [`http://choice.test/nl/tiers?tier=${tierId}`, 'Pakket'],
    'ocelot-fan': [`http://choice.test/nl/settings?user=${follower.id}`, 'Gebruiker'],
  })
  expect(items.at(-1)).toMatchObject({ title: 'Ocelot film', pubDate: 'Thu, 01 Jan 2026 10:00:00 GMT' })
  const { etag } = response.headers
  expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304)
})

test('a feed contains nothing that only its owner may find, not even with a login', async () => {
  const ann = await createUser(server, { birthday: '1980-01-01', adult_passed_at: new Date(), adult_content: true })
  await makeChannel(ann.client, { name: 'Margay of mine', status_id: status.private })
  await makeChannel(owner.client, { name: 'Margay for adults', adult: true })
  const { id } = await makeChannel(owner.client, { name: 'Margay shown' })
  const url = await feedOf(ann, 'margay')
  await updateSearchIndex(db)
  for (const headers of [{}, { authorization: `Bearer ${ann.token}`, cookie: ann.cookie }])
    expect(parseRssFeed((await get(url, headers)).body).items?.map(({ title }) => title)).toEqual(['Margay shown'])
  await owner.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: status.private } })
  expect((await get(url)).body).not.toContain('<item>')
})

test('a feed has at most 50 things, and hostile texts are escaped', async () => {
  const ann = await createUser(server)
  const url = await feedOf(ann, 'serval')
  const hostile = ['</title><script>serval</script>', ']]> serval & &amp; <![CDATA[', '\u0001serval\u202e 🎬', '"serval\'`']
  await makeFilledChannel(db, owner.client, [...hostile, ...Array.from({ length: 60 }, (_, index) => `Serval ${index}`)], { name: 'Cats' })
  await updateSearchIndex(db)
  const { body } = await get(url)
  assertWellFormed(body)
  expect(body.match(/<item>/g)).toHaveLength(50)
  for (const search of ['<b>&"\'', ']]>🎬', '*** " " a', '京']) {
    const response = await get(await feedOf(ann, search))
    expect([search, response.statusCode]).toEqual([search, 200])
    assertWellFormed(response.body)
    expect(parseRssFeed(response.body).title).toBe(`“${search}” on Choice`)
  }
})

test('unknown addresses are refused', async () => {
  for (const url of [
    '/feeds/search/x.xml',
    `/feeds/search/${'A'.repeat(43)}.xml`,
    `/feeds/search/${'A'.repeat(11)}${'0'.repeat(32)}.xml`,
    '/feeds/search/',
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
})
