import { expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { insertLiveEvents, type LiveEvent, readLiveEvents, readMissedEvents } from './live-events.ts'

const db = (await createFreshDatabase()).connect()

test('only the first of very many events are read, in order', async () => {
  const { at: before } = await readLiveEvents(db, undefined, [])
  const events = Array.from({ length: 5000 }, (_, n): LiveEvent => ({
    to: n % 2 ? 'ann' : 'bob',
    name: 'changed',
    data: { topics: [`${n}`] },
  }))
  await insertLiveEvents(db, events)
  const { at: now } = await readLiveEvents(db, undefined, [])
  const anns = events.filter(({ to }) => to === 'ann')
  for (const from of [{ since: before }, { seconds: 60 }]) {
    expect(await readMissedEvents(db, 'ann', { from, until: now, limit: 200 })).toEqual(anns.slice(0, 200))
    expect(await readMissedEvents(db, 'ann', { from, until: now, limit: 5000 })).toEqual(anns)
  }
})
