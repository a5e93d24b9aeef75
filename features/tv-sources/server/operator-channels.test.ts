import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, importText, m3uList } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { guest } = server
const [boss, ann, station] = await Promise.all([
  createUser(server, { is_operator: true }),
  createUser(server),
  createUser(server, { is_broadcaster: true }),
])
const { client } = boss
const stream = 'https://live.example.com/index.m3u8'
const create = (name: string, fields: object = {}) => client(contract.createTvChannel, { body: { name, liveStreamUrl: stream, ...fields } })
const update = (id: string, body: object) => client(contract.updateTvChannel, { params: { id }, body })
const find = async (name: string) =>
  (await client(contract.listOperatorChannels, { query: { query: name } })).data.find((item) => item.name === name)
const unknownId = 'Tv4Kd3VxN6w'

test('only operators see and change TV channels', async () => {
  const { id } = await create('Guarded')
  for (const [caller, refusal] of [
    [guest, '401 login_required'],
    [ann.client, '403 forbidden'],
    [station.client, '403 forbidden'],
  ] as const) {
    const outcomes = await Promise.all(
      [
        caller(contract.listOperatorChannels, {}),
        caller(contract.createTvChannel, { body: { name: 'A', liveStreamUrl: stream } }),
        caller(contract.updateTvChannel, { params: { id }, body: { name: 'B' } }),
        caller(contract.deleteTvChannel, { params: { id } }),
        caller(contract.listGuideChannels, { query: { query: 'a' } }),
      ].map(outcome),
    )
    expect(new Set(outcomes)).toEqual(new Set([refusal]))
  }
})

test('a channel is created, updated and deleted', async () => {
  const channel = await create(' Regio  TV ', {
    number: 12,
    groups: ['News', 'Local'],
    adult: false,
    blocked_countries: [239],
    owner_id: station.id,
  })
  expect(channel).toMatchObject({
    name: 'Regio  TV',
    number: 12,
    groups: ['News', 'Local'],
    blocked_countries: [239],
    owner_id: station.id,
  })
  expect(channel).toMatchObject({
    kind: 'live',
    is_off: false,
    is_gone: false,
    source_id: null,
    guide: null,
    guide_match: null,
    logo: null,
  })
  expect(await update(channel.id, { number: 5.1 })).toMatchObject({ number: 5.1 })
  expect(
    await update(channel.id, { is_off: true, number: null, dvrStreamBaseUrl: 'https://dvr.example.com/a', owner_id: null }),
  ).toMatchObject({
    is_off: true,
    number: null,
    dvrStreamBaseUrl: 'https://dvr.example.com/a',
    owner_id: null,
    name: 'Regio  TV',
  })
  expect(await client(contract.deleteTvChannel, { params: { id: channel.id } })).toEqual({})
  expect(await outcome(client(contract.deleteTvChannel, { params: { id: channel.id } }))).toBe('404 not_found')
})

test.each<[body: object, refusal: string]>([
  [{ name: '' }, '422 invalid name'],
  [{ name: 'a'.repeat(256) }, '422 invalid name'],
  [{ liveStreamUrl: 'rtmp://a.example/' }, '422 invalid liveStreamUrl'],
  [{ liveStreamUrl: `https://a.example/${'a'.repeat(9000)}` }, '422 invalid liveStreamUrl'],
  [{ number: 0 }, '422 invalid number'],
  [{ number: 5.12345 }, '422 invalid number'],
  [{ number: '5.1.2' }, '422 invalid number'],
  [{ groups: 'News' }, '422 invalid groups'],
  [{ kind: 'film' }, '422 invalid kind'],
  [{ blocked_countries: [9999] }, '422 country_unknown blocked_countries'],
  [{ owner_id: unknownId }, '422 owner_no_broadcaster owner_id'],
  [{ guide_channel_id: 123_456 }, '422 guide_unknown guide_channel_id'],
  [{ logo: 'javascript:alert(1)' }, '422 invalid logo'],
])('%j is refused by its field', async (body, refusal) => {
  const { id } = (await find('Refused')) ?? (await create('Refused'))
  expect(await outcome(update(id, body))).toBe(refusal)
  expect(await outcome(update(unknownId, body))).toBe('404 not_found')
})

test("a user who isn't a broadcaster can't own a TV channel", async () => {
  expect(await outcome(create('Mine', { owner_id: ann.id }))).toBe('422 owner_no_broadcaster owner_id')
})

test("channels are in the operators' order, also after concurrent moves", async () => {
  const names = ['A1', 'A2', 'A3', 'A4']
  for (const [order, name] of names.entries()) await create(name, { order })
  const orderOf = async () =>
    (await client(contract.listOperatorChannels, { query: { limit: 100 } })).data
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
  expect(await orderOf()).toEqual(names)
  await update((await find('A4'))!.id, { order: 0 })
  expect(await orderOf()).toEqual(['A4', 'A1', 'A2', 'A3'])
  // Moves a channel between the same two channels until no position is free between them.
  for (let turn = 0; turn < 40; turn++) await update((await find(turn % 2 ? 'A1' : 'A2'))!.id, { order: 1 })
  expect((await orderOf())[0]).toBe('A4')
  expect((await orderOf()).toSorted()).toEqual(names)
  await Promise.all(names.map(async (name) => update((await find(name))!.id, { order: 1 })))
  expect((await orderOf()).toSorted()).toEqual(names)
})

