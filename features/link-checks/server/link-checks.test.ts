import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startDyingSites } from '#test/dying-site.ts'
import { fillSeries, makeFilledChannel, outcome } from '#test/channels.ts'
import { createLinkCheckRuns, createLinkedChannels } from '#test/link-checks.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { countryId } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { linkChecksContract as contract } from '../contract.ts'
import { checkLinksJob } from './jobs.ts'

const sites = await startDyingSites()
const server = await startTestServer({ OUTBOUND_ALLOW: sites.places.join() })
const { db, guest, services } = server
const { register, look, pass, findDeadLinks } = createLinkCheckRuns(server)
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const { channelOf, readVideo, statesOf } = createLinkedChannels(db, ann)

beforeEach(async () => {
  sites.reset()
  for (const table of ['video', 'link_check', 'link_check_host', 'rate_limit', 'rate_count', 'job'] as const)
    await sql`delete from ${sql.table(table)}`.execute(db)
})

const deadOf = async (client: Client) => (await client(contract.listDeadLinks, {})).data.map(({ title }) => title)

test('a failing link is doubtful, and dead a day later; only its owner sees the reason; success resets it', async () => {
  const { videoIds, playlistId } = await channelOf([sites.film('good'), sites.film('dead'), sites.film('other', 1)])
  const dead = videoIds[1]!
  await register()
  sites.breakLink(sites.film('dead'))
  await look()
  expect(await statesOf(videoIds)).toEqual(['well', 'doubtful', 'well'])
  expect(await readVideo(guest, dead)).toMatchObject({ is_gone: false, link_failure: null })
  await pass(10)
  await look()
  expect(await statesOf(videoIds)).toEqual(['well', 'doubtful', 'well'])
  await pass(15)
  await look()
  expect(await readVideo(ann.client, dead)).toMatchObject({
    is_gone: true,
    link_failure: { state: 'gone', problem: 'not_found', since: expect.any(String) },
  })
  for (const client of [guest, bob.client]) expect(await readVideo(client, dead)).toMatchObject({ is_gone: true, link_failure: null })
  const inChannel = (await ann.client(channelsContract.getPlaylist, { params: { id: playlistId } })).series[0]!.videos
  expect(inChannel.map(({ is_gone }) => is_gone)).toEqual([false, true, false])
  expect([await deadOf(ann.client), await deadOf(bob.client)]).toEqual([['Film 1'], []])

  sites.mend()
  await pass(24)
  await look()
  expect(await statesOf(videoIds)).toEqual(['well', 'well', 'well'])
  expect(await deadOf(ann.client)).toEqual([])
})

test('an address is checked once for all its videos, and a later video shows the known state', async () => {
  const dead = sites.film('dead')
  const [first, second] = [await channelOf([dead, sites.film('good')]), await channelOf([dead, dead], bob.client)]
  sites.breakLink(dead)
  await register()
  await look()
  expect(sites.requests.filter((address) => address === dead)).toHaveLength(2)
  await pass(25)
  await look()
  for (const id of [first.videoIds[0]!, ...second.videoIds]) expect(await readVideo(guest, id)).toMatchObject({ is_gone: true })
  const copy = await bob.client(channelsContract.copyVideo, { body: { video_id: first.videoIds[0]!, series_id: second.seriesId } })
  expect(copy).toMatchObject({ is_gone: true, link_failure: { problem: 'not_found' } })
  const added = await bob.client(channelsContract.insertLinks, {
    params: { playlist: second.playlistId, series: second.seriesId, index: 0 },
    body: [dead],
  })
  expect(added.videos[0]).toMatchObject({ src: dead, is_gone: true })
})

test('two processes check each address once, and no host gets simultaneous requests', async () => {
  const other = await server.again()
  await other.services.jobs.start()
  const addresses = Array.from({ length: 120 }, (_, n) => sites.film(`film-${n}`, n % 4))
  await channelOf(addresses)
  await register()
  await Promise.all([services, other.services].map(({ jobs }) => jobs.send(checkLinksJob, {})))
  await look()
  expect(sites.requests.toSorted()).toEqual(addresses.toSorted())
  expect(sites.mostAtOnce()).toBe(1)
})

