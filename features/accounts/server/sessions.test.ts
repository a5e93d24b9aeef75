import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { poolFigures } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { solveCaptchaFor, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { deleteExpiredSessions } from './queries/sessions.ts'
import { issueSession } from './sessions.ts'
import { createUserFinder, findCookieUser } from './users.ts'

const server = await startTestServer()
const { app, clientFor, db, guest } = server

const refresh = (token: string, client = guest) => client(api.createToken, { body: { grant_type: 'refresh_token', refresh_token: token } })
const isTokenValid = async (token: string) =>
  clientFor({ token })(api.getProfile, {}).then(
    () => true,
    () => false,
  )
/** Makes the last use of a session's tokens older by some seconds. */
const makeOlder = (sessionId: string, seconds: number) =>
  db
    .updateTable('session_token')
    .set({ rotated_at: sql`rotated_at - make_interval(secs => ${seconds}::int)` })
    .where('session_id', '=', sessionId)
    .execute()

test('a refresh token gives a new pair, and the old access token lasts until it expires', async () => {
  const ann = await createUser(server)
  const next = await refresh(ann.refreshToken, clientFor({ token: 'dead' }))
  expect(next).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(new Set([ann.token, ann.refreshToken, next.access_token, next.refresh_token]).size).toBe(4)
  expect(await isTokenValid(next.access_token)).toBe(true)
  expect(await isTokenValid(ann.token)).toBe(true)
  const secondRefresh = await refresh(next.refresh_token)
  expect(await isTokenValid(secondRefresh.access_token)).toBe(true)
})

test('two simultaneous refreshes get the same pair, and so does a retry within 30 seconds', async () => {
  const ann = await createUser(server)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(ann.refreshToken)))
  const pairs = answers.map(({ access_token: access, refresh_token: next }) => `${access} ${next}`)
  expect(new Set(pairs).size).toBe(1)
  await makeOlder(ann.sessionId, 25)
  const second = await refresh(ann.refreshToken)
  expect(`${second.access_token} ${second.refresh_token}`).toBe(pairs[0])
  expect(second.expires_in).toBeLessThanOrEqual(3600)
  expect(second.expires_in).toBeGreaterThan(3500)
})

test('a later reuse of a refresh token ends the whole session, because it was copied', async () => {
  const ann = await createUser(server)
  const other = await createUser(server, { nickname: null })
  const next = await refresh(ann.refreshToken)
  await makeOlder(ann.sessionId, 31)
  await expect(refresh(ann.refreshToken)).rejects.toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  for (const token of [ann.token, next.access_token]) expect(await isTokenValid(token)).toBe(false)
  await expect(refresh(next.refresh_token)).rejects.toMatchObject({ status: 401 })
  expect(await isTokenValid(other.token)).toBe(true)
})

test('an unknown, expired, truncated or access token refreshes nothing', async () => {
  const ann = await createUser(server)
  for (const token of ['x', ann.token, ann.cookie, ann.refreshToken.slice(0, -1), ' '.repeat(43)])
    await expect(refresh(token)).rejects.toMatchObject({ status: 401 })
  await db
    .updateTable('session_token')
    .set({ refresh_expires_at: new Date(0) })
    .where('session_id', '=', ann.sessionId)
    .execute()
  await expect(refresh(ann.refreshToken)).rejects.toMatchObject({ status: 401 })
})

test('refreshing during a logout neither fails nor leaves a valid token', async () => {
  for (let i = 0; i < 10; i++) {
    const ann = await createUser(server)
    const [response] = await Promise.all([
      refresh(ann.refreshToken).catch((error: { status: number }) => error.status),
      ann.client(api.logout, {}),
    ])
    if (typeof response === 'number') expect(response).toBe(401)
    else expect(await isTokenValid(response.access_token)).toBe(false)
    expect(await isTokenValid(ann.token)).toBe(false)
  }
})

