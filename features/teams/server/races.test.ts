/** Tests concurrent calls on one team from two processes, in both orders. */
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { setSuspension } from '#features/accounts/server/queries/operator-changes.ts'
import { setPersonRemoved } from '#features/accounts/server/queries/people.ts'
import { deleteAccount } from '#features/accounts/server/queries/deletion.ts'
import { makeChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { formTeam, teamCalls } from '#test/teams.ts'

// Loads the server twice, because the files of a test worker share modules. Real processes share only the database's locks, and
// each has its own queue.
vi.resetModules()
vi.doMock('#kit/server/keyed-mutex.ts', () => ({
  createKeyedMutex: () => (_: unknown, __: unknown, work: () => Promise<unknown>) => work(),
}))
const { startTestServer } = await import('#test/serve.ts')
afterAll(() => {
  vi.doUnmock('#kit/server/keyed-mutex.ts')
  vi.resetModules()
})

const server = await startTestServer({ RATE_LIMITS: 'off' })
const otherServer = await server.again()
const { db } = server
const callsOfFirst = teamCalls
const callsOfSecond = (user: Person) => teamCalls(otherServer.clientFor({ token: user.token }))

const waitForLocks = async (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      server.bulkDb,
    )
    expect(rows.length).toBeGreaterThanOrEqual(count)
  }, 15_000)

/** Starts calls in this order while the team is locked, so that they get the lock in the same order. Returns their outcomes. */
async function callAtOnce(teamId: string, calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const started: Promise<string>[] = []
  await server.bulkDb.transaction().execute(async (tx) => {
    await sql`select from team where id = ${teamId} for update`.execute(tx)
    for (const call of calls) {
      started.push(outcome(call()))
      await waitForLocks(started.length)
    }
  })
  return Promise.all(started)
}
interface State {
  members: number
  admins: number
}
const stateOf = async (teamId: string): Promise<State> =>
  (
    await sql<State>`select count(*)::int as members, (count(*) filter (where is_admin))::int as admins from team_member where team_id = ${teamId}`.execute(
      db,
    )
  ).rows[0]!

interface TeamOfThree {
  id: string
  ann: Person
  bob: Person
  cas: Person
}
/** Makes a team of two admins and a member. Their calls come from different processes. */
async function makeTeamOfThree(): Promise<TeamOfThree> {
  const [ann, bob, cas] = [await createUser(server), await createUser(server), await createUser(server)]
  const id = await formTeam(ann, bob, cas)
  await callsOfFirst(ann.client).toggle(id, bob.id, true)
  return { id, ann, bob, cas }
}

const suspend = (user: Person) => setSuspension(otherServer.services.db, user.id, { reason: 'Spam', until: null })
const closeAccount = (user: Person) => deleteAccount(otherServer.services.db, user.id)
type Race = readonly [
  name: string,
  calls: (cast: TeamOfThree) => readonly [() => Promise<unknown>, () => Promise<unknown>],
  outcomes: readonly string[],
]
const races: readonly Race[] = [
  [
    'toggle, leave',
    ({ id, ann, bob }) => [() => callsOfFirst(ann.client).toggle(id, ann.id, false), () => callsOfSecond(bob).leave(id)],
    ['done', '409 only_admin'],
  ],
  [
    'toggle, toggle',
    ({ id, ann, bob }) => [() => callsOfFirst(ann.client).toggle(id, ann.id, false), () => callsOfSecond(bob).toggle(id, bob.id, false)],
    ['done', '409 only_admin'],
  ],
  [
    'leave, leave',
    ({ id, ann, bob }) => [() => callsOfFirst(ann.client).leave(id), () => callsOfSecond(bob).leave(id)],
    ['done', '409 only_admin'],
  ],
  [
    'delete account, leave',
    ({ id, ann, bob }) => [() => closeAccount(ann), () => callsOfSecond(bob).leave(id)],
    ['done', '409 only_admin'],
  ],
  [
    'delete account, toggle',
    ({ id, ann, bob }) => [() => closeAccount(ann), () => callsOfSecond(bob).toggle(id, bob.id, false)],
    ['done', '409 only_admin'],
  ],
  [
    'suspend account, leave',
    ({ id, ann, bob }) => [() => suspend(ann), () => callsOfFirst(bob.client).leave(id)],
    ['done', '409 only_admin'],
  ],
  [
    'remove account, leave',
    ({ id, ann, bob }) => [() => setPersonRemoved(otherServer.services.db, ann.id, true), () => callsOfFirst(bob.client).leave(id)],
    ['done', '409 only_admin'],
  ],
]
test.each(races)('%s: the second call finds no other admin, in either order', async (_, calls, outcomes) => {
  const first = await makeTeamOfThree()
  expect(await callAtOnce(first.id, calls(first))).toEqual(outcomes)
  expect(await stateOf(first.id)).toMatchObject({ admins: expect.toSatisfy((count: number) => count >= 1) as unknown })
  const second = await makeTeamOfThree()
  const reversed = await callAtOnce(second.id, calls(second).toReversed())
  expect(reversed[0]).toBe('done')
  // An account can be deleted at any time. Its role is then given to another member.
  expect(['done', '409 only_admin']).toContain(reversed[1])
  expect((await stateOf(second.id)).admins).toBeGreaterThanOrEqual(1)
})

