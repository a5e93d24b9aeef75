import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { status } from '#features/channels/rules.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { packagesContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, guest } = server
const [operator, user] = [await createUser(server, { is_operator: true }), await createUser(server)]
const { client } = operator
const create = (body: object) => client(contract.createTier, { body: body as never })
const update = (id: string, body: object) => client(contract.updateTier, { params: { id }, body })
const makePlaylist = async (fields = {}) =>
  (await makeFilledChannel(db, user.client, ['A'], { status_id: status.public, ...fields })).playlistId
const namesFor = async (caller = guest) => (await caller(contract.listTiers, {})).map(({ name }) => name)
const subscribe = (userId: string, tierId: string) =>
  db
    .insertInto('subscription')
    .values({ user_id: userId, tier_id: tierId, active_from: new Date(0), active_to: new Date(Date.now() + 3_600_000), price: 499 })
    .execute()

test('an operator creates, moves, changes and deletes packages, which everybody sees in order', async () => {
  const [tv, other] = [await makeTvChannel(db, { name: 'Sport 1' }, []), await makeTvChannel(db, { name: 'Sport 2' }, [])]
  const playlist = await makePlaylist()
  const large = await create({
    name: 'Sport plus',
    package_name: 'Sport',
    price: '9,90',
    channels: [other.id, tv.id],
    playlists: [playlist],
  })
  expect(large).toMatchObject({ price: '9.90', is_free: false, subscribers: 0, channels: [{ name: 'Sport 2' }, { name: 'Sport 1' }] })
  const small = await create({ name: 'Sport', package_name: 'Sport', price: '4.99', channels: [tv.id] })
  const free = await create({ name: 'Open', is_free: true, order: 0 })
  expect(free).toMatchObject({ package_name: 'Open', price: '0.00', is_free: true })
  expect(await namesFor()).toEqual(['Open', 'Sport', 'Sport plus'])

  const [, , tier] = await guest(contract.listTiers, {})
  expect(tier).toMatchObject({ is_subscribed: false, active_to: null, renews: null, channels_count: 2, playlists_count: 1 })
  expect(tier!.channels.map(({ name, is_locked, liveStreamUrl }) => [name, is_locked, liveStreamUrl])).toEqual([
    ['Sport 2', true, null],
    ['Sport 1', true, null],
  ])
  expect(tier!.channels[1]!.tiers.map(({ id }) => id).toSorted()).toEqual([small.id, large.id].toSorted())
  expect(tier!.playlists).toMatchObject([{ id: playlist, is_locked: true }])

  await update(small.id, { price: '12', name: 'Sport max', channels: [] })
  expect(await namesFor()).toEqual(['Open', 'Sport plus', 'Sport max'])
  await update(large.id, { order: 0 })
  expect(await namesFor()).toEqual(['Sport plus', 'Sport max', 'Open'])
  expect((await guest(contract.getTier, { params: { id: large.id } })).playlists).toHaveLength(1)

  await subscribe(user.id, large.id)
  expect(await outcome(client(contract.deleteTier, { params: { id: large.id } }))).toBe('409 has_subscribers')
  await update(large.id, { is_archived: true })
  expect(await namesFor()).toEqual(['Sport max', 'Open'])
  expect(await namesFor(user.client)).toEqual(['Sport plus', 'Sport max', 'Open'])
  const [ownTier] = await user.client(contract.listTiers, {})
  expect(ownTier).toMatchObject({
    is_archived: true,
    is_subscribed: true,
    renews: false,
    channels: [{ is_locked: false }, { is_locked: false }],
  })
  expect(await outcome(guest(contract.getTier, { params: { id: large.id } }))).toBe('404 not_found')
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('tier_id', '=', large.id).execute()
  await client(contract.deleteTier, { params: { id: large.id } })
  expect(await outcome(client(contract.deleteTier, { params: { id: large.id } }))).toBe('404 not_found')
})