test('the database contains neither tokens nor data that derives them', async () => {
  const ann = await createUser(server)
  const next = await refresh(ann.refreshToken)
  const rows = JSON.stringify([
    await db
      .selectFrom('session')
      .select(sql`session::text`.as('row'))
      .execute(),
    await db
      .selectFrom('session_token')
      .select(sql`session_token::text`.as('row'))
      .execute(),
  ])
  for (const token of [ann.token, ann.refreshToken, ann.cookie, next.access_token, next.refresh_token]) {
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(rows).not.toContain(Buffer.from(token).toString('hex'))
  }
})

test('lists sessions and ends all others', async () => {
  const ann = await createUser(server)
  const phone = clientFor({ headers: { 'user-agent': `Phone ${'x'.repeat(400)}` } })
  const { access_token: token } = await phone(api.createToken, {
    body: { grant_type: 'password', user: ann.email, password, captcha: await solveCaptchaFor(guest) },
  })
  const other = await createUser(server)
  const sessions = await ann.client(api.listSessions, {})
  expect(sessions).toHaveLength(2)
  // The current session is first, though the phone was used later.
  expect(sessions[0]).toMatchObject({ id: ann.sessionId, user_agent: 'Test browser', is_current: true })
  expect(sessions[1]).toMatchObject({ user_agent: expect.stringMatching(/^Phone x{294}$/), is_current: false })
  expect(Object.keys(sessions[0]!).toSorted()).toEqual(['created_at', 'id', 'is_current', 'last_seen_at', 'user_agent'])

  expect(await ann.client(api.endOtherSessions, {})).toEqual({})
  expect(await isTokenValid(token)).toBe(false)
  expect(await ann.client(api.listSessions, {})).toHaveLength(1)
  expect(await isTokenValid(other.token)).toBe(true)
  for (const endpoint of [api.listSessions, api.endOtherSessions]) await expect(guest(endpoint, {})).rejects.toMatchObject({ status: 401 })
})

test('the session cookie is for pictures, videos and events only, and ends with the session', async () => {
  const ann = await createUser(server)
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/token',
    payload: { grant_type: 'password', user: ann.email, password, captcha: await solveCaptchaFor(guest) },
  })
  const cookies = response.headers['set-cookie'] as string[]
  expect(cookies).toHaveLength(3)
  for (const [i, path] of ['/media', '/api/events'].entries())
    expect(cookies[i]).toMatch(new RegExp(`^media_session=[\\w-]{43}; Path=${path}; Max-Age=34128000; HttpOnly; SameSite=Lax$`))
  const cookie = cookies[0]!.split(';')[0]!
  const findUser = (cookies: string | undefined) => findCookieUser(db, cookies)
  expect(await findUser(`theme=dark; ${cookie}; lang=nl`)).toMatchObject({
    id: ann.id,
    nickname: ann.nickname,
    teamId: null,
    country: null,
  })
  for (const badCookie of [undefined, '', 'media_session=', `x${cookie}`, `${cookie}x`, `media_session=${ann.token}`])
    expect(await findUser(badCookie)).toBeNull()

  const { access_token: token } = response.json<{ access_token: string }>()
  const left = await app.inject({ method: 'POST', url: '/api/logout', headers: { authorization: `Bearer ${token}` } })
  expect((left.headers['set-cookie'] as string[])[0]).toBe('media_session=; Path=/media; Max-Age=0; HttpOnly; SameSite=Lax')
  expect(await findUser(cookie)).toBeNull()
})

