import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { send } from './fetch.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'

type Answer = (url: string, init: RequestInit & { headers: Headers }) => Response | Promise<Response>

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Puts a server in place of the network; answers what was asked of it. */
function serve(answer: Answer) {
  const calls: { url: string; method: string; headers: Headers; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    calls.push({ url, method: init.method ?? 'GET', headers, body: init.body })
    return Promise.resolve(answer(url, { ...init, headers }))
  })
  return calls
}

const get = (url: string) => send({ method: 'GET', url, headers: {}, body: undefined })
const post = (url: string, body: unknown) => send({ method: 'POST', url, headers: {}, body })

/** A server that knows one good access token and one good refresh token. */
const withSession: Answer = async (url, { headers, body }) => {
  if (url === '/api/user/token') {
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { grant_type, refresh_token } = JSON.parse(body as string) as Record<string, string>
    return grant_type === 'refresh_token' && refresh_token === 'r1'
      ? json(200, { access_token: 'new', refresh_token: 'r2' })
      : json(401, { message: 'No', code: 'token_invalid', errors: {} })
  }
  const token = headers.get('authorization')
  if (token && token !== 'Bearer new') return json(401, { message: 'No', code: 'token_invalid', errors: {} })
  return json(200, { as: token ?? 'guest' })
}

beforeEach(() => {
  localStorage.clear()
  storage.remove('access_token')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  shellHooks.requiredFields = () => Promise.resolve(false)
})

test('who is asking goes along: token, language, time zone and team', async () => {
  const calls = serve(() => json(200, {}))
  storage.set('access_token', 'a')
  storage.set('team_id', 't1')
  storage.set('account_mode', 'TEAM')
  await get('/api/things')
  const { headers } = calls[0]!
  expect(headers.get('authorization')).toBe('Bearer a')
  expect(headers.get('accept-language')).toBe('en')
  expect(headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(headers.get('x-team-id')).toBe('t1')
})

test('a team counts in team mode only', async () => {
  const calls = serve(() => json(200, {}))
  storage.set('team_id', 't1')
  await get('/api/things')
  expect(calls[0]!.headers.has('x-team-id')).toBe(false)
})

test('who is no longer in the team goes back to their own things, and is told once', async () => {
  const told = vi.fn<() => void>()
  shellHooks.leftTeam = told
  storage.set('access_token', 'a')
  storage.set('team_id', 't1')
  storage.set('account_mode', 'TEAM')
  const refusal = { message: 'No', code: 'not_in_team', errors: {} }
  const calls = serve((_, { headers }) => (headers.has('x-team-id') ? json(403, refusal) : json(200, {})))
  expect(await Promise.all([get('/api/a'), get('/api/b')])).toEqual([403, 403].map((status) => ({ status, body: refusal })))
  expect([storage.get('account_mode'), storage.get('team_id'), told.mock.calls.length]).toEqual([undefined, undefined, 1])
  expect((await get('/api/a')).status).toBe(200)
  expect(calls[2]!.headers.has('x-team-id')).toBe(false)
})

test('any other refusal leaves the team as it is', async () => {
  storage.set('team_id', 't1')
  storage.set('account_mode', 'TEAM')
  serve(() => json(403, { message: 'No', code: 'forbidden', errors: {} }))
  await get('/api/a')
  expect(storage.get('team_id')).toBe('t1')
})

test('a body is JSON, and a form when it holds a file', async () => {
  const calls = serve(() => json(200, {}))
  await post('/api/things', { name: 'a' })
  await post('/api/things', { name: 'a', icon: new Blob(['x']) })
  expect(calls[0]!.body).toBe('{"name":"a"}')
  expect(calls[0]!.headers.get('content-type')).toBe('application/json')
  expect((calls[1]!.body as FormData).get('name')).toBe('a')
  expect(calls[1]!.headers.has('content-type')).toBe(false)
})

test('an old token is renewed once for all calls that need it, and they are repeated', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve(withSession)
  const answers = await Promise.all([get('/api/a'), get('/api/b'), post('/api/c', {})])
  expect(answers.map(({ body }) => body)).toEqual(['a', 'b', 'c'].map(() => ({ as: 'Bearer new' })))
  expect(calls.filter(({ url }) => url === '/api/user/token')).toHaveLength(1)
  expect(storage.get('refresh_token')).toBe('r2')
})

test('the token is renewed under a lock that all tabs share', async () => {
  const names: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<boolean>) => {
        names.push(name)
        return work()
      },
    },
  })
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve(withSession)
  await get('/api/a')
  expect(names).toEqual(['choice-token'])
})

test('a token that another tab has renewed meanwhile is not renewed again', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve((url, init) => {
    if (init.headers.get('authorization') === 'Bearer old') storage.set('access_token', 'new')
    return withSession(url, init)
  })
  expect((await get('/api/a')).body).toEqual({ as: 'Bearer new' })
  expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/a'])
})

test('when the session has ended the person is a guest, and is answered as one', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'gone')
  serve(withSession)
  expect((await get('/api/a')).body).toEqual({ as: 'guest' })
  expect(storage.get('access_token')).toBeUndefined()
  expect(storage.get('refresh_token')).toBeUndefined()
})

test('a server in trouble does not end the session', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve((url, init) => (url === '/api/user/token' ? json(500, {}) : withSession(url, init)))
  expect((await post('/api/a', {})).status).toBe(401)
  expect(storage.get('refresh_token')).toBe('r1')
})

test('missing required fields are asked for, and the refused call is repeated', async () => {
  let complete = false
  shellHooks.requiredFields = () => Promise.resolve((complete = true))
  serve(() => (complete ? json(200, { done: true }) : json(427, { message: 'Fill', code: 'fields_missing', errors: {} })))
  expect(await post('/api/a', {})).toEqual({ status: 200, body: { done: true } })
})

test('when they are not filled in the call stays refused', async () => {
  const refusal = { message: 'Fill', code: 'fields_missing', errors: {} }
  serve(() => json(427, refusal))
  expect(await post('/api/a', {})).toEqual({ status: 427, body: refusal })
})

test('a read comes back later when it is told to; a change does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let busy = true
  const calls = serve(() =>
    busy ? json(503, { message: 'Later', code: 'unavailable', errors: {} }, { 'retry-after': '2' }) : json(200, { ok: true }),
  )
  const change = await post('/api/a', {})
  expect(change.status).toBe(503)
  const reading = get('/api/b')
  await vi.advanceTimersByTimeAsync(1000)
  busy = false
  await vi.advanceTimersByTimeAsync(1500)
  expect(await reading).toEqual({ status: 200, body: { ok: true } })
  expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/b', '/api/b'])
})

test('no answer at all is a refusal like any other, and makes the shell look whether the server is there', async () => {
  const looked = vi.fn<() => void>()
  shellHooks.unreachable = looked
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(get('/api/a')).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
  await expect(get('/api/a')).rejects.toBeInstanceOf(ApiError)
  expect(looked).toHaveBeenCalled()
})

test('an answer that is not ours still has a message', async () => {
  serve(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }))
  expect(await post('/api/a', {})).toMatchObject({ status: 502, body: { code: 'unavailable', errors: {} } })
})
