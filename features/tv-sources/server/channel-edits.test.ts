import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { xmltvGuide, importText, m3uList } from '#test/tv-imports.ts'
import { outcomeOfDeleteRace } from '#test/delete-race.ts'
import type { Db } from '#kit/server/db/db.ts'
import { tvSourcesContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const [boss, other, ann, station] = await Promise.all([
  createUser(server, { is_operator: true }),
  createUser(server, { is_operator: true }),
  createUser(server),
  createUser(server, { is_broadcaster: true }),
])
const { client } = boss
const unknownId = 'Tv4Kd3VxN6w'
const create = (name: string) => client(contract.createTvChannel, { body: { name, liveStreamUrl: 'https://live.example.com/a.m3u8' } })
const update = (id: string, body: object) => client(contract.updateTvChannel, { params: { id }, body })
const find = async (query: string) => (await client(contract.listOperatorChannels, { query: { query } })).data[0]!

test('only operators change several channels, and search for guides and owners', async () => {
  const { id } = await create('Guarded')
  for (const [caller, refusal] of [
    [guest, '401 login_required'],
    [ann.client, '403 forbidden'],
    [station.client, '403 forbidden'],
  ] as const) {
    const outcomes = await Promise.all(
      [
        caller(contract.updateTvChannels, { body: { ids: [id], is_off: true } }),
        caller(contract.getOperatorChannel, { params: { id } }),
        caller(contract.suggestGuideChannels, { params: { id } }),
        caller(contract.listBroadcasters, { query: {} }),
      ].map(outcome),
    )
    expect(new Set(outcomes)).toEqual(new Set([refusal]))
  }
  expect(await client(contract.getOperatorChannel, { params: { id } })).toEqual(await find('Guarded'))
  expect(await find('Guarded')).toMatchObject({ is_off: false })
  expect(await outcome(client(contract.getOperatorChannel, { params: { id: unknownId } }))).toBe('404 not_found')
})

test('of two concurrent updates of one channel, the second is refused; updates of different fields are both kept', async () => {
  const { id, version } = await create('Shared')
  const renamed = await update(id, { name: 'Renamed', version })
  expect(await outcome(other.client(contract.updateTvChannel, { params: { id }, body: { name: 'Mine', version } }))).toBe(
    '409 changed_meanwhile',
  )
  expect(await other.client(contract.updateTvChannel, { params: { id }, body: { number: 7, version: renamed.version } })).toMatchObject({
    name: 'Renamed',
    number: 7,
  })
  // Moving a channel doesn't change its version.
  const { version: before } = await find('Renamed')
  expect((await update(id, { order: 0 })).version).toBe(before)
  const outcomes = await Promise.all(
    [boss, other].map((item) =>
      outcome(
        item.client(contract.updateTvChannel, {
          params: { id },
          body: { adult: item === boss, number: item === boss ? 1 : 2, version: before },
        }),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['409 changed_meanwhile', 'done'])
  expect(await outcome(update(unknownId, { name: 'A', version }))).toBe('404 not_found')
})

test('a guide or an owner that is deleted concurrently is refused like an unknown one', async () => {
  const [tv, other] = [await makeTvChannel(db), await makeTvChannel(db)]
  const station = await createUser(server, { is_broadcaster: true })
  const guide = { guide_channel_id: other.guideChannelId }
  const deleteGuide = (tx: Db) => tx.deleteFrom('guide_channel').where('id', '=', other.guideChannelId).execute()
  const deleteOwner = (tx: Db) => tx.deleteFrom('account').where('id', '=', station.id).execute()
  const change = (body: object) => client(contract.updateTvChannel, { params: { id: tv.id }, body })
  expect(await outcomeOfDeleteRace(db, deleteGuide, () => change(guide))).toBe('422 guide_unknown guide_channel_id')
  expect(
    await outcomeOfDeleteRace(db, deleteOwner, () => client(contract.updateTvChannels, { body: { ids: [tv.id], owner_id: station.id } })),
  ).toBe('422 owner_no_broadcaster owner_id')
})

test('countries are given by number or ISO code, for one or several channels', async () => {
  const { id } = await create('Away')
  const change = (blocked_countries: unknown) => update(id, { blocked_countries })
  const netherlands = await countryId(db, 'NL')
  expect(await change(['BE', 'be', 239, 'nl'])).toMatchObject({ blocked_countries: [239, netherlands] })
  await client(contract.updateTvChannels, { body: { ids: [id], blocked_countries: ['NL'] } })
  expect(await client(contract.getOperatorChannel, { params: { id } })).toMatchObject({ blocked_countries: [netherlands] })
  expect(await change([])).toMatchObject({ blocked_countries: [] })
  expect(await outcome(change(['BE', 'QX']))).toBe('422 country_unknown blocked_countries')
  expect(await outcome(change(['BEL']))).toBe('422 invalid blocked_countries.0 blocked_countries')
})

test('an update of several channels changes all or none', async () => {
  const ids = (await Promise.all(['Many 1', 'Many 2', 'Many 3'].map(create))).map(({ id }) => id)
  const change = (body: object) => client(contract.updateTvChannels, { body: body as { ids: string[] } })
  const changes = { ids, is_off: true, groups: ['Sport'], blocked_countries: [239], owner_id: station.id, adult: true }
  expect(await change(changes)).toEqual({ changed: 3 })
  const { data } = await client(contract.listOperatorChannels, { query: { query: 'Many', view: 'off' } })
  expect(data).toHaveLength(3)
  for (const channelRow of data)
    expect(channelRow).toMatchObject({ is_off: true, groups: ['Sport'], blocked_countries: [239], owner_id: station.id, adult: true })
  expect(await outcome(change({ ids: [ids[0]!, unknownId], is_off: false }))).toBe('404 not_found')
  expect(await find('Many 1')).toMatchObject({ is_off: true })
  expect(await outcome(change({ ids: [] }))).toBe('422 invalid ids')
  expect(await outcome(change({ ids: [ids[0]!, ids[0]!], is_off: false }))).toBe('422 invalid ids')
  expect(await outcome(change({ ids: 'all' }))).toBe('422 invalid ids')
  expect(await outcome(change({ ids, owner_id: ann.id }))).toBe('422 owner_no_broadcaster owner_id')
  expect(await outcome(change({ ids, blocked_countries: [9999] }))).toBe('422 country_unknown blocked_countries')
  expect(await outcome(change({ ids: Array.from({ length: 501 }, (_, n) => `${n}`.padStart(11, 'A')), is_off: true }))).toBe(
    '422 invalid ids',
  )
})

test("fields set by hand are marked, and can be reset to the list's values", async () => {
  const list = (name: string, group: string) =>
    m3uList([{ name, id: 'left.example', path: 'left', more: `group-title="${group}" tvg-chno="3"` }])
  const { source_id } = await importText(client, 'm3u', list('From the list', 'News'), 'left.m3u')
  const onlyChannel = async () => (await client(contract.listOperatorChannels, { query: { source_id } })).data[0]!
  const { id } = await onlyChannel()
  expect((await onlyChannel()).set_by_hand).toEqual([])
  await update(id, { name: 'By hand', number: 9, groups: ['Mine'], liveStreamUrl: 'https://live.example.com/mine.m3u8', is_off: true })
  expect((await onlyChannel()).set_by_hand.toSorted()).toEqual(['groups', 'liveStreamUrl', 'name', 'number'])
  expect((await client(contract.listOperatorChannels, { query: { view: 'by_hand' } })).data.map((item) => item.id)).toEqual([id])

  const left = await update(id, { from_list: ['name', 'groups', 'liveStreamUrl'] })
  expect(left).toMatchObject({
    name: 'From the list',
    liveStreamUrl: 'https://live.example.com/left/index.m3u8',
    groups: ['Mine'],
    set_by_hand: ['number'],
  })
  await importText(client, 'm3u', list('From the list', 'News'), 'left.m3u')
  expect(await onlyChannel()).toMatchObject({ id, name: 'From the list', groups: ['News'], number: 9, is_off: true })
  expect(await outcome(update(id, { from_list: ['owner_id'] }))).toBe('422 invalid from_list.0 from_list')
  // A channel created by hand has no list.
  const ownTvChannel = await create('By hand alone')
  expect(await update(ownTvChannel.id, { name: 'Renamed alone', from_list: ['name'] })).toMatchObject({
    name: 'Renamed alone',
    set_by_hand: [],
  })
})

test('similar guides are suggested with a reason; an operator’s choice of no guide is kept until it is reset', async () => {
  await importText(
    client,
    'm3u',
    m3uList([{ name: 'Canal Eén Extra' }, { name: 'Spelled', id: 'Spel-led.nl' }, { name: 'Qqqq' }]),
    'alike.m3u',
  )
  await importText(client, 'xmltv', xmltvGuide({ 'Canal Een': ['A'], 'spelled.NL': ['A'], 'Something else': ['A'] }), 'alike.xml')
  const suggested = async (name: string) =>
    (await client(contract.suggestGuideChannels, { params: { id: (await find(name)).id } })).map(({ name, reason }) => [name, reason])
  expect(await suggested('Canal')).toEqual([['Canal Een', 'name']])
  expect((await suggested('Spelled'))[0]).toEqual(['spelled.NL', 'id'])
  expect(await suggested('Qqqq')).toEqual([])
  expect(await outcome(client(contract.suggestGuideChannels, { params: { id: unknownId } }))).toBe('404 not_found')

  const { id } = await find('Spelled')
  const missing = async () =>
    (await client(contract.listOperatorChannels, { query: { without_guide: true, limit: 100 } })).data.map(({ name }) => name)
  await update(id, { tvg_id: 'spelled.nl' })
  expect(await find('Spelled')).toMatchObject({ guide_match: 'id' })
  await update(id, { guide_channel_id: null })
  expect(await missing()).not.toContain('Spelled')
  expect(await update(id, { from_list: ['guide'] })).toMatchObject({ guide: { name: 'spelled.NL' }, guide_match: 'id' })
})

test('owners are found by a part of their username', async () => {
  const findNames = async (query?: string) =>
    (await client(contract.listBroadcasters, { query: query === undefined ? {} : { query } })).map(({ id }) => id)
  expect(await findNames()).toEqual([station.id])
  expect(await findNames('%')).toEqual([])
  expect(await find('Many 1')).toMatchObject({ owner_id: station.id })
})
