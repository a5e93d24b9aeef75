import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { ThingPlaces } from '#kit/contract/things.ts'
import { addEdits, confirmEdits, dropEdits, editedKeys, runInOrder } from './edits.ts'
import { clearEdits, type Edit, type FetchedResponse, nextTick, pruneEdits, withPendingEdits as shownAnswer } from './pending-edits.ts'
import { shareThings } from './things.ts'

const key = '/api/plants'
const answerOf = (fetched: FetchedResponse<string[]>) => ({ key, thingPlaces: undefined, fetched })
const shownPlants = (fetched: FetchedResponse<string[]>) => shownAnswer(answerOf(fetched))
const add = (name: string) => ({ key, change: (names: string[]) => [...names.filter((item) => item !== name), name] })
const fetchedNow = (value: string[]): FetchedResponse<string[]> => ({ sentAt: nextTick(), value })

afterEach(clearEdits)

test('edits apply in call order over the latest response', () => {
  const first = fetchedNow(['ash'])
  addEdits([add('birch')])
  addEdits([add('cedar')])
  expect(shownPlants(first)).toEqual(['ash', 'birch', 'cedar'])
  expect(shownPlants(fetchedNow(['elm']))).toEqual(['elm', 'birch', 'cedar'])
})

test('a refused edit reverts only itself', () => {
  const response = fetchedNow(['ash'])
  const birch = addEdits([add('birch')])
  addEdits([add('cedar')])
  dropEdits(birch)
  expect(shownPlants(response)).toEqual(['ash', 'cedar'])
})

test('an accepted edit stays over responses requested before it, and is part of later ones', () => {
  const before = fetchedNow(['ash'])
  const birch = addEdits([add('birch')])
  const refetched = fetchedNow(['ash'])
  confirmEdits(birch)
  expect([shownPlants(before), shownPlants(refetched)]).toEqual([
    ['ash', 'birch'],
    ['ash', 'birch'],
  ])
  const after = fetchedNow(['somebody else took it away again'])
  expect(shownPlants(after)).toEqual(after.value)
  pruneEdits([answerOf(after), answerOf(before)])
  expect(editedKeys(birch)).toEqual(new Set([key]))
  pruneEdits([answerOf(after)])
  expect(editedKeys(birch)).toEqual(new Set())
})

test('a response without pending edits is the same object', () => {
  const response = fetchedNow(['ash'])
  addEdits([{ ...add('birch'), key: '/api/others' }])
  expect(shownPlants(response)).toBe(response.value)
})

test('calls that edit the same response run one after the other; others do not wait', async () => {
  const calls: string[] = []
  let fail: () => void = () => {}
  const first = runInOrder([key], () => {
    calls.push('first')
    return new Promise<void>((_, reject) => (fail = () => reject(new Error('no'))))
  })
  const second = runInOrder([key], () => Promise.resolve(calls.push('second')))
  await runInOrder(['/api/others'], () => Promise.resolve(calls.push('other')))
  expect(calls).toEqual(['first', 'other'])
  fail()
  await expect(first).rejects.toThrow('no')
  await second
  expect(calls).toEqual(['first', 'other', 'second'])
})

test('in any order of events nothing flickers, and the server state shows in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), async (scheduler, agreements) => {
      clearEdits()
      const onServer: string[] = []
      let cached = fetchedNow([])
      const refusedNames = new Set<string>()
      const madeNames = new Set<string>()
      /** The screen always shows all edits that weren't refused. */
      const checkScreen = () =>
        expect(shownPlants(cached).toSorted()).toEqual([...madeNames].filter((name) => !refusedNames.has(name)).toSorted())

      let latest = 0
      const refetch = async (name: string) => {
        const sentAt = nextTick()
        latest = sentAt
        await scheduler.schedule(Promise.resolve(), `${name} is asked`)
        const value = [...onServer]
        await scheduler.schedule(Promise.resolve(), `${name} comes`)
        // The cache keeps only the response to the latest request.
        if (sentAt !== latest) return
        cached = { sentAt, value }
        pruneEdits([answerOf(cached)])
        checkScreen()
      }
      const change = async (name: string, isAgreed: boolean) => {
        await scheduler.schedule(Promise.resolve(), `${name} is pressed`)
        const id = addEdits([add(name)])
        madeNames.add(name)
        checkScreen()
        await runInOrder([key], async () => {
          await scheduler.schedule(Promise.resolve(), `${name} reaches the server`)
          if (isAgreed) onServer.push(name)
          await scheduler.schedule(Promise.resolve(), `${name} is answered`)
        })
        if (isAgreed) confirmEdits(id)
        else {
          refusedNames.add(name)
          dropEdits(id)
        }
        checkScreen()
        await refetch(`what is there after ${name}`)
      }
      const changes = agreements.map((isAgreed, index) => change(`edit ${index}`, isAgreed))
      const refetches = [refetch('something else')]
      await scheduler.waitIdle()
      await Promise.all([...changes, ...refetches])
      expect(shownPlants(cached)).toEqual(onServer)
      expect(shownAnswer({ key, thingPlaces: undefined, fetched: { sentAt: 0, value: [] } })).toEqual([])
    }),
    { numRuns: 200 },
  )
})

