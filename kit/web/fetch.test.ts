import { expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'
import { send } from './fetch.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'
import { fakeNetwork } from '#test/fixtures/web/fake-network.ts'

const { json, serve, get, post, withSession, cut } = fakeNetwork()

test('a file is returned unchanged, and its refusal like any other', async () => {
  const sendCall = (url: string) => fetchFile({ method: 'POST', url, headers: {}, body: {}, effect: 'same' })
  serve((url) =>
    url === '/file'
      ? new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/webp' } })
      : json(422, { message: 'No', code: 'link_invalid', errors: { url: ['No'] } }),
  )
  const { status, body } = await sendCall('/file')
  expect([status, body instanceof Blob && new Uint8Array(await body.arrayBuffer())]).toEqual([200, new Uint8Array([1, 2, 3])])
  expect(await sendCall('/none')).toMatchObject({ status: 422, body: { code: 'link_invalid' } })
  serve(() => new Response('<html>', { status: 502 }))
  await expect(sendCall('/file')).rejects.toMatchObject({ status: 502, body: { code: 'unavailable' } })
  serve(() => Promise.reject(new TypeError('no network')))
  await expect(sendCall('/file')).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
})

test('a file request is repeated with a new token when the old one is refused', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve(withSession)
  const response = await fetchFile({ method: 'POST', url: '/api/file', headers: {}, body: {}, effect: 'same' })
  expect(response.body instanceof Blob && (await response.body.text())).toContain('Bearer new')
  expect(calls.map(({ url }) => url)).toEqual(['/api/file', '/api/user/token', '/api/file'])
})

test('requests carry token, language, time zone and team', async () => {
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

test('a team counts only in team mode', async () => {
  const calls = serve(() => json(200, {}))
  storage.set('team_id', 't1')
  await get('/api/things')
  expect(calls[0]!.headers.has('x-team-id')).toBe(false)
})

test('a removed team member returns to their own mode, with one message', async () => {
  const onLeftTeam = vi.fn<() => void>()
  shellHooks.leftTeam = onLeftTeam
  storage.set('access_token', 'a')
  storage.set('team_id', 't1')
  storage.set('account_mode', 'TEAM')
  const refusal = { message: 'No', code: 'not_in_team', errors: {} }
  const calls = serve((_, { headers }) => (headers.has('x-team-id') ? json(403, refusal) : json(200, {})))
  expect(await Promise.all([get('/api/a'), get('/api/b')])).toEqual([403, 403].map((status) => ({ status, body: refusal })))
  expect([storage.get('account_mode'), storage.get('team_id'), onLeftTeam.mock.calls.length]).toEqual([undefined, undefined, 1])
  expect((await get('/api/a')).status).toBe(200)
  expect(calls[2]!.headers.has('x-team-id')).toBe(false)
})

test('other refusals keep team mode', async () => {
  storage.set('team_id', 't1')
  storage.set('account_mode', 'TEAM')
  serve(() => json(403, { message: 'No', code: 'forbidden', errors: {} }))
  await get('/api/a')
  expect(storage.get('team_id')).toBe('t1')
})

test('a body is JSON, or a form if it contains a file', async () => {
  const calls = serve(() => json(200, {}))
  await post('/api/things', { name: 'a' })
  await post('/api/things', { name: 'a', icon: new Blob(['x']) })
  expect(calls[0]!.body).toBe('{"name":"a"}')
  expect(calls[0]!.headers.get('content-type')).toBe('application/json')
  expect((calls[1]!.body as FormData).get('name')).toBe('a')
  expect(calls[1]!.headers.has('content-type')).toBe(false)
})

test('server errors do not end the session', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve((url, init) => (url === '/api/user/token' ? json(500, {}) : withSession(url, init)))
  await expect(post('/api/a', {})).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(storage.get('refresh_token')).toBe('r1')
})

test('the user fills in missing required fields, and the refused call is repeated', async () => {
  let complete = false
  shellHooks.requiredFields = () => Promise.resolve((complete = true))
  serve(() => (complete ? json(200, { done: true }) : json(427, { message: 'Fill', code: 'fields_missing', errors: {} })))
  expect(await post('/api/a', {})).toEqual({ status: 200, body: { done: true } })
})

test('a call stays refused if the fields are not filled in', async () => {
  const refusal = { message: 'Fill', code: 'fields_missing', errors: {} }
  serve(() => json(427, refusal))
  expect(await post('/api/a', {})).toEqual({ status: 427, body: refusal })
})

test('a read waits for Retry-After and retries; a change does not', async () => {
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

test('a missing response makes the shell check the server', async () => {
  const onUnreachable = vi.fn<() => void>()
  shellHooks.unreachable = onUnreachable
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(get('/api/a')).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
  expect(onUnreachable).toHaveBeenCalled()
})

test('a call sent while offline was certainly not carried out', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(post('/api/a', {})).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
})

test('a repeated call keeps its Idempotency-Key and may be sent again', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve((url, init) => (calls.length > 2 ? cut(200) : withSession(url, init)))
  const headers = { 'idempotency-key': 'k1' }
  const request = send({ method: 'POST', url: '/api/a', headers, body: {}, effect: 'once' })
  await expect(request).rejects.toMatchObject({
    body: { code: 'answer_lost', message: expect.stringContaining('You can safely try again') },
  })
  expect(calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', null, 'k1'])
})

test('calls and token renewals time out', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return new AbortController().signal
  })
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const signals: unknown[] = []
  const response = serve(withSession)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    signals.push(init.signal)
    return fetch(url, init)
  })
  await post('/api/a', {})
  await post('/api/a', { icon: new Blob(['x']) })
  expect(response).toHaveLength(4)
  expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true)
  expect(Math.max(...limits)).toBeLessThanOrEqual(300_000)
  vi.restoreAllMocks()
})
