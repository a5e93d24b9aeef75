import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { deleteOldRelayPlaces } from '../queries/relay-places.ts'
import { createViewings } from './viewings.ts'

const database = await createFreshDatabase()
const db = database.connect()
const create = (maxAll: number) => createViewings(db, maxAll)

afterEach(async () => {
  vi.useRealTimers()
  await db.deleteFrom('relay_place').execute()
})

/** Advances time for this process and the database. */
async function pass(seconds: number) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + seconds * 1000)
  await sql`update relay_place set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(db)
}

const guest = (address: string) => ({ userId: '', address, session: address })
const user = (userId: string, session = userId) => ({ userId, address: '192.0.2.1', session })
const places = async () => (await db.selectFrom('relay_place').select('stream').orderBy('stream').execute()).map(({ stream }) => stream)

test('any number of guests leaves room for users', async () => {
  const { enter, count } = create(8)
  for (let index = 0; index < 6; index++) await enter(`guest ${index}`, guest(`192.0.2.${index}`))
  await expect(enter('one more', guest('192.0.2.99'))).rejects.toThrow('too_many')
  await enter('a', user('ann'))
  await enter('b', user('bob'))
  await expect(enter('c', user('cas'))).rejects.toThrow('too_many')
  expect(count()).toBe(8)
})

test('an idle viewer frees its place, and one with an open part keeps it', async () => {
  const { enter, count } = create(8)
  ;(await enter('gone', user('ann'))).leave()
  const { leave } = await enter('stays', user('bob'))
  await pass(44)
  expect(count()).toBe(2)
  await pass(2)
  expect(count()).toBe(1)
  leave()
  leave()
  await pass(46)
  expect(count()).toBe(0)
})

test('a stream may have eight concurrent requests', async () => {
  const { enter } = create(8)
  const entered = await Promise.all(Array.from({ length: 8 }, () => enter('one', user('ann'))))
  await expect(enter('one', user('ann'))).rejects.toThrow('too_many')
  entered[0]!.leave()
  await enter('one', user('ann'))
  expect(await places()).toEqual(['one'])
})

test('only an idle stream of the same browser makes room for its next one', async () => {
  const { enter, count } = create(4)
  const { leave } = await enter('stays', user('ann', 'one'))
  ;(await enter('left', user('ann', 'two'))).leave()
  for (let index = 0; index < 10; index++) (await enter(`channel ${index}`, user('ann', 'two'))).leave()
  expect(await places()).toEqual(['channel 8', 'channel 9', 'stays'])
  expect(count()).toBe(3)
  // A stream with open requests keeps its place. So does a stream that another browser has just left.
  await expect(enter('more', user('ann', 'one'))).rejects.toThrow('too_many')
  leave()
  await enter('more', user('ann', 'one'))
  await expect(enter('more', user('ann', 'three'))).rejects.toThrow('too_many')
  expect(await places()).toHaveLength(3)
})

test('instances share the places of a viewer, and each counts its own streams', async () => {
  const [first, second] = [create(2), create(8)]
  for (const { enter } of [first, second]) await enter('a', user('ann'))
  await first.enter('b', user('ann'))
  await second.enter('c', user('ann'))
  for (const { enter } of [first, second]) await expect(enter('d', user('ann', 'other'))).rejects.toThrow('too_many')
  await expect(first.enter('a', user('bob'))).rejects.toThrow('too_many')
  await second.enter('a', user('bob'))
  expect([first.count(), second.count()]).toEqual([2, 3])
})

test('simultaneous viewers at two instances get no more places than the limit', async () => {
  const instances = [create(50), create(50)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => instances[index % 2]!.enter(`channel ${index}`, user('ann', `browser ${index}`))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await places()).toHaveLength(3)
  expect(instances.reduce((sum, { count }) => sum + count(), 0)).toBe(3)
})

test('a place that another instance gave away is taken again at the next request', async () => {
  const [first, second] = [create(8), create(8)]
  for (const streamKey of ['a', 'b', 'c']) (await first.enter(streamKey, user('ann'))).leave()
  ;(await second.enter('d', user('ann'))).leave()
  expect(await places()).toEqual(['b', 'c', 'd'])
  await pass(11)
  await first.enter('a', user('ann'))
  expect(await places()).toEqual(['a', 'c', 'd'])
})

test('a long response keeps its place at every instance until it ends, also after the places are lost', async () => {
  const [first, second] = [create(8), create(8)]
  const { keep, leave } = await first.enter('long', user('ann'))
  await db.deleteFrom('relay_place').execute()
  await keep()
  for (const streamKey of ['a', 'b', 'c', 'd']) (await second.enter(streamKey, user('ann'))).leave()
  expect(await places()).toEqual(['c', 'd', 'long'])
  leave()
  await expect.poll(async () => (await db.selectFrom('relay_place').where('is_busy', '=', true).select('stream').execute()).length).toBe(0)
  await keep()
  for (const streamKey of ['e', 'f', 'g']) (await second.enter(streamKey, user('ann'))).leave()
  expect(await places()).toEqual(['e', 'f', 'g'])
})

test('expired places, and those of a clock that was set back, are free and get deleted', async () => {
  const { enter } = create(8)
  for (const streamKey of ['a', 'b', 'c']) await enter(streamKey, user('ann'))
  await sql`update relay_place set seen_at = now() + interval '1 day'`.execute(db)
  await create(8).enter('d', user('ann', 'other'))
  expect(await places()).toEqual(['d'])
  await pass(61)
  await deleteOldRelayPlaces(db)
  expect(await places()).toEqual([])
})

test('a failed database call takes no place', async () => {
  const { enter, count } = createViewings(db, 1)
  await sql`alter function take_relay_place rename to hidden`.execute(db)
  await expect(enter('a', user('ann'))).rejects.toThrow()
  await sql`alter function hidden rename to take_relay_place`.execute(db)
  expect(count()).toBe(0)
  await enter('b', user('bob'))
})
