import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { type Client, serve } from '#test/serve.ts'
import { addProgrammes, fixReferenceMinute, makeTvChannel, minuteFromNow } from '#test/television.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'

fixReferenceMinute()
const server = await serve({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { db, guest, as } = server

const one = await makeTvChannel(db, { name: 'Één', groups: ['General', 'News'], number: 1, catchup_mode: 'shift', catchup_days: 7 }, [
  ['Morning news', -300, 60],
  ['Long film', -30, 90],
  ['Evening news', 60, 30],
])
const two = await makeTvChannel(db, { name: 'Canvas HD', groups: ['General'], number: 2 }, [['Panorama', -10, 60]])
const get = (client: Client, id: string) => client(tvWatchingContract.getTvChannel, { params: { id } })
const epg = (client: Client, id: string, query: object = {}) => client(guideContract.getEpg, { params: { id }, query: { ...query } })
const item = (client: Client, id: string, query: object = {}) => client(guideContract.getEpgItem, { params: { id }, query: { ...query } })

test('the guide of a channel is grouped by title: current and recent ones first, then future ones', async () => {
  const { series } = await epg(guest, one.id)
  expect(series.map(({ name }) => name)).toEqual(['Long film', 'Morning news', 'Evening news'])
  const [film, morning, evening] = series.map((each) => each.epg[0]!)
  const live = `https://live.test/${one.id}/index.m3u8`
  expect(film).toMatchObject({ watch: 'live', url: live, epg_url: `/en/tiers?channel=${one.id}&epgId=${one.programmes[1]}` })
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
  expect((await epg(guest, two.id)).series[0]!.epg[0]).toMatchObject({ watch: 'live', start_over_url: null })
  const soon = { from: minuteFromNow(-5).toISOString(), to: minuteFromNow(5).toISOString() }
  expect((await epg(guest, one.id, soon)).series.map(({ name }) => name)).toEqual(['Long film'])
  expect(await outcome(epg(guest, one.id, { from: soon.to, to: soon.from }))).toBe('422 window_invalid to')
  expect(await outcome(epg(guest, one.id, { from: 'yesterday' }))).toBe('422 invalid from')
})

test('times are in the reader’s time zone', async () => {
  const zoned = (zone: string) => as({ headers: { 'time-zone': zone } })
  const startIn = async (zone: string) => (await epg(zoned(zone), two.id)).series[0]!.epg[0]!.fullStartTimeString
  const start = minuteFromNow(-10)
  const inZone = (timeZone: string) => start.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  expect(await startIn('Asia/Tokyo')).toBe(inZone('Asia/Tokyo'))
  expect(await startIn('Europe/Brussels')).toBe(inZone('Europe/Brussels'))
  expect(await startIn('Nowhere/Land')).toBe(inZone('Europe/Brussels'))
})

test('a programme lists other broadcasts of its title; several channels may share a guide', async () => {
  const twin = await makeTvChannel(db, { name: 'Één SD', guide_channel_id: one.guideChannelId, position: 900_000 })
  await addProgrammes(db, two.guideChannelId, [
    ['Long film', 600, 60],
    ['Long film', -2000, 60],
  ])
  const found = await item(guest, one.programmes[1]!)
  expect(found).toMatchObject({ title: 'Long film', channel: { id: one.id }, is_reminded: false, watch: 'live' })
  expect(found.again.map(({ channel_name, programme }) => [channel_name, programme.title, programme.startTime])).toEqual([
    ['Canvas HD', 'Long film', minuteFromNow(600).toISOString()],
    ['Canvas HD', 'Long film', minuteFromNow(-2000).toISOString()],
  ])
  expect((await item(guest, one.programmes[1]!, { channel: twin.id })).channel.id).toBe(twin.id)
  expect(await outcome(item(guest, one.programmes[1]!, { channel: two.id }))).toBe('404 not_found')
  expect(await outcome(item(guest, 'AAAAAAAAAAA'))).toBe('404 not_found')
  await sql`delete from tv_channel where id = ${twin.id}`.execute(db)
})

test('a channel with a time shift shows its guide shifted', async () => {
  const shifted = await makeTvChannel(db, {
    name: 'Plus one',
    guide_channel_id: one.guideChannelId,
    guide_shift_minutes: 60,
    position: 900_000,
  })
  const found = await get(guest, shifted.id)
  expect(found.now).toBeNull()
  expect(found.next).toMatchObject({ title: 'Long film', startTime: minuteFromNow(30).toISOString() })
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
    .where('id', '=', one.programmes[1]!)
    .execute()
  expect((await get(as({ language: 'nl' }), one.id)).now?.title).toBe('Lange film')
  expect((await get(guest, one.id)).now?.title).toBe('Long film')
})
