import { expect, test } from 'vitest'
import { makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel, fixReferenceMinute, minuteFromNow } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { tvWatchingContract as contract } from '../contract.ts'

fixReferenceMinute()
const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const belgium = await countryId(db, 'BE')
const annInBelgium = clientFor({ token: ann.token, headers: { 'x-country': 'BE' } })

const tv = await makeTvChannel(db, { name: 'Canvas', catchup_mode: 'shift', catchup_days: 7 }, [
  ['Panorama', -2000, 60, { description: 'The world', sub_title: 'Elections' }],
  ['Panorama', -300, 60],
  ['News', -10, 60],
  ['Panorama', 60, 60],
])
const adultTv = await makeTvChannel(db, { name: 'Night', adult: true }, [['Late', -10, 60]])
const ownChannel = await makeFilledChannel(db, ann.client, ['First'])
const copyItem = (client: Client, epg_id: string, place: object = { series_id: ownChannel.seriesId }) =>
  client(contract.copyEpgItem, { body: { epg_id, ...place } })
const copyTv = (client: Client, channel_id: string, place: object = { series_id: ownChannel.seriesId }) =>
  client(contract.copyTvChannel, { body: { channel_id, ...place } })
const copySeries = (client: Client, name: string, place: object = { playlist_id: ownChannel.playlistId }) =>
  client(contract.copyEpgSeries, { body: { channel_id: tv.id, name, ...(place as { playlist_id: string }) } })
const share = (client: Client, epg_id: string, url = `/en/tiers?channel=${tv.id}&epgId=${epg_id}`) =>
  client(contract.shareEpgItem, { body: { epg_id, url } })
const live = `https://live.test/${tv.id}/index.m3u8`
const secondsFromNow = (minutes: number) => Math.floor(minuteFromNow(minutes).getTime() / 1000)

test('a programme is copied as it can be watched now: a past one with its duration, others as the live stream', async () => {
  const [first, , now, later] = tv.programmes as [string, string, string, string]
  const past = await copyItem(ann.client, first, { series_id: ownChannel.seriesId, index: 0 })
  expect(past).toMatchObject({
    title: 'Panorama',
    description: 'Elections\n\nThe world',
    duration: 3600,
    is_live: false,
    series_id: ownChannel.seriesId,
  })
  expect(past.src).toContain(`${live}?utc=${secondsFromNow(-2000)}&lutc=`)
  expect(past.kind).toBe('hls')
  expect(await copyItem(ann.client, now)).toMatchObject({ title: 'News', src: live, is_live: true, duration: null })
  expect(await copyItem(ann.client, later)).toMatchObject({ title: 'Panorama', src: live, is_live: true })
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: ownChannel.playlistId } })
  expect(series[0]!.videos.map(({ title }) => title)).toEqual(['Panorama', 'First', 'News', 'Panorama'])
})

test('a TV channel is copied as its live stream, also into a channel without a series', async () => {
  const { id } = await makeChannel(ann.client)
  expect(await copyTv(ann.client, tv.id, { playlist_id: id })).toMatchObject({ title: 'Canvas', src: live, is_live: true, site: 'Canvas' })
})

test('all watchable programmes of a title become a series, by time', async () => {
  const copied = await copySeries(ann.client, 'Panorama', { playlist_id: ownChannel.playlistId, index: 0 })
  expect(copied).toMatchObject({ name: 'Panorama', playlist_id: ownChannel.playlistId })
  expect(copied.videos.map(({ src }) => Number(/utc=(\d+)/.exec(src!)?.[1]))).toEqual([secondsFromNow(-2000), secondsFromNow(-300)])
  const { series } = await ann.client(channelsContract.getPlaylist, { params: { id: ownChannel.playlistId } })
  expect(series[0]!.name).toBe('Panorama')
  expect(await outcome(copySeries(ann.client, 'No such title'))).toBe('422 not_watchable name')
  expect(await outcome(copySeries(ann.client, 'News'))).toBe('422 not_watchable name')
})

test("a shared programme comes first in the user's channel, with its source", async () => {
  const shared = await share(bob.client, tv.programmes[1]!)
  expect(shared).toMatchObject({ title: 'Panorama', shared: { url: `/en/tiers?channel=${tv.id}&epgId=${tv.programmes[1]}` } })
  const { series } = await guest(channelsContract.getPlaylist, { params: { id: shared.playlist_id } })
  expect(series[0]!.videos[0]).toMatchObject({ id: shared.id, shared: { url: expect.stringContaining('/tiers?') as string } })
  const url = 'https://elsewhere.test/panorama'
  expect(await share(bob.client, tv.programmes[1]!, url)).toMatchObject({ shared: { url } })
  for (const url of ['/en/tiers', 'ftp://elsewhere.test/en/tiers?epgId=x', `/en/tiers?epgId=${tv.programmes[0]}`, 'javascript:alert(1)'])
    expect(await outcome(share(bob.client, tv.programmes[1]!, url))).toBe('422 url_elsewhere url')
  expect(await outcome(share(bob.client, tv.programmes[1]!, `/en/tiers?channel=${adultTv.id}&epgId=${tv.programmes[1]}`))).toBe(
    '422 url_elsewhere url',
  )
})