/** Plants appear in several beds, and as favourites with fewer fields. */
const thingPlaces: ThingPlaces = {
  fields: {
    beds: { items: { type: 'bed', fields: { plants: { items: { type: 'plant' } } } } },
    favourite: { type: 'plant' },
  },
}
interface Plant {
  id: string
  name: string
  likes?: number
}
interface Garden {
  beds: { id: string; name: string; plants: Plant[] }[]
  favourite: Plant
}
const garden = (names = { a: 'Ash', b: 'Birch' }, likes = 1): Garden => ({
  beds: [
    { id: 'north', name: 'North', plants: [{ id: 'a', name: names.a, likes }] },
    {
      id: 'south',
      name: 'South',
      plants: [
        { id: 'a', name: names.a, likes },
        { id: 'b', name: names.b, likes },
      ],
    },
  ],
  favourite: { id: 'a', name: names.a },
})
const fetchGarden = (value = garden()) => ({ key: '/api/garden', thingPlaces, fetched: { sentAt: nextTick(), value } })
const plant = (id: string, facts: Partial<Plant> | ((now: Plant) => Partial<Plant>)): Edit => ({
  type: 'plant',
  id,
  facts: facts as Record<string, unknown>,
})

test('a thing is patched in all places, in existing fields; other data keep their identity', () => {
  const response = fetchGarden()
  const before = shownAnswer(response)
  addEdits([plant('a', { name: 'Elm', likes: 2 })])
  const after = shownAnswer(response)
  expect(after).toEqual({
    ...garden({ a: 'Elm', b: 'Birch' }, 2),
    beds: [after.beds[0], { ...after.beds[1], plants: [after.beds[1]!.plants[0], before.beds[1]!.plants[1]] }],
  })
  expect(after.favourite).toEqual({ id: 'a', name: 'Elm' })
  expect(after.beds[1]!.plants[1]).toBe(before.beds[1]!.plants[1])
  addEdits([plant('b', { likes: 7 })])
  const last = shownAnswer(response)
  expect([last.beds[0], last.favourite, last.beds[1]!.plants[0]]).toEqual([after.beds[0], after.favourite, after.beds[1]!.plants[0]])
  expect(last.beds[0]).toBe(after.beds[0])
  expect(last.beds[1]!.plants[0]).toBe(after.beds[1]!.plants[0])
})

test('an edit without effect changes no object', () => {
  const response = fetchGarden()
  const before = shownAnswer(response)
  addEdits([plant('a', { name: 'Ash' }), plant('z', { name: 'Nowhere' }), { type: 'shed', id: 'a', facts: { name: 'Shed' } }])
  expect(shownAnswer(response)).toBe(before)
})

test('facts computed from the current thing are recomputed when an earlier call is refused', () => {
  const response = fetchGarden()
  const increment = plant('b', (now) => ({ likes: (now.likes ?? 0) + 1 }))
  const likes = () => shownAnswer(response).beds[1]!.plants[1]!.likes
  const first = addEdits([increment])
  addEdits([increment])
  expect(likes()).toBe(3)
  dropEdits(first)
  expect(likes()).toBe(2)
})

test('the returned facts replace the optimistic ones, under later edits', () => {
  const response = fetchGarden()
  const likes = () => shownAnswer(response).beds[1]!.plants[1]!.likes
  const first = addEdits([plant('b', { likes: 2 })])
  const second = addEdits([plant('b', (now) => ({ likes: (now.likes ?? 0) - 1 }))])
  confirmEdits(first, [plant('b', { likes: 41 })])
  expect(likes()).toBe(40)
  confirmEdits(second, [plant('b', { likes: 39 })])
  expect(likes()).toBe(39)
  // Likes of other users are in the next response.
  expect(shownAnswer(fetchGarden(garden(undefined, 50)))).toEqual(garden(undefined, 50))
})

test('a patch lasts until every response with the thing was requested after it', () => {
  const old = fetchGarden()
  const call = addEdits([plant('b', { likes: 2 })])
  confirmEdits(call)
  const fresh = fetchGarden(garden(undefined, 3))
  const without = { ...fetchGarden(), fetched: { sentAt: 0, value: { beds: [], favourite: { id: 'c', name: 'Cedar' } } } }
  pruneEdits([fresh, old, without])
  expect(shownAnswer({ ...old, fetched: { ...old.fetched } }).beds[1]!.plants[1]!.likes).toBe(2)
  pruneEdits([fresh, without])
  expect(shownAnswer({ ...old, fetched: { ...old.fetched } }).beds[1]!.plants[1]!.likes).toBe(1)
})

test('a thousand facts about one thing use the memory of one', () => {
  const response = fetchGarden()
  for (let likes = 0; likes < 1000; likes++) confirmEdits(addEdits([plant('b', { likes })]), [plant('b', { likes })])
  let calls = 0
  const counted = { ...plant('b', {}), facts: () => (calls++, {}) }
  addEdits([counted])
  expect(shownAnswer(response).beds[1]!.plants[1]!.likes).toBe(999)
  expect(calls).toBe(1)
})

test('a repeated response reuses its things, regardless of their positions', () => {
  const before = garden()
  const next = garden()
  expect(shareThings(thingPlaces, before, next)).toBe(before)
  const reversedBeds = { ...next, beds: next.beds.toReversed() }
  const shared = shareThings(thingPlaces, before, reversedBeds)
  expect(shared).toEqual(reversedBeds)
  expect(shared.beds[0]).toBe(before.beds[1])
  expect(shared.beds[1]).toBe(before.beds[0])
  const renamed = shareThings(thingPlaces, before, garden({ a: 'Elm', b: 'Birch' }))
  expect(renamed).toEqual(garden({ a: 'Elm', b: 'Birch' }))
  expect(renamed.beds[1]!.plants[1]).toBe(before.beds[1]!.plants[1])
})
