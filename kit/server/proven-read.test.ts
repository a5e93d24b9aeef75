import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/fresh-database.ts'
import { prepare } from './prepare.ts'
import { askAsRemembered, type RememberedUser, UserChanged } from './proven-read.ts'
import { type Reader, readerOf, type User } from './reader.ts'

const db = (await freshDatabase()).connect()
const user: User = {
  id: 'abcdefghij1',
  sessionId: 'abcdefghij2',
  teamId: null,
  nickname: 'wout',
  seesAdult: false,
  isOperator: false,
  canUploadVideo: false,
  country: null,
  isInTeams: false,
}
/** Remembered as `expected`; the database says `now`. */
const remembered = (expected: string, now: string | null): RememberedUser => ({
  user,
  expected,
  proof: (first) => `select $${first}::text`,
  parameters: [now],
})
const numbers = prepare((db, reader: Reader, count: number) =>
  db
    .selectFrom(
      sql<{ n: number; of: string }>`(select n, ${reader.user!.id}::text as of from generate_series(1, ${count}::int) n)`.as('found'),
    )
    .select(['n', 'of'])
    .orderBy('n', 'desc'),
)

test('rows come as the statement orders them, when the user is who they were', async () => {
  const { ask, isProven } = askAsRemembered(db, readerOf(user, null), remembered('wout', 'wout'))
  expect(isProven()).toBe(false)
  expect((await ask(numbers, 3)).map(({ n, of }) => [n, of])).toEqual([3, 2, 1].map((n) => [n, user.id]))
  expect(isProven()).toBe(true)
})

test('a statement and its proof are put together once for all users', async () => {
  let made = 0
  const proof = (first: number) => {
    made++
    return `select $${first}::text`
  }
  for (const name of ['wout', 'wouter']) {
    const { ask, isProven } = askAsRemembered(db, readerOf(user, null), { ...remembered(name, name), proof })
    expect((await ask(numbers, 2)).map(({ n }) => n)).toEqual([2, 1])
    expect(isProven()).toBe(true)
  }
  expect(made).toBe(1)
})

test('nothing found is nothing, and proven all the same', async () => {
  const { ask, isProven } = askAsRemembered(db, readerOf(user, null), remembered('wout', 'wout'))
  expect(await ask(numbers, 0)).toEqual([])
  expect(isProven()).toBe(true)
})

test.each([
  ['somebody else', 'wouter'],
  ['nobody', null],
])('a user who is %s by now reads nothing', async (_, now) => {
  const { ask, isProven } = askAsRemembered(db, readerOf(user, null), remembered('wout', now))
  await expect(ask(numbers, 3)).rejects.toThrow(UserChanged)
  expect(isProven()).toBe(false)
})