test('only members can act for a team', async () => {
  const ann = await createUser(server)
  const bob = await createUser(server)
  const [team, invited] = [newId(), newId()]
  await db
    .insertInto('team')
    .values([team, invited].map((id) => ({ id, name: 'A team' })))
    .execute()
  await db
    .insertInto('team_member')
    .values([
      { team_id: team, user_id: ann.id },
      { team_id: invited, user_id: bob.id },
    ])
    .execute()
  await db.insertInto('team_invitation').values({ team_id: invited, email: ann.email }).execute()
  const findUser = createUserFinder(db, db)
  expect(await findUser(db, ann.token, team)).toMatchObject({ id: ann.id, teamId: team, country: null })
  expect(await clientFor({ token: ann.token, teamId: team })(api.getActingTeam, {})).toEqual({ id: team })
  expect(await ann.client(api.getActingTeam, {})).toEqual({ id: null })
  await ann.client(api.updateProfile, { body: { country_id: 239 } })
  expect(await findUser(db, ann.token, undefined)).toMatchObject({ teamId: null, country: 'BE' })
  expect(await ann.client(api.getProfile, {})).toMatchObject({ membership: [{ id: invited, name: 'A team' }] })
  for (const [token, id] of [
    [bob.token, team],
    [ann.token, invited],
    [ann.token, 'nosuchteam1'],
    [ann.token, "'; drop"],
  ] as const) {
    await expect(clientFor({ token, teamId: id })(api.getActingTeam, {})).rejects.toMatchObject({
      status: 403,
      body: { code: 'not_in_team' },
    })
    await expect(findUser(db, token, id)).rejects.toMatchObject({ problem: { code: 'not_in_team', status: 403 } })
    // Calls that act only for the user do so in every team.
    expect(await clientFor({ token, teamId: id })(api.getProfile, {})).toMatchObject({ id: token === ann.token ? ann.id : bob.id })
  }
})

test('use of a session is recorded at most every 5 minutes, outside the request', async () => {
  const ann = await createUser(server)
  const readLastSeen = async () =>
    (await db.selectFrom('session').select('last_seen_at').where('id', '=', ann.sessionId).executeTakeFirstOrThrow()).last_seen_at.getTime()
  const lastSeen = await readLastSeen()
  await ann.client(api.getProfile, {})
  await expect.poll(() => poolFigures(db)).toSatisfy(({ total, idle }) => total === idle)
  expect(await readLastSeen()).toBe(lastSeen)
  await db
    .updateTable('session')
    .set({ last_seen_at: new Date(lastSeen - 301_000) })
    .where('id', '=', ann.sessionId)
    .execute()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 301_000)
  await ann.client(api.getProfile, {})
  vi.useRealTimers()
  await expect.poll(readLastSeen).toBeGreaterThanOrEqual(lastSeen)
})

test('expired sessions and tokens are deleted', async () => {
  const expired = await createUser(server)
  const active = await createUser(server)
  await refresh(active.refreshToken)
  await db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.sessionId)
    .execute()
  await db
    .updateTable('session_token')
    .set({ refresh_expires_at: new Date(0) })
    .where('session_id', '=', active.sessionId)
    .where('rotated_at', 'is not', null)
    .execute()
  await deleteExpiredSessions(db)
  const remainingSessions = await db
    .selectFrom('session_token')
    .select('session_id')
    .where('session_id', 'in', [expired.sessionId, active.sessionId])
    .execute()
  expect(remainingSessions).toEqual([{ session_id: active.sessionId }])
  expect(await isTokenValid(expired.token)).toBe(false)
})

test('refreshes of a session are limited per hour, because each stores a row for a month', async () => {
  const ann = await createUser(server)
  let last = ann.refreshToken
  for (let i = 0; i < 60; i++) last = (await refresh(last)).refresh_token
  await expect(refresh(last)).rejects.toMatchObject({ status: 429 })
  const rows = await db.selectFrom('session_token').select('session_id').where('session_id', '=', ann.sessionId).execute()
  expect(rows).toHaveLength(61)
  // Sessions of other users still work, and so does this session.
  expect(await isTokenValid(ann.token)).toBe(true)
  await refresh((await createUser(server)).refreshToken)
})

test('an account has at most a hundred sessions; the least recently used ones end', async () => {
  const ann = await createUser(server)
  const others = []
  for (let i = 0; i < 99; i++) others.push(await issueSession(db, ann.id))
  await db
    .updateTable('session')
    .set({ last_seen_at: sql`now() - interval '1 day'` })
    .where('id', '=', others[7]!.sessionId)
    .execute()
  await issueSession(db, ann.id)
  expect(await Promise.all([ann.token, others[7]!.access_token, others[8]!.access_token].map(isTokenValid))).toEqual([true, false, true])
  expect(await db.selectFrom('session').select('id').where('account_id', '=', ann.id).execute()).toHaveLength(100)
})
