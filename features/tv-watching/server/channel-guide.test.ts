import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { addProgrammes, fixReferenceMinute, makeTvChannel, minuteFromNow } from '#test/television.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'

fixReferenceMinute()
const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server

const tvChannel = await makeTvChannel(db, { name: 'Één', groups: ['General', 'News'], number: 1, catchup_mode: 'shift', catchup_days: 7 }, [
  ['Morning news', -300, 60],
  ['Long film', -30, 90],
  ['Evening news', 60, 30],
])
const secondChannel = await makeTvChannel(db, { name: 'Canvas HD', groups: ['General'], number: 2 }, [['Panorama', -10, 60]])
const get = (client: Client, id: string) => client(tvWatchingContract.getTvChannel, { params: { id } })
const epg = (client: Client, id: string, query: object = {}) => client(guideContract.getEpg, { params: { id }, query: { ...query } })
const item = (client: Client, id: string, query: object = {}) => client(guideContract.getEpgItem, { params: { id }, query: { ...query } })

test('the guide of a channel is grouped by title: current and recent ones first, then future ones', async () => {
  const { series } = await epg(guest, tvChannel.id)
  expect(series.map(({ name }) => name)).toEqual(['Long film', 'Morning news', 'Evening news'])
  const [film, morning, evening] = series.map((each) => each.epg[0]!)
  const live = `https://live.test/${tvChannel.id}/index.m3u8`
  expect(film).toMatchObject({ watch: 'live', url: live, epg_url: `/en/tiers?channel=${tvChannel.id}&epgId=${tvChannel.programmes[1]}` })
  const secondsFromNow = (minutes: number) => Math.floor(minuteFromNow(minutes).getTime() / 1000)
  expect(film!.start_over_url).toContain(`${live}?utc=${secondsFromNow(-30)}&lutc=`)
  expect(morning).toMatchObject({
    watch: 'catchup',
    start_over_url: null,
    title: 'Morning news',
    description: '',
    subtitle: null,
    episode: null,
  })
  expect(morning!.url).toContain(`${live}?utc=${secondsFromNow(-300)}&lutc=`)
  expect(evening).toMatchObject({ watch: 'upcoming', url: null, start_over_url: null })
  expect((await epg(guest, secondChannel.id)).series[0]!.epg[0]).toMatchObject({ watch: 'live', start_over_url: null })
  const soon = { from: minuteFromNow(-5).toISOString(), to: minuteFromNow(5).toISOString() }
  expect((await epg(guest, tvChannel.id, soon)).series.map(({ name }) => name)).toEqual(['Long film'])
  expect(await outcome(epg(guest, tvChannel.id, { from: soon.to, to: soon.from }))).toBe('422 window_invalid to')
  expect(await outcome(epg(guest, tvChannel.id, { from: 'yesterday' }))).toBe('422 invalid from')
})

test('times are in the reader’s time zone', async () => {
  const zoned = (zone: string) => clientFor({ headers: { 'time-zone': zone } })
  const startIn = async (zone: string) => (await epg(zoned(zone), secondChannel.id)).series[0]!.epg[0]!.fullStartTimeString
  const start = minuteFromNow(-10)
  const inZone = (timeZone: string) => start.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  expect(await startIn('Asia/Tokyo')).toBe(inZone('Asia/Tokyo'))
  expect(await startIn('Europe/Brussels')).toBe(inZone('Europe/Brussels'))
  expect(await startIn('Nowhere/Land')).toBe(inZone('Europe/Brussels'))
})

test('a programme lists other broadcasts of its title; several channels may share a guide', async () => {
  const sdChannel = await makeTvChannel(db, { name: 'Één SD', guide_channel_id: tvChannel.guideChannelId, position: 900_000 })
  await addProgrammes(db, secondChannel.guideChannelId, [
    ['Long film', 600, 60],
    ['Long film', -2000, 60],
  ])
  const result = await item(guest, tvChannel.programmes[1]!)
  expect(result).toMatchObject({ title: 'Long film', channel: { id: tvChannel.id }, is_reminded: false, watch: 'live' })
  expect(result.again.map(({ channel_name, programme }) => [channel_name, programme.title, programme.startTime])).toEqual([
    ['Canvas HD', 'Long film', minuteFromNow(600).toISOString()],
    ['Canvas HD', 'Long film', minuteFromNow(-2000).toISOString()],
  ])
  expect((await item(guest, tvChannel.programmes[1]!, { channel: sdChannel.id })).channel.id).toBe(sdChannel.id)
  expect(await outcome(item(guest, tvChannel.programmes[1]!, { channel: secondChannel.id }))).toBe('404 not_found')
  expect(await outcome(item(guest, 'AAAAAAAAAAA'))).toBe('404 not_found')
  await sql`delete from tv_channel where id = ${sdChannel.id}`.execute(db)
})

test('a channel with a time shift shows its guide shifted', async () => {
  const shifted = await makeTvChannel(db, {
    name: 'Plus one',
    guide_channel_id: tvChannel.guideChannelId,
    guide_shift_minutes: 60,
    position: 900_000,
  })
  const entry = await get(guest, shifted.id)
  expect(entry.now).toBeNull()
  expect(entry.next).toMatchObject({ title: 'Long film', startTime: minuteFromNow(30).toISOString() })
  const window = { from: minuteFromNow(0).toISOString(), to: minuteFromNow(60).toISOString() }
  const { data } = await guest(guideContract.getGuide, { query: { ...window, limit: 50 } })
  expect(data.find(({ channel }) => channel.id === shifted.id)!.programmes.map(({ title, startTime }) => [title, startTime])).toEqual([
    ['Long film', minuteFromNow(30).toISOString()],
  ])
  await sql`delete from tv_channel where id = ${shifted.id}`.execute(db)
})

test("texts are in the reader's language if the guide has it", async () => {
  await db
    .updateTable('programme')
    .set({ translations: JSON.stringify({ nl: { title: 'Lange film' } }) })
    .where('id', '=', tvChannel.programmes[1]!)
    .execute()
  expect((await get(clientFor({ language: 'nl' }), tvChannel.id)).now?.title).toBe('Lange film')
  expect((await get(guest, tvChannel.id)).now?.title).toBe('Long film')
})