test('channels are paged, and found by a part of their name', async () => {
  for (const name of ['Zoë 100%', 'Zoe_two', 'Zoe three']) await create(name)
  const findNames = async (query: string) =>
    (await client(contract.listOperatorChannels, { query: { query } })).data.map(({ name }) => name)
  expect(await findNames('ZOE')).toEqual(['Zoë 100%', 'Zoe_two', 'Zoe three'])
  expect(await findNames('%')).toEqual(['Zoë 100%'])
  expect(await findNames('e_t')).toEqual(['Zoe_two'])
  const first = await client(contract.listOperatorChannels, { query: { query: 'zoe', limit: 2 } })
  const second = await client(contract.listOperatorChannels, { query: { query: 'zoe', limit: 2, cursor: first.next_cursor! } })
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['Zoë 100%', 'Zoe_two', 'Zoe three'])
  expect(second.next_cursor).toBeNull()
})

test('imports keep fields set by an operator; the others follow the list', async () => {
  const list = (name: string, path: string) => m3uList([{ name, id: 'kept', path, more: 'group-title="From the list"' }])
  const { source_id } = await importText(client, 'm3u', list('Kept', 'one'), 'kept.m3u')
  const [{ id } = { id: '' }] = (await client(contract.listOperatorChannels, { query: { source_id } })).data
  await update(id, { name: 'By hand', number: 5 })
  await importText(client, 'm3u', list('Kept anew', 'two'), 'kept.m3u')
  expect((await client(contract.listOperatorChannels, { query: { source_id } })).data).toMatchObject([
    { id, name: 'By hand', number: 5, groups: ['From the list'], liveStreamUrl: 'https://live.example.com/two/index.m3u8' },
  ])
})

test('a guide is matched by id, then by name, then by hand, and a choice by hand is kept', async () => {
  await importText(client, 'm3u', m3uList([{ name: 'Else', id: 'by.id' }, { name: 'Named HD' }, { name: 'Nowhere' }]), 'guided.m3u')
  const guide = xmltvGuide({ 'BY.ID': ['A'], named: ['A'], other: ['A'] })
  await importText(client, 'xmltv', guide, 'guided.xml')
  expect(await find('Else')).toMatchObject({ guide: { name: 'BY.ID' }, guide_match: 'id' })
  expect(await find('Named HD')).toMatchObject({ guide: { name: 'named' }, guide_match: 'name' })
  expect(await find('Nowhere')).toMatchObject({ guide: null, guide_match: null })
  const without = await client(contract.listOperatorChannels, { query: { without_guide: true, limit: 100 } })
  expect(without.data.map(({ name }) => name)).toContain('Nowhere')

  const [other] = await client(contract.listGuideChannels, { query: { query: 'OTH' } })
  expect(other).toMatchObject({ key: 'other', name: 'other', source_name: 'guided.xml' })
  await update((await find('Nowhere'))!.id, { guide_channel_id: other!.id })
  await update((await find('Else'))!.id, { guide_channel_id: null })
  await importText(client, 'xmltv', guide.replaceAll('>A<', '>B<'), 'guided.xml')
  await importText(client, 'm3u', m3uList([{ name: 'Else', id: 'by.id' }, { name: 'Named HD' }, { name: 'Nowhere' }]), 'guided.m3u')
  expect(await find('Nowhere')).toMatchObject({ guide: { name: 'other' }, guide_match: 'hand' })
  expect(await find('Else')).toMatchObject({ guide: null, guide_match: 'hand' })

  // A created or renamed channel is matched to its guide immediately.
  expect(await create('OTHER')).toMatchObject({ guide: { name: 'other' }, guide_match: 'name' })
  expect(await update((await find('OTHER'))!.id, { name: 'No more' })).toMatchObject({ guide: null })
})

test('on-demand videos belong to the channel of their list, in its groups', async () => {
  const film = (name: string, id: string) =>
    `#EXTINF:5400 tvg-id="${id}" group-title="Films",${name}\nhttps://files.example.com/${name}.mp4`
  const text = `${m3uList([{ name: 'Cinema', id: 'cinema' }])}\n${film('First', 'cinema')}\n${film('Second', 'CINEMA')}\n${film('Homeless', 'none')}`
  const result = await importText(client, 'm3u', text, 'films.m3u')
  expect(result).toMatchObject({ read: 4, written: 3, skipped: 1 })
  expect(result.problems).toEqual([{ line: 8, text: '“Homeless” is on demand but belongs to no channel in this list.' }])
  const items = () => server.db.selectFrom('tv_item').select(['id', 'title', 'group']).orderBy('position').execute()
  const before = await items()
  expect(before).toMatchObject([
    { title: 'First', group: 'Films' },
    { title: 'Second', group: 'Films' },
  ])
  expect(await importText(client, 'm3u', text, 'films.m3u')).toMatchObject({ written: 0, unchanged: 3 })
  expect(await items()).toEqual(before)
  await importText(client, 'm3u', text.replace(film('First', 'cinema'), ''), 'films.m3u')
  expect(await items()).toEqual(before.slice(1))
})