test('guests, other users, and unwatchable programmes are refused', async () => {
  const [programme] = tv.programmes as [string]
  const copyAll = (client: Client, epg_id: string, channel_id: string) => [
    () => copyItem(client, epg_id),
    () => copyTv(client, channel_id),
    () => share(client, epg_id, `/en/tiers?epgId=${epg_id}`),
  ]
  for (const call of copyAll(guest, programme, tv.id)) expect(await outcome(call())).toBe('401 login_required')
  for (const call of copyAll(ann.client, 'AAAAAAAAAAA', 'AAAAAAAAAAA')) expect(await outcome(call())).toBe('404 not_found')
  for (const call of copyAll(ann.client, adultTv.programmes[0]!, adultTv.id)) expect(await outcome(call())).toBe('403 adult_only')
  expect(await outcome(copyItem(bob.client, programme))).toBe('403 forbidden')
  expect(await outcome(copyTv(bob.client, tv.id, { playlist_id: ownChannel.playlistId }))).toBe('403 forbidden')
  expect(await outcome(copySeries(bob.client, 'Panorama'))).toBe('403 forbidden')
  expect(await outcome(copyItem(ann.client, programme, {}))).toBe('422 one_destination series_id')
  expect(await outcome(copyItem(ann.client, programme, { series_id: ownChannel.seriesId, playlist_id: ownChannel.playlistId }))).toBe(
    '422 one_destination playlist_id',
  )
  expect(await outcome(copyItem(ann.client, programme, { series_id: ownChannel.seriesId, index: -1 }))).toBe('422 invalid index')
  expect(await outcome(copyTv(ann.client, ['x'] as never))).toMatch(/^4/)
})

test('a copy has the restrictions of its channel: current and later ones, and the last ones after its deletion', async () => {
  const source = await makeTvChannel(db, { name: 'Sport' }, [['Match', -10, 60]])
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['Free'])
  const { id } = await copyTv(ann.client, source.id, { series_id: seriesId })
  const second = await ann.client(channelsContract.copyVideo, { body: { video_id: id, series_id: seriesId } })
  const read = (client: Client, video: string) => client(channelsContract.getVideo, { params: { id: video }, query: {} })
  const block = (countries: number[]) =>
    db.updateTable('tv_channel').set({ blocked_countries: countries }).where('id', '=', source.id).execute()
  const inBelgium = clientFor({ headers: { 'x-country': 'be' } })
  expect(await outcome(read(inBelgium, id))).toBe('done')
  await block([belgium])
  for (const video of [id, second.id])
    for (const client of [inBelgium, annInBelgium]) expect(await outcome(read(client, video))).toBe('451 geo_blocked')
  for (const client of [guest, ann.client]) expect(await outcome(read(client, id))).toBe('done')
  expect(await outcome(copyTv(annInBelgium, source.id, { series_id: seriesId }))).toBe('451 geo_blocked')
  expect(await outcome(copyItem(annInBelgium, source.programmes[0]!, { series_id: seriesId }))).toBe('451 geo_blocked')
  // The series lists the copies without their addresses, even for the owner.
  for (const client of [inBelgium, annInBelgium]) {
    const { series } = await client(channelsContract.getPlaylist, { params: { id: playlistId } })
    expect(series[0]!.videos.map(({ title, src }) => [title, src !== null])).toEqual([
      ['Free', true],
      ['Sport', false],
      ['Sport', false],
    ])
    expect(JSON.stringify(series)).not.toContain(`live.test/${source.id}`)
  }
  // Copies stay blocked after their channel is deleted.
  await db.deleteFrom('tv_channel').where('id', '=', source.id).execute()
  for (const video of [id, second.id]) expect(await outcome(read(inBelgium, video))).toBe('451 geo_blocked')
  await db.updateTable('tv_channel').set({ adult: true }).where('id', '=', tv.id).execute()
  const { id: late } = await db.selectFrom('video').select('id').where('tv_channel_id', '=', tv.id).limit(1).executeTakeFirstOrThrow()
  expect(await outcome(read(guest, late))).toBe('403 adult_only')
  await db.updateTable('tv_channel').set({ adult: false }).where('id', '=', tv.id).execute()
})

test('a repeated call with one key copies once; concurrent copies each get a position', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const copyOnce = () =>
    clientFor({ token: ann.token, headers: { 'idempotency-key': 'one' } })(contract.copyTvChannel, {
      body: { channel_id: tv.id, playlist_id },
    })
  expect((await copyOnce()).id).toBe((await copyOnce()).id)
  await Promise.all(Array.from({ length: 5 }, () => copyTv(ann.client, tv.id, { playlist_id })))
  expect((await ann.client(channelsContract.getPlaylist, { params: { id: playlist_id } })).videos).toBe(6)
})