test('agreeing to give up the role, and leaving: one admin remains, in either order', async () => {
  for (const order of [0, 1]) {
    const { id, ann, bob } = await makeTeamOfThree()
    await callsOfFirst(ann.client).toggle(id, bob.id, false)
    const calls = [() => callsOfFirst(ann.client).leave(id), () => callsOfSecond(bob).derank(id, bob.id, true)]
    expect(await callAtOnce(id, order ? calls.toReversed() : calls)).toEqual(['done', '409 only_admin'])
    expect((await stateOf(id)).admins).toBe(1)
  }
})

test('two concurrent account deletions and a leaving member leave the team to the remaining member', async () => {
  const { id, ann, bob, cas } = await makeTeamOfThree()
  expect(await callAtOnce(id, [() => closeAccount(ann), () => deleteAccount(db, bob.id)])).toEqual(['done', 'done'])
  expect(await stateOf(id)).toEqual({ members: 1, admins: 1 })
  expect(await outcome(callsOfFirst(cas.client).leave(id))).toBe('409 last_member')
})

test('of a withdrawal and an acceptance, one is refused, in either order', async () => {
  for (const order of [0, 1]) {
    const { id, ann } = await makeTeamOfThree()
    const eve = await createUser(server)
    const { pending_users: pending } = await callsOfFirst(ann.client).invite(id, eve.email)
    const calls = [() => callsOfFirst(ann.client).removeMember(id, pending[0]!.id), () => callsOfSecond(eve).answer(id)]
    expect(await callAtOnce(id, order ? calls.toReversed() : calls)).toEqual(['done', order ? '404 not_found' : '409 invitation_removed'])
    expect((await stateOf(id)).members).toBe(order ? 4 : 3)
  }
})

test('calls of a member during their removal are refused', async () => {
  const { id, ann, cas } = await makeTeamOfThree()
  const channel = await makeChannel(cas.client)
  const calls = [() => callsOfFirst(ann.client).removeMember(id, cas.id), () => callsOfSecond(cas).update(id, { playlists: [channel.id] })]
  expect(await callAtOnce(id, calls)).toEqual(['done', '404 not_found'])
  const second = await makeTeamOfThree()
  expect(
    await callAtOnce(second.id, [
      () => callsOfFirst(second.ann.client).removeMember(second.id, second.cas.id),
      () => callsOfSecond(second.cas).leave(second.id),
    ]),
  ).toEqual(['done', '404 not_found'])
})

test('calls of others during the deletion of a team are refused', async () => {
  const { id, ann, bob, cas } = await makeTeamOfThree()
  const channel = await makeChannel(cas.client)
  const eve = await createUser(server)
  await callsOfFirst(ann.client).invite(id, eve.email)
  const calls = [
    () => callsOfFirst(ann.client).remove(id),
    () => callsOfSecond(bob).leave(id),
    () => callsOfSecond(eve).answer(id),
    () => callsOfSecond(cas).update(id, { playlists: [channel.id] }),
  ]
  const [first, ...others] = await Promise.all(calls.map((call) => outcome(call())))
  expect(first).toBe('done')
  for (const result of others) expect(['done', '404 not_found']).toContain(result)
  expect(await db.selectFrom('playlist').select(['team_id', 'user_id']).where('id', '=', channel.id).execute()).toEqual([
    { team_id: null, user_id: cas.id },
  ])
})

test('many concurrent calls never fail unexpectedly, nor leave a team with members and without an admin', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, ann, bob, cas } = await makeTeamOfThree()
    const calls = [ann, bob, cas].flatMap((item) => [
      callsOfFirst(item.client).toggle(id, item.id, false),
      callsOfSecond(item).leave(id),
      callsOfSecond(item).derank(id, item.id, true),
      callsOfFirst(item.client).toggle(id, cas.id, true),
      callsOfSecond(item).removeMember(id, cas.id),
    ])
    const outcomes = await Promise.all(
      [...calls, round === 1 ? suspend(ann) : setPersonRemoved(db, ann.id, true), closeAccount(bob)].map(outcome),
    )
    for (const result of outcomes) expect(result).toMatch(/^(done|40[349] .*|401 .*)$/)
    const { members, admins } = await stateOf(id)
    expect([members, admins > 0]).toEqual([members, members > 0])
  }
})