test('a thousand links of one channel are checked in one run', { tags: ['slow'] }, async () => {
  const { playlistId, seriesId } = await channelOf([])
  await sql`insert into video (id, series_id, title, src, kind, site, position)
    select 'v' || substr(md5(n::text), 1, 10), ${seriesId}, 'Film ' || n, ${`http://`} || (${sites.places}::text[])[1 + n % 4] || '/' || n || '.mp4', 'file', 'x', n
    from generate_series(1, 1000) n`.execute(db)
  for (let n = 10; n <= 1000; n += 10) sites.breakLink(`http://${sites.places[n % 4]}/${n}.mp4`)
  await register()
  await look()
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: playlistId } })
  expect(series[0]!.videos.filter(({ link_failure }) => link_failure?.state === 'doubtful')).toHaveLength(100)
  expect(sites.mostAtOnce()).toBe(1)
  const { rows } = await sql<{
    days: number
  }>`select distinct extract(dow from due_at)::int as days from link_check where state = 'well'`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
})

test('a run in which nearly all links fail, working ones included, is discarded', async () => {
  const addresses = [0, 1, 2, 3, 4].map((host) => sites.film('film', host))
  const { videoIds } = await channelOf(addresses)
  await register()
  await look()
  for (const host of [0, 1, 2, 3, 4, 5]) sites.breakHost(host)
  for (const hours of [30, 30, 30]) {
    await pass(hours)
    await look()
  }
  expect(await statesOf(videoIds)).toEqual(['well', 'well', 'well', 'well', 'well'])
  // If only one host fails, the others prove that our network works.
  sites.mend()
  sites.breakHost(2)
  for (const hours of [30, 30]) {
    await pass(hours)
    await look()
  }
  expect(await statesOf(videoIds)).toEqual(['well', 'well', 'gone', 'well', 'well'])
})

test('a host that asks for a pause gets one, without a result for its links; others continue', async () => {
  const addresses = [sites.film('a'), sites.film('b'), sites.film('c', 1)]
  const { videoIds } = await channelOf(addresses)
  await register()
  sites.breakHost(0, 429, { 'retry-after': '7200' })
  await look()
  expect(sites.requests.filter((address) => address.startsWith(`http://${sites.places[0]}`))).toHaveLength(1)
  await sql`update link_check set due_at = now()`.execute(db)
  await look()
  expect(sites.requests).toHaveLength(3)
  sites.mend()
  await pass(3)
  await look()
  expect(await statesOf(videoIds)).toEqual(['well', 'well', 'well'])
  expect(new Set(sites.requests)).toEqual(new Set(addresses))
})

test('a silent host gets a pause after three links, so that others do not wait; a week of silence is a failure', async () => {
  const { videoIds } = await channelOf([...Array.from({ length: 5 }, (_, n) => sites.film(`lost-${n}`)), sites.film('good', 1)])
  await register()
  sites.breakHost(0, 502)
  await look()
  expect(new Set(sites.requests.filter((address) => address.includes('lost'))).size).toBe(3)
  for (const hours of [1, 168, 1, 25, 1]) {
    await pass(hours)
    await look()
  }
  const states = await statesOf(videoIds)
  expect(states.at(-1)).toBe('well')
  expect(states).toContain('gone')
})

test('unused addresses are not checked', async () => {
  const { videoIds } = await channelOf([sites.film('a')])
  await register()
  await ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } })
  await look()
  expect(sites.requests).toEqual([])
  expect(await db.selectFrom('link_check').selectAll().execute()).toEqual([])
})

test('a replaced link keeps title, position and likes, and has its own state', async () => {
  const { videoIds, playlistId } = await channelOf([sites.film('good'), sites.film('dead'), sites.film('more')])
  const id = videoIds[1]!
  await bob.client(socialContract.like, { body: { liked_type: 'video', liked_id: id } })
  sites.breakLink(sites.film('dead'))
  await findDeadLinks()
  const replaced = await ann.client(channelsContract.updateVideo, { params: { id }, body: { src: sites.film('new') } })
  expect(replaced).toMatchObject({ title: 'Film 1', likes: 1, src: sites.film('new'), is_gone: false, link_failure: null })
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: playlistId } })
  expect(series[0]!.videos.map((video) => video.id)).toEqual(videoIds)
  expect(await outcome(ann.client(channelsContract.updateVideo, { params: { id }, body: { src: 'ftp://x/y' } }))).toBe(
    '422 link_invalid src',
  )
})

