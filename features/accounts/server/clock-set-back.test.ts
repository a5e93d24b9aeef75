import { expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { limitFutureSessions } from './queries/sessions.ts'

const server = await startTestServer({ WORKER: 'off' })
const { clientFor, db, guest } = server
const clock = await createTestClock(db)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const refresh = (token: string) => guest(api.createToken, { body: { grant_type: 'refresh_token', refresh_token: token } })
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
const read = (token: string) => statusOf(clientFor({ token })(api.getProfile, {}))
const countSessions = async (token: string) => (await clientFor({ token })(api.listSessions, {})).length

test.each([
  ['ten minutes', 10 * minuteMs],
  ['a year', 365 * dayMs],
])('a clock set back by %s ends no session', async (_, ms) => {
  await clock.advance(ms)
  const ann = await createUser(server)
  const second = await refresh(ann.refreshToken)
  await clock.reset()
  expect([await read(ann.token), await read(second.access_token)]).toEqual([200, 200])
  await limitFutureSessions(db)
  expect([await read(ann.token), await read(second.access_token), await countSessions(second.access_token)]).toEqual([200, 200, 1])
  // A retry after a lost response gets the same token pair.
  expect((await refresh(ann.refreshToken)).refresh_token).toBe(second.refresh_token)
  const third = await refresh(second.refresh_token)
  expect([third.expires_in, await read(third.access_token)]).toEqual([3600, 200])
})

test('a session from before the clock was set back by a year lasts no longer than others', async () => {
  await clock.advance(365 * dayMs)
  const [used, unused] = [await createUser(server), await createUser(server)]
  const second = await refresh(used.refreshToken)
  await clock.reset()
  await limitFutureSessions(db)
  await clock.advance(61 * minuteMs)
  expect([await read(used.token), await read(second.access_token), await read(unused.token)]).toEqual([401, 401, 401])
  const third = await refresh(second.refresh_token)
  expect(await read(third.access_token)).toBe(200)
  await clock.advance(30 * dayMs)
  expect(await statusOf(refresh(unused.refreshToken))).toBe(401)
})

test('a refresh token used before the clock was set back soon expires', async () => {
  await clock.advance(365 * dayMs)
  const ann = await createUser(server)
  const second = await refresh(ann.refreshToken)
  await clock.reset()
  await limitFutureSessions(db)
  await clock.advance(31_000)
  // An attacker has a copy of the token.
  expect(await statusOf(refresh(ann.refreshToken))).toBe(401)
  expect(await read(second.access_token)).toBe(401)
})