test('a package needs a price or is free; unknown and private things are refused by field', async () => {
  const hidden = await makePlaylist({ status_id: status.private })
  const refusals = [
    [{ name: 'A' }, '422 price_missing price'],
    [{ name: 'A', is_free: false, price: 0 }, '422 price_missing price'],
    [{ name: 'A', price: '17.96999999' }, '422 invalid price'],
    [{ name: 'A', price: '-1' }, '422 invalid price'],
    [{ name: 'A', price: '4.99', channels: [newId()] }, '422 item_unknown channels'],
    [{ name: 'A', price: '4.99', playlists: [hidden] }, '422 item_unknown playlists'],
    [{ name: '', price: '4.99' }, '422 invalid name'],
  ] as const
  for (const [body, expected] of refusals) expect(await outcome(create(body as never))).toBe(expected)
  const { id } = await create({ name: 'B', price: '4.99' })
  expect(await update(id, { is_free: true })).toMatchObject({ price: '0.00', is_free: true })
  expect(await outcome(update(id, { is_free: false }))).toBe('422 price_missing price')
  expect(await update(id, { price: '2' })).toMatchObject({ price: '2.00', is_free: false })
  expect(await update(id, { package_name: 'Group' })).toMatchObject({ name: 'B', package_name: 'Group' })
  expect(await update(id, { package_name: '' })).toMatchObject({ package_name: 'B' })
  const twice = await makePlaylist()
  expect((await update(id, { playlists: [twice, twice] })).playlists).toHaveLength(1)
  expect(await outcome(update(id, { playlists: [hidden] }))).toBe('422 item_unknown playlists')
  expect(await outcome(update(newId(), { name: 'C' }))).toBe('404 not_found')
})

test('adult and disabled channels are left out and not counted', async () => {
  const [tv, off, adult] = [
    await makeTvChannel(db, { name: 'On' }, []),
    await makeTvChannel(db, { name: 'Off', is_off: true }, []),
    await makeTvChannel(db, { name: 'Night', adult: true }, []),
  ]
  const { id } = await create({
    name: 'Mixed',
    price: '1',
    channels: [tv.id, off.id, adult.id],
    playlists: [await makePlaylist({ adult: true })],
  })
  const tier = await guest(contract.getTier, { params: { id } })
  expect([tier.channels.map(({ name }) => name), tier.channels_count, tier.playlists_count]).toEqual([['On'], 1, 0])
})

test('the list has the first fifty items of each kind, the package all of them', async () => {
  const channels = await Promise.all(Array.from({ length: 53 }, async (_, n) => (await makeTvChannel(db, { name: `C${n}` }, [])).id))
  const { id } = await create({ name: 'Many', price: '1', channels })
  const listed = (await guest(contract.listTiers, {})).find((tier) => tier.id === id)!
  expect([listed.channels.length, listed.channels_count]).toEqual([50, 53])
  expect((await guest(contract.getTier, { params: { id } })).channels.map((channel) => channel.id)).toEqual(channels)
})

test('only operators edit packages; concurrent changes keep one order', async () => {
  for (const call of [
    () => user.client(contract.listOperatorTiers, {}),
    () => user.client(contract.createTier, { body: { name: 'A', is_free: true } }),
  ])
    expect(await outcome(call())).toMatch(/^403/)
  expect(await outcome(guest(contract.createTier, { body: { name: 'A', is_free: true } }))).toMatch(/^401/)
  const { id } = await create({ name: 'Edited', is_free: true })
  const params = { id }
  for (const [caller, expected] of [
    [guest, /^401/],
    [user.client, /^403/],
  ] as const) {
    expect(await outcome(caller(contract.updateTier, { params, body: { name: 'B' } }))).toMatch(expected)
    expect(await outcome(caller(contract.deleteTier, { params }))).toMatch(expected)
  }
  await Promise.all(Array.from({ length: 10 }, (_, n) => create({ name: `At once ${n}`, is_free: true, order: 0 })))
  const rows = await db.selectFrom('tier').select('position').execute()
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
  expect((await client(contract.listOperatorTiers, {})).length).toBe(rows.length)
})
