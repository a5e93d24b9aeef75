import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { saveAccounts } from './accounts.ts'
import { issueSession } from './sessions.ts'
import { createUserFinder } from './users.ts'

const db = (await createFreshDatabase()).connect()
const id = newId()
let token: string

beforeAll(async () => {
  await saveAccounts(db, [{ id, email: 'wout@example.org', nickname: 'wout', password_hash: 'none' }])
  await sql`insert into team (id, name) values ('team5678901', 'Night shift')`.execute(db)
})
beforeEach(async () => {
  token = (await issueSession(db, id, 'Test browser')).access_token
})

afterEach(() => vi.useRealTimers())

const find = createUserFinder(db, db)

test.each([
  ['another name', sql`update account set nickname = 'wouter', nickname_key = 'wouter'`, { nickname: 'wouter' }],
  ['adult content', sql`update account set adult_content = true, adult_passed_at = now(), birthday = '1980-01-01'`, { seesAdult: true }],
  ['becoming an operator', sql`update account set is_operator = true`, { isOperator: true }],
  ['leave to upload', sql`update account set can_upload_video = true`, { canUploadVideo: true }],
  ['another country', sql`update account set country_id = (select id from country where code = 'BE')`, { country: 'BE' }],
  ['an invitation', sql`insert into team_invitation (team_id, email) values ('team5678901', 'wout@example.org')`, {}],
  ['joining a team', sql`insert into team_member (user_id, team_id) values (${id}, 'team5678901')`, { isInTeams: true }],
  ['leaving a team', sql`delete from team_member`, { isInTeams: false }],
])('after %s, the next look-up finds the changed user', async (_, change, now) => {
  const before = await find(db, token, undefined)
  await change.execute(db)
  expect(await find(db, token, undefined)).toEqual({ ...before, ...now })
})

test.each([
  ['the end of the access token', sql`update session_token set access_expires_at = now()`],
  ['logging out', sql`delete from session`],
])('after %s, the next look-up finds no user', async (_, change) => {
  expect(await find(db, token, undefined)).toMatchObject({ id })
  await change.execute(db)
  expect(await find(db, token, undefined)).toBeNull()
})

test('a change of unrelated fields leaves the user cached', async () => {
  const before = await find(db, token, undefined)
  await sql`update account set nickname = nickname, following_content_alert = not following_content_alert`.execute(db)
  expect(await find(db, token, undefined)).toBe(before)
})

test('concurrent look-ups share a statement, and each finds its own user', async () => {
  const otherId = newId()
  await saveAccounts(db, [{ id: otherId, email: `${otherId}@example.org`, nickname: null, password_hash: 'none' }])
  const otherToken = (await issueSession(db, otherId)).access_token
  const findAll = () =>
    Promise.all(Array.from({ length: 20 }, async (_, index) => (await find(db, index % 2 ? token : otherToken, undefined))?.id))
  await findAll()
  const statements = vi.spyOn(db, 'executeQuery')
  expect(new Set(await findAll())).toEqual(new Set([id, otherId]))
  expect(statements).toHaveBeenCalledOnce()
  statements.mockRestore()
  await db.deleteFrom('session').where('account_id', '=', otherId).execute()
  expect(new Set(await findAll())).toEqual(new Set([id, undefined]))
})

test('users are read again after five minutes, and after the clock was set back', async () => {
  const before = await find(db, token, undefined)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 290_000)
  expect(await find(db, token, undefined)).toBe(before)
  vi.setSystemTime(Date.now() + 20_000)
  const second = await find(db, token, undefined)
  expect([second === before, second]).toEqual([false, before])
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(await find(db, token, undefined)).not.toBe(second)
})
