import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/fresh-database.ts'
import { prepare } from './prepare.ts'
import { askAsRemembered, type RememberedViewer, ViewerChanged } from './proven-read.ts'
import type { Viewer } from './viewer.ts'

const db = (await freshDatabase()).connect()
const viewer: Viewer = {
  userId: 'abcdefghij1',
  sessionId: 'abcdefghij2',
  teamId: null,
  nickname: 'wout',
  seesAdult: false,
  isOperator: false,
  canUploadVideo: false,
}
/** Remembered as `expected`; the database says `now`. */
const remembered = (expected: string, now: string | null): RememberedViewer => ({
  viewer,
  expected,
  proof: (first) => `select $${first}::text where $${first} is not null`,
  parameters: [now],
})
const numbers = prepare((db, viewer: Viewer | null, most: number) =>
  db
    .selectFrom(
      sql<{ n: number; of: string }>`(select n, ${viewer!.userId}::text as of from generate_series(1, ${most}::int) n)`.as('found'),
    )
    .select(['n', 'of'])
    .orderBy('n', 'desc'),
)

test('rows come as the statement orders them, when the viewer is who they were', async () => {
  const { ask, isProven } = askAsRemembered(db, remembered('wout', 'wout'))
  expect(isProven()).toBe(false)
  expect((await ask(numbers, 3)).map(({ n, of }) => [n, of])).toEqual([3, 2, 1].map((n) => [n, viewer.userId]))
  expect(isProven()).toBe(true)
})

test('a statement and its proof are put together once for all viewers', async () => {
  let made = 0
  const proof = (first: number) => {
    made++
    return `select $${first}::text`
  }
  for (const name of ['wout', 'wouter']) {
    const { ask, isProven } = askAsRemembered(db, { ...remembered(name, name), proof })
    expect((await ask(numbers, 2)).map(({ n }) => n)).toEqual([2, 1])
    expect(isProven()).toBe(true)
  }
  expect(made).toBe(1)
})

test('nothing found is nothing, and proven all the same', async () => {
  const { ask, isProven } = askAsRemembered(db, remembered('wout', 'wout'))
  expect(await ask(numbers, 0)).toEqual([])
  expect(isProven()).toBe(true)
})

test.each([
  ['somebody else', 'wouter'],
  ['nobody', null],
])('a viewer who is %s by now reads nothing', async (_, now) => {
  const { ask, isProven } = askAsRemembered(db, remembered('wout', now))
  await expect(ask(numbers, 3)).rejects.toThrow(ViewerChanged)
  expect(isProven()).toBe(false)
})