test('editors can check a link immediately: success counts, failure changes nothing', async () => {
  const { videoIds } = await channelOf([sites.film('dead'), sites.film('good', 1)])
  const id = videoIds[0]!
  const check = (client: Client, video = id) => client(contract.checkLink, { params: { id: video } })
  sites.breakLink(sites.film('dead'))
  await findDeadLinks()
  expect(await check(ann.client)).toMatchObject({ is_gone: true, link_failure: { problem: 'not_found' } })
  sites.mend()
  expect(await outcome(check(guest))).toBe('401 login_required')
  expect(await outcome(check(bob.client))).toBe('403 forbidden')
  expect(await outcome(check(ann.client, 'nowhere0000'))).toBe('404 not_found')
  const before = sites.requests.length
  expect(await check(ann.client)).toMatchObject({ is_gone: false, link_failure: null })
  expect(sites.requests.length - before).toBe(1)
  // A working link doesn't become doubtful.
  sites.breakLink(sites.film('dead'))
  expect(await check(ann.client)).toMatchObject({ is_gone: false, link_failure: null })
  const outcomes = await Promise.all(Array.from({ length: 65 }, () => outcome(check(ann.client))))
  expect(outcomes.filter((item) => item === '429 too_many').length).toBeGreaterThan(0)
})

test('lists the user’s own dead links page by page, and checks all of them on request', async () => {
  const addresses = Array.from({ length: 5 }, (_, n) => sites.film(`dead-${n}`))
  const { videoIds } = await channelOf([...addresses, sites.film('good'), sites.film('good', 1)])
  for (const address of addresses) sites.breakLink(address)
  await findDeadLinks()
  const all: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await ann.client(contract.listDeadLinks, { query: { limit: 2, ...(cursor !== undefined && { cursor }) } })
    all.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(all.toSorted()).toEqual(videoIds.slice(0, 5).toSorted())
  expect(await outcome(guest(contract.listDeadLinks, {}))).toBe('401 login_required')
  for (const cursor of ['x', Buffer.from('["a","b"]').toString('base64url')])
    expect(await outcome(ann.client(contract.listDeadLinks, { query: { cursor } }))).toBe('422 cursor_outdated cursor')

  expect(await outcome(guest(contract.checkDeadLinks, {}))).toBe('401 login_required')
  expect(await bob.client(contract.checkDeadLinks, {})).toEqual({ asked: 0 })
  expect(await ann.client(contract.checkDeadLinks, {})).toEqual({ asked: 0 })
  await sql`update link_check set looked_at = looked_at - interval '11 minutes'`.execute(db)
  sites.mend()
  expect(await ann.client(contract.checkDeadLinks, {})).toEqual({ asked: 5 })
  await expect.poll(() => deadOf(ann.client), { timeout: 10_000 }).toEqual([])
})

test('metrics count checks by result', async () => {
  const counted = await startTestServer({ METRICS_TOKEN: 'a-token-for-figures', OUTBOUND_ALLOW: sites.places.join() })
  const runs = createLinkCheckRuns(counted)
  const { client } = await createUser(counted)
  const { seriesId } = await makeFilledChannel(counted.db, client, [])
  await fillSeries(counted.db, seriesId, ['Good'], { src: sites.film('good') })
  await fillSeries(counted.db, seriesId, ['Dead'], { src: sites.film('dead'), position: 7 })
  sites.breakLink(sites.film('dead'))
  await runs.findDeadLinks()
  const { body } = await counted.app.inject({ url: '/metrics', headers: { authorization: 'Bearer a-token-for-figures' } })
  expect(body).toContain('link_looks_total{finding="well"} 2')
  expect(body).toContain('link_looks_total{finding="failed"} 2')
  expect(body).toContain('link_changes_total{change="gone"} 1')
})

test('a dead link of a video blocked in its owner’s country reveals no address', async () => {
  const belgium = await countryId(db, 'BE')
  const [here, elsewhere] = await Promise.all([createUser(server, { country_id: belgium }), createUser(server)])
  for (const [{ client }, expected] of [
    [here, null],
    [elsewhere, 'https://rights.test/match.m3u8'],
  ] as const) {
    const { videoIds } = await channelOf(['https://rights.test/match.m3u8'], client)
    await sql`update video set link_state = 'gone', link_problem = 'not_found', link_failed_at = now(), blocked_countries = ${[belgium]}
      where id = ${videoIds[0]!}`.execute(db)
    expect((await client(contract.listDeadLinks, {})).data.map(({ src }) => src)).toEqual([expected])
  }
})
