import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { deleteOldRelayPlaces } from '../queries/relay-places.ts'
import { createStreamLimiter } from './stream-limiter.ts'

const database = await createFreshDatabase()
const db = database.connect()
const createLimiter = (maxAll: number) => createStreamLimiter(db, maxAll)

afterEach(async () => {
  vi.useRealTimers()
  await db.deleteFrom('relay_place').execute()
})

/** Advances time for this process and the database. */
async function advanceTime(seconds: number) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + seconds * 1000)
  await sql`update relay_place set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(db)
}

const guestViewer = (address: string) => ({ userId: '', address, session: address })
const userViewer = (userId: string, session = userId) => ({ userId, address: '192.0.2.1', session })
const listStreams = async () =>
  (await db.selectFrom('relay_place').select('stream').orderBy('stream').execute()).map(({ stream }) => stream)

test('any number of guests leaves room for users', async () => {
  const { beginRequest, count } = createLimiter(8)
  for (let index = 0; index < 6; index++) await beginRequest(`guest ${index}`, guestViewer(`192.0.2.${index}`))
  await expect(beginRequest('one more', guestViewer('192.0.2.99'))).rejects.toThrow('too_many')
  await beginRequest('a', userViewer('ann'))
  await beginRequest('b', userViewer('bob'))
  await expect(beginRequest('c', userViewer('cas'))).rejects.toThrow('too_many')
  expect(count()).toBe(8)
})

test('an idle viewer frees its place, and one with an open part keeps it', async () => {
  const { beginRequest, count } = createLimiter(8)
  ;(await beginRequest('gone', userViewer('ann'))).leave()
  const { leave } = await beginRequest('stays', userViewer('bob'))
  await advanceTime(44)
  expect(count()).toBe(2)
  await advanceTime(2)
  expect(count()).toBe(1)
  leave()
  leave()
  await advanceTime(46)
  expect(count()).toBe(0)
})

test('a stream may have eight concurrent requests', async () => {
  const { beginRequest } = createLimiter(8)
  const entered = await Promise.all(Array.from({ length: 8 }, () => beginRequest('one', userViewer('ann'))))
  await expect(beginRequest('one', userViewer('ann'))).rejects.toThrow('too_many')
  entered[0]!.leave()
  await beginRequest('one', userViewer('ann'))
  expect(await listStreams()).toEqual(['one'])
})

test('only an idle stream of the same browser makes room for its next one', async () => {
  const { beginRequest, count } = createLimiter(4)
  const { leave } = await beginRequest('stays', userViewer('ann', 'one'))
  ;(await beginRequest('left', userViewer('ann', 'two'))).leave()
  for (let index = 0; index < 10; index++) (await beginRequest(`channel ${index}`, userViewer('ann', 'two'))).leave()
  expect(await listStreams()).toEqual(['channel 8', 'channel 9', 'stays'])
  expect(count()).toBe(3)
  // A stream with open requests keeps its place. So does a stream that another browser has just left.
  await expect(beginRequest('more', userViewer('ann', 'one'))).rejects.toThrow('too_many')
  leave()
  await beginRequest('more', userViewer('ann', 'one'))
  await expect(beginRequest('more', userViewer('ann', 'three'))).rejects.toThrow('too_many')
  expect(await listStreams()).toHaveLength(3)
})

test('instances share the places of a viewer, and each counts its own streams', async () => {
  const [first, second] = [createLimiter(2), createLimiter(8)]
  for (const { beginRequest } of [first, second]) await beginRequest('a', userViewer('ann'))
  await first.beginRequest('b', userViewer('ann'))
  await second.beginRequest('c', userViewer('ann'))
  for (const { beginRequest } of [first, second]) await expect(beginRequest('d', userViewer('ann', 'other'))).rejects.toThrow('too_many')
  await expect(first.beginRequest('a', userViewer('bob'))).rejects.toThrow('too_many')
  await second.beginRequest('a', userViewer('bob'))
  expect([first.count(), second.count()]).toEqual([2, 3])
})

test('simultaneous viewers at two instances get no more places than the limit', async () => {
  const instances = [createLimiter(50), createLimiter(50)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => instances[index % 2]!.beginRequest(`channel ${index}`, userViewer('ann', `browser ${index}`))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await listStreams()).toHaveLength(3)
  expect(instances.reduce((sum, { count }) => sum + count(), 0)).toBe(3)
})

test('a place that another instance gave away is taken again at the next request', async () => {
  const [first, second] = [createLimiter(8), createLimiter(8)]
  for (const streamKey of ['a', 'b', 'c']) (await first.beginRequest(streamKey, userViewer('ann'))).leave()
  ;(await second.beginRequest('d', userViewer('ann'))).leave()
  expect(await listStreams()).toEqual(['b', 'c', 'd'])
  await advanceTime(11)
  await first.beginRequest('a', userViewer('ann'))
  expect(await listStreams()).toEqual(['a', 'c', 'd'])
})

test('a long response keeps its place at every instance until it ends, also after the places are lost', async () => {
  const [first, second] = [createLimiter(8), createLimiter(8)]
  const { keep, leave } = await first.beginRequest('long', userViewer('ann'))
  await db.deleteFrom('relay_place').execute()
  await keep()
  for (const streamKey of ['a', 'b', 'c', 'd']) (await second.beginRequest(streamKey, userViewer('ann'))).leave()
  expect(await listStreams()).toEqual(['c', 'd', 'long'])
  leave()
  await expect.poll(async () => (await db.selectFrom('relay_place').where('is_busy', '=', true).select('stream').execute()).length).toBe(0)
  await keep()
  for (const streamKey of ['e', 'f', 'g']) (await second.beginRequest(streamKey, userViewer('ann'))).leave()
  expect(await listStreams()).toEqual(['e', 'f', 'g'])
})

test('expired places, and those of a clock that was set back, are free and get deleted', async () => {
  const { beginRequest } = createLimiter(8)
  for (const streamKey of ['a', 'b', 'c']) await beginRequest(streamKey, userViewer('ann'))
  await sql`update relay_place set seen_at = now() + interval '1 day'`.execute(db)
  await createLimiter(8).beginRequest('d', userViewer('ann', 'other'))
  expect(await listStreams()).toEqual(['d'])
  await advanceTime(61)
  await deleteOldRelayPlaces(db)
  expect(await listStreams()).toEqual([])
})

test('a failed database call takes no place', async () => {
  const { beginRequest, count } = createStreamLimiter(db, 1)
  await sql`alter function take_relay_place rename to hidden`.execute(db)
  await expect(beginRequest('a', userViewer('ann'))).rejects.toThrow()
  await sql`alter function hidden rename to take_relay_place`.execute(db)
  expect(count()).toBe(0)
  await beginRequest('b', userViewer('bob'))
})
