import { expect, test } from 'vitest'
import { makeChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { outcomeOfDeleteRace } from '#test/delete-race.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { limits } from '../rules.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const [boss, ann] = await Promise.all([createUser(server, { is_operator: true }), createUser(server)])
const { client } = boss
const unknownId = 'Pm4Kd3VxN6w'

const promote = (type: 'channel' | 'playlist', channel_id: string, order?: number) =>
  client(contract.promote, { body: { type, channel_id, ...(order !== undefined && { order }) } })
const listNames = async (caller = guest) => (await caller(contract.getPromotions, {})).channels.map(({ name }) => name)
const listAll = () => client(contract.listPromotions, {})
async function endAll() {
  for (const { id } of await listAll()) await client(contract.endPromotion, { params: { id } })
}
const publicChannel = (name: string, fields = {}) => makeChannel(ann.client, { name, status_id: 3, ...fields })

test('only operators promote; everyone sees promotions', async () => {
  const { id } = await publicChannel('Guarded')
  const promotion = await promote('playlist', id)
  for (const [caller, refusal] of [
    [guest, '401 login_required'],
    [ann.client, '403 forbidden'],
  ] as const) {
    const outcomes = await Promise.all(
      [
        caller(contract.listPromotions, {}),
        caller(contract.promote, { body: { type: 'playlist', channel_id: id } }),
        caller(contract.movePromotion, { params: { id: promotion.id }, body: { order: 0 } }),
        caller(contract.endPromotion, { params: { id: promotion.id } }),
        caller(contract.getPlaceDatabase, {}),
      ].map(outcome),
    )
    expect(new Set(outcomes)).toEqual(new Set([refusal]))
    expect(await listNames(caller)).toEqual(['Guarded'])
  }
  expect(await client(contract.endPromotion, { params: { id: promotion.id } })).toEqual({})
  expect(await outcome(client(contract.endPromotion, { params: { id: promotion.id } }))).toBe('404 not_found')
  expect(await listNames()).toEqual([])
})

test("TV channels and users' channels share one order, distinguished by type; promoting is idempotent", async () => {
  const tv = await makeTvChannel(db, { name: 'Regio', number: 12 })
  const { id } = await publicChannel('Trains', { description: 'All about trains' })
  const first = await promote('playlist', id)
  const second = await promote('channel', tv.id, 0)
  expect((await guest(contract.getPromotions, {})).channels).toMatchObject([
    { type: 'channel', id: tv.id, name: 'Regio', number: 12, lock: null, adult: false },
    { type: 'playlist', id, name: 'Trains', number: null, description: 'All about trains', lock: null },
  ])
  expect(await promote('playlist', id)).toEqual(first)
  expect((await listAll()).map((item) => item.id)).toEqual([second.id, first.id])
  await client(contract.movePromotion, { params: { id: second.id }, body: { order: 9 } })
  expect(await listNames()).toEqual(['Trains', 'Regio'])
  expect(await outcome(client(contract.movePromotion, { params: { id: unknownId }, body: { order: 0 } }))).toBe('404 not_found')
  await endAll()
})

test('the audit log names the promoted channel', async () => {
  const { id } = await publicChannel('Harbours')
  const promotion = await promote('playlist', id)
  await client(contract.movePromotion, { params: { id: promotion.id }, body: { order: 0 } })
  await client(contract.endPromotion, { params: { id: promotion.id } })
  const entries = await db.selectFrom('audit').select(['act', 'thing_name']).orderBy('id', 'desc').limit(3).execute()
  expect(entries.map(({ act, thing_name: name }) => [act, name])).toEqual([
    ['promotion.ended', 'Harbours'],
    ['promotion.moved', 'Harbours'],
    ['promotion.added', 'Harbours'],
  ])
})

test("promotions that a reader can't see are left out, and operators see their state", async () => {
  const tv = await makeTvChannel(db, { name: 'Goes off' })
  const adultTv = await makeTvChannel(db, { name: 'At night', adult: true })
  const blocked = await makeTvChannel(db, { name: 'Elsewhere', blocked_countries: [239] })
  const left = await publicChannel('Left')
  const adult = await publicChannel('Adult', { adult: true })
  for (const { id } of [tv, adultTv, blocked]) await promote('channel', id)
  await promote('playlist', left.id)
  await promote('playlist', (await publicChannel('Stays')).id)
  expect(await outcome(promote('playlist', adult.id))).toBe('403 adult_only')
  expect(await listNames()).toEqual(['Goes off', 'Elsewhere', 'Left', 'Stays'])

  await client(contract.updateTvChannel, { params: { id: tv.id }, body: { is_off: true } })
  await ann.client(channelsContract.updatePlaylist, { params: { id: left.id }, body: { status_id: 1 } })
  expect(await listNames()).toEqual(['Elsewhere', 'Stays'])
  expect((await listAll()).map(({ name, state, channel_id }) => [name, state, channel_id === null])).toEqual([
    ['Goes off', 'off', false],
    ['At night', 'shown', false],
    ['Elsewhere', 'shown', false],
    [null, 'hidden', true],
    ['Stays', 'shown', false],
  ])
  await ann.client(channelsContract.deletePlaylist, { params: { id: left.id } })
  expect(await listAll()).toHaveLength(4)
  await endAll()
})

test.each<[body: object, refusal: string]>([
  [{ type: 'playlist', channel_id: unknownId }, '404 not_found'],
  [{ type: 'channel', channel_id: unknownId }, '404 not_found'],
  [{ type: 'video', channel_id: unknownId }, '422 invalid type'],
  [{ type: 'channel', channel_id: ['a'] }, '422 invalid channel_id'],
  [{ type: 'channel' }, '422 invalid channel_id'],
])('%j is not promoted', async (body, refusal) => {
  expect(await outcome(client(contract.promote, { body: body as { type: 'channel'; channel_id: string } }))).toBe(refusal)
})

test("operators can't promote private channels, nor channels with a private link", async () => {
  const hidden = await makeChannel(ann.client, { name: 'Private', status_id: 1 })
  const behindLink = await makeChannel(ann.client, { name: 'Link', status_id: 2 })
  expect(await outcome(promote('playlist', hidden.id))).toBe('404 not_found')
  expect(await outcome(promote('playlist', behindLink.id))).toBe('422 not_public channel_id')
})

test('concurrent promotions are each created once with a position, up to the limit', async () => {
  await endAll()
  const tv = await Promise.all(Array.from({ length: 4 }, (_, n) => makeTvChannel(db, { name: `At once ${n}` })))
  const promotions = await Promise.all([...tv, ...tv].map(({ id }) => promote('channel', id, 0)))
  expect(new Set(promotions.map(({ id }) => id)).size).toBe(4)
  await Promise.all(promotions.map(({ id }, index) => client(contract.movePromotion, { params: { id }, body: { order: index % 3 } })))
  expect((await listNames()).toSorted()).toEqual(['At once 0', 'At once 1', 'At once 2', 'At once 3'])
  const rows = await db.selectFrom('promotion').select('position').execute()
  expect(new Set(rows.map(({ position }) => position)).size).toBe(4)

  for (let n = 4; n < limits.promotions; n++) await promote('channel', (await makeTvChannel(db, { name: `More ${n}` })).id)
  const last = await makeTvChannel(db, { name: 'Last' })
  expect(await outcome(promote('channel', last.id))).toBe('422 promotion_limit')
  expect(await listNames()).toHaveLength(limits.promotions)
})

test('a channel that is deleted while it is promoted is not found', async () => {
  await endAll()
  const { id } = await makeTvChannel(db)
  const promoted = await outcomeOfDeleteRace(
    db,
    (tx) => tx.deleteFrom('tv_channel').where('id', '=', id).execute(),
    () => promote('channel', id),
  )
  expect(promoted).toBe('404 not_found')
})

test("operators see the country database's file and its age", async () => {
  const placeDatabase = await client(contract.getPlaceDatabase, {})
  expect(placeDatabase.file).toMatch(/\.mmdb$/)
  expect(placeDatabase.bytes).toBeGreaterThan(1_000_000)
  expect(Date.parse(placeDatabase.made_at!)).toBeGreaterThan(Date.UTC(2024, 0, 1))
})
