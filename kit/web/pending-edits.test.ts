import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  addEdits,
  clearEdits,
  dropEdits,
  type Fetched,
  forgetEdits,
  inTurn,
  nextMoment,
  pendingEdits,
  settleEdits,
  withEdits,
} from './pending-edits.ts'

const key = '/api/plants'
const shown = (answer: Fetched<string[]>) => withEdits(answer, pendingEdits(key))
const add = (name: string) => ({ key, change: (names: string[]) => [...names.filter((one) => one !== name), name] })
const asked = (value: string[]): Fetched<string[]> => ({ askedAt: nextMoment(), value })

afterEach(clearEdits)

test('edits are shown in the order in which they were made, over the latest answer', () => {
  const first = asked(['ash'])
  addEdits([add('birch')])
  addEdits([add('cedar')])
  expect(shown(first)).toEqual(['ash', 'birch', 'cedar'])
  expect(shown(asked(['elm']))).toEqual(['elm', 'birch', 'cedar'])
})

test('a refused one takes back itself alone', () => {
  const answer = asked(['ash'])
  const birch = addEdits([add('birch')])
  addEdits([add('cedar')])
  dropEdits(birch)
  expect(shown(answer)).toEqual(['ash', 'cedar'])
})

test('one that was agreed to stays over what was asked for before, and is part of what was asked for after', () => {
  const before = asked(['ash'])
  const birch = addEdits([add('birch')])
  const meanwhile = asked(['ash'])
  settleEdits(birch)
  expect([shown(before), shown(meanwhile)]).toEqual([
    ['ash', 'birch'],
    ['ash', 'birch'],
  ])
  const after = asked(['somebody else took it away again'])
  expect(shown(after)).toEqual(after.value)
  forgetEdits(key, after.askedAt)
  expect(pendingEdits(key)).toEqual([])
})

test('what nothing is pending for is shown as it is, and is the same object', () => {
  const answer = asked(['ash'])
  addEdits([{ ...add('birch'), key: '/api/others' }])
  expect(shown(answer)).toBe(answer.value)
})

test('calls that edit the same answer are made one after the other; others are not kept waiting', async () => {
  const made: string[] = []
  let fail: () => void = () => {}
  const first = inTurn([key], () => {
    made.push('first')
    return new Promise<void>((_, reject) => (fail = () => reject(new Error('no'))))
  })
  const second = inTurn([key], () => Promise.resolve(made.push('second')))
  await inTurn(['/api/others'], () => Promise.resolve(made.push('other')))
  expect(made).toEqual(['first', 'other'])
  fail()
  await expect(first).rejects.toThrow('no')
  await second
  expect(made).toEqual(['first', 'other', 'second'])
})

test('whatever happens in whatever order: nothing flickers, and in the end there is what the server says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), async (scheduler, agreements) => {
      clearEdits()
      const onServer: string[] = []
      let cached = asked([])
      const refused = new Set<string>()
      const made = new Set<string>()
      /** Everything that was done and not refused is on the screen, at every moment. */
      const look = () => expect(shown(cached).toSorted()).toEqual([...made].filter((name) => !refused.has(name)).toSorted())

      let latest = 0
      const refetch = async (what: string) => {
        const askedAt = nextMoment()
        latest = askedAt
        await scheduler.schedule(Promise.resolve(), `${what} is asked`)
        const value = [...onServer]
        await scheduler.schedule(Promise.resolve(), `${what} comes`)
        // The cache waits for the last one only.
        if (askedAt !== latest) return
        cached = { askedAt, value }
        forgetEdits(key, askedAt)
        look()
      }
      const change = async (name: string, isAgreed: boolean) => {
        await scheduler.schedule(Promise.resolve(), `${name} is pressed`)
        const id = addEdits([add(name)])
        made.add(name)
        look()
        await inTurn([key], async () => {
          await scheduler.schedule(Promise.resolve(), `${name} reaches the server`)
          if (isAgreed) onServer.push(name)
          await scheduler.schedule(Promise.resolve(), `${name} is answered`)
        })
        if (isAgreed) settleEdits(id)
        else {
          refused.add(name)
          dropEdits(id)
        }
        look()
        await refetch(`what is there after ${name}`)
      }
      const changes = agreements.map((isAgreed, at) => change(`edit ${at}`, isAgreed))
      const looks = [refetch('something else')]
      await scheduler.waitIdle()
      await Promise.all([...changes, ...looks])
      expect(shown(cached)).toEqual(onServer)
      expect(pendingEdits(key)).toEqual([])
    }),
    { numRuns: 200 },
  )
})
