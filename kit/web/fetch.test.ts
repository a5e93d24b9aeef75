import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, type Effect } from '#kit/contract/client.ts'
import { fetchFile } from './fetch-file.ts'
import { send, sendOnce } from './fetch.ts'
import { sendInBackground } from './send-in-background.ts'
import { hasTokenExpired, storeTokens } from './session.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'

type Answer = (url: string, init: RequestInit & { headers: Headers }) => Response | Promise<Response>

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Replaces the network by a fake server; returns the requests it got. */
function serve(answer: Answer) {
  const calls: { url: string; method: string; headers: Headers; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    calls.push({ url, method: init.method ?? 'GET', headers, body: init.body })
    return Promise.resolve(answer(url, { ...init, headers }))
  })
  return calls
}

const get = (url: string) => send({ method: 'GET', url, headers: {}, body: undefined, effect: 'none' })
const post = (url: string, body: unknown, effect: Effect = 'once') => send({ method: 'POST', url, headers: {}, body, effect })

/** A server that accepts one access token and one refresh token. */
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

test('a file is returned unchanged, and its refusal like any other', async () => {
  const ask = (url: string) => fetchFile({ method: 'POST', url, headers: {}, body: {}, effect: 'same' })
  serve((url) =>
    url === '/file'
      ? new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/webp' } })
      : json(422, { message: 'No', code: 'link_invalid', errors: { url: ['No'] } }),
  )
  const { status, body } = await ask('/file')
  expect([status, body instanceof Blob && new Uint8Array(await body.arrayBuffer())]).toEqual([200, new Uint8Array([1, 2, 3])])
  expect(await ask('/none')).toMatchObject({ status: 422, body: { code: 'link_invalid' } })
  serve(() => new Response('<html>', { status: 502 }))
  await expect(ask('/file')).rejects.toMatchObject({ status: 502, body: { code: 'unavailable' } })
  serve(() => Promise.reject(new TypeError('no network')))
  await expect(ask('/file')).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
})

test('a file request is repeated with a new token when the old one is refused', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve(withSession)
  const answer = await fetchFile({ method: 'POST', url: '/api/file', headers: {}, body: {}, effect: 'same' })
  expect(answer.body instanceof Blob && (await answer.body.text())).toContain('Bearer new')
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

test('a team counts in team mode only', async () => {
  const calls = serve(() => json(200, {}))
  storage.set('team_id', 't1')
  await get('/api/things')
  expect(calls[0]!.headers.has('x-team-id')).toBe(false)
})

test('a removed team member returns to their own mode, with one message', async () => {
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

test('an expired token is renewed once for all calls, which are repeated', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve(withSession)
  const answers = await Promise.all([get('/api/a'), get('/api/b'), post('/api/c', {})])
  expect(answers.map(({ body }) => body)).toEqual(['a', 'b', 'c'].map(() => ({ as: 'Bearer new' })))
  expect(calls.filter(({ url }) => url === '/api/user/token')).toHaveLength(1)
  expect(storage.get('refresh_token')).toBe('r2')
})

test('the token is renewed under a lock shared by all tabs', async () => {
  const names: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, _: unknown, work: () => Promise<boolean>) => {
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

test('a token that another tab has renewed is not renewed again', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve((url, init) => {
    if (init.headers.get('authorization') === 'Bearer old') storage.set('access_token', 'new')
    return withSession(url, init)
  })
  expect((await get('/api/a')).body).toEqual({ as: 'Bearer new' })
  expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/a'])
})

describe('an access token that is known to have expired', () => {
  const expire = (refresh_token = 'r1') => storeTokens({ access_token: 'old', refresh_token, expires_in: 10 })
  const leave = (type: 'pagehide' | 'pageshow') => dispatchEvent(new Event(type))
  afterEach(() => leave('pageshow'))

  test.for([
    ['send', send],
    ['fetchFile', fetchFile],
    ['sendInBackground', sendInBackground],
  ] as const)('is renewed before %s asks, once for simultaneous calls', async ([, by]) => {
    expire()
    const calls = serve(withSession)
    const ask = (url: string) => by({ method: 'POST', url, headers: {}, body: {}, effect: 'once' })
    const answers = await Promise.all(['/api/a', '/api/b', '/api/c'].map(ask))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(calls.map(({ url }) => url)).toEqual(['/api/user/token', '/api/a', '/api/b', '/api/c'])
    expect(calls.slice(1).map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer new'))
  })

  test('is renewed again when the new one has expired too, as after sleep', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    storeTokens({ access_token: 'new', refresh_token: 'r1', expires_in: 3600 })
    const calls = serve((url, init) =>
      url === '/api/user/token' ? json(200, { access_token: 'new', refresh_token: 'r1', expires_in: 3600 }) : withSession(url, init),
    )
    await get('/api/a')
    for (const url of ['/api/b', '/api/c']) {
      vi.setSystemTime(Date.now() + 2 * 3600_000)
      await get(url)
    }
    expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/user/token', '/api/b', '/api/user/token', '/api/c'])
  })

  test('is not renewed when another tab has done so', async () => {
    expire()
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, _options: LockOptions, work: () => Promise<string>) => {
          storeTokens({ access_token: 'new', refresh_token: 'r2', expires_in: 3600 })
          return work()
        },
      },
    })
    const calls = serve(withSession)
    await get('/api/a')
    expect(calls.map(({ url }) => url)).toEqual(['/api/a'])
  })

  test('causes one login dialog and guest reads when the session has ended', async () => {
    const [told, asked] = [vi.fn<() => void>(), vi.fn<() => Promise<void>>(() => Promise.resolve())]
    Object.assign(shellHooks, { loggedOut: told, sessionEnded: asked })
    serve((url, init) =>
      init.headers.has('authorization') || url === '/api/user/token'
        ? withSession(url, init)
        : json(401, { message: 'No', code: 'unauthorized', errors: {} }),
    )
    expire('gone')
    expect((await get('/api/a')).status).toBe(401)
    expect([told.mock.calls.length, asked.mock.calls.length, hasTokenExpired()]).toEqual([1, 0, false])
    expire('gone')
    expect((await post('/api/a', {})).status).toBe(401)
    expect([told.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
  })

  test('is not renewed during unload, where the new token would be lost and the session end', async () => {
    expire()
    const calls = serve(withSession)
    leave('pagehide')
    const report = () => sendInBackground({ method: 'POST', url: '/api/view/progress', headers: {}, body: {}, effect: 'same' })
    await expect(report()).rejects.toMatchObject({ body: { code: 'offline' } })
    expect(calls).toEqual([])
    leave('pageshow')
    expect((await report()).status).toBe(200)
    expect(calls.map(({ url }) => url)).toEqual(['/api/user/token', '/api/view/progress'])
  })

  test('still allows logging out', async () => {
    expire()
    const calls = serve(withSession)
    const loggingOut = sendOnce({ method: 'POST', url: '/api/logout', headers: {}, body: undefined, effect: 'same' })
    storage.remove('access_token', 'refresh_token')
    await loggingOut
    expect(calls.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([['/api/logout', 'Bearer old']])
  })

  test('is tried when its age is unknown, and kept when it works', async () => {
    const calls = serve(withSession)
    storeTokens({ access_token: 'new', refresh_token: 'r1' })
    await get('/api/a')
    storeTokens({ access_token: 'new', refresh_token: 'r1', expires_in: 3600 })
    await get('/api/b')
    expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/b'])
  })
})

test('after the end of the session the user reads as a guest', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'gone')
  serve(withSession)
  expect((await get('/api/a')).body).toEqual({ as: 'guest' })
  expect(storage.get('access_token')).toBeUndefined()
  expect(storage.get('refresh_token')).toBeUndefined()
})

test('a session ended elsewhere shows a message; a logout here or a new login prompt does not', async () => {
  const [told, asked] = [vi.fn<() => void>(), vi.fn<() => Promise<void>>(() => Promise.resolve())]
  Object.assign(shellHooks, { loggedOut: told, sessionEnded: asked })
  const logIn = () => {
    storage.set('access_token', 'old')
    storage.set('refresh_token', 'r0')
  }
  const calls = serve(withSession)
  logIn()
  expect((await get('/api/a')).body).toEqual({ as: 'guest' })
  expect([told.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0])
  logIn()
  await post('/api/c', {})
  expect([told.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
  logIn()
  const late = get('/api/a')
  storage.remove('access_token', 'refresh_token')
  expect((await late).body).toEqual({ as: 'guest' })
  expect(told.mock.calls.length).toBe(1)
  expect(calls.length).toBeGreaterThan(6)
})

test('after a logout in another tab, submitting a form asks for a login and then sends it', async () => {
  const asked = vi.fn<() => Promise<void>>(() => Promise.resolve(storage.set('access_token', 'new')))
  Object.assign(shellHooks, { sessionEnded: asked })
  const calls = serve((_, { headers }) => {
    const token = headers.get('authorization')
    return token ? json(200, { as: token }) : json(401, { message: 'No', code: 'unauthorized', errors: {} })
  })
  expect((await post('/api/c', {})).body).toEqual({ as: 'Bearer new' })
  expect([asked.mock.calls.length, calls.length]).toEqual([1, 2])
  storage.remove('access_token')
  // A read doesn't ask for a login.
  expect((await get('/api/a')).status).toBe(401)
  expect(asked.mock.calls.length).toBe(1)
})

test('server errors do not end the session', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve((url, init) => (url === '/api/user/token' ? json(500, {}) : withSession(url, init)))
  await expect(post('/api/a', {})).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(storage.get('refresh_token')).toBe('r1')
})

test('a hanging tab that holds the lock does not block renewal', async () => {
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      // Like a lock that isn't released before the limit.
      request: (_: string, { signal }: { signal?: AbortSignal }) =>
        signal ? Promise.reject(new DOMException('', 'TimeoutError')) : new Promise(() => {}),
    },
  })
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve(withSession)
  expect((await get('/api/a')).body).toEqual({ as: 'Bearer new' })
})

test('missing required fields are asked for, and the refused call is repeated', async () => {
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
  const looked = vi.fn<() => void>()
  shellHooks.unreachable = looked
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(get('/api/a')).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
  expect(looked).toHaveBeenCalled()
})

test('a call sent while offline was certainly not carried out', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(post('/api/a', {})).rejects.toMatchObject({ status: 0, body: { code: 'offline' } })
})

/** A truncated answer. */
const cut = (status: number) =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"half":')),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
    { status, headers: { 'content-type': 'application/json' } },
  )
const html = (status: number) => new Response('<h1>Somebody else</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Each failure, with the outcome for a read, a repeatable change and a non-repeatable one. */
const faults: Record<string, { happens: () => Response; read: [number, string]; once: [number, string] }> = {
  'no answer': {
    happens: () => {
      throw new TypeError('Failed to fetch')
    },
    read: [0, 'offline'],
    once: [0, 'answer_lost'],
  },
  'half an answer': { happens: () => cut(200), read: [0, 'offline'], once: [0, 'answer_lost'] },
  'half a refusal': { happens: () => cut(403), read: [0, 'offline'], once: [0, 'answer_lost'] },
  'a portal of the hotel': { happens: () => html(200), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'an empty success': { happens: () => new Response(null, { status: 200 }), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'JSON that is none': {
    happens: () => new Response('{"half":', { headers: { 'content-type': 'application/json' } }),
    read: [502, 'unavailable'],
    once: [0, 'answer_lost'],
  },
  'a proxy that reaches nobody': { happens: () => html(502), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'a proxy that waited in vain': { happens: () => html(504), read: [504, 'unavailable'], once: [0, 'answer_lost'] },
  'a proxy that refuses': { happens: () => html(403), read: [403, 'unavailable'], once: [403, 'unavailable'] },
  'a refusal of another shape': { happens: () => json(500, { error: 'x' }), read: [500, 'unavailable'], once: [500, 'unavailable'] },
  'errors of another shape': {
    happens: () => json(422, { message: 'x', code: 'x', errors: { name: 'short' } }),
    read: [422, 'unavailable'],
    once: [422, 'unavailable'],
  },
}

/** Where it fails: the call with a valid token, the renewal, or the call after the renewal. */
const places = ['the call', 'the renewal', 'the repeated call'] as const

describe.for(Object.entries(faults))('%s', ([, { happens, read, once }]) => {
  test.for(places.flatMap((place) => (['none', 'same', 'once'] as const).map((effect) => [place, effect] as const)))(
    'in %s, of a call whose effect is: %s',
    async ([place, effect]) => {
      storage.set('access_token', place === 'the call' ? 'new' : 'old')
      storage.set('refresh_token', 'r1')
      const calls = serve((url, init) => {
        const isRenewal = url === '/api/user/token'
        const isRepeated = !isRenewal && calls.length > 1
        const isHere = place === 'the renewal' ? isRenewal : !isRenewal && (place === 'the call' || isRepeated)
        return isHere ? happens() : withSession(url, init)
      })
      const call = effect === 'none' ? get('/api/a') : post('/api/a', {}, effect)
      const error: unknown = await call.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ApiError)
      const { status, body } = error as ApiError
      // The call wasn't carried out when the token turned out to be expired.
      if (place === 'the renewal') expect([0, 503]).toContain(status)
      else expect([status, body.code]).toEqual(effect === 'once' ? once : read)
      expect(body).toMatchObject({ message: expect.stringMatching(/\w/) as string, errors: {} })
      // Only calls refused for their token are sent twice.
      expect(calls.filter(({ url }) => url === '/api/a')).toHaveLength(place === 'the repeated call' ? 2 : 1)
      // Network failures end no session.
      expect(storage.get('refresh_token')).toBeDefined()
    },
  )
})

test('a repeated call keeps its Idempotency-Key and may be sent again', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve((url, init) => (calls.length > 2 ? cut(200) : withSession(url, init)))
  const headers = { 'idempotency-key': 'k1' }
  const made = send({ method: 'POST', url: '/api/a', headers, body: {}, effect: 'once' })
  await expect(made).rejects.toMatchObject({
    body: { code: 'answer_lost', message: expect.stringContaining('You can safely try again') },
  })
  expect(calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', null, 'k1'])
})

test('a renewal with a lost response is retried at once, before its token counts as stolen', async () => {
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  const calls = serve((url, init) => {
    if (url === '/api/user/token' && calls.length === 2) return cut(200)
    return withSession(url, init)
  })
  expect((await get('/api/a')).body).toEqual({ as: 'Bearer new' })
  expect(calls.map(({ url }) => url)).toEqual(['/api/a', '/api/user/token', '/api/user/token', '/api/a'])
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
  const answer = serve(withSession)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    signals.push(init.signal)
    return fetch(url, init)
  })
  await post('/api/a', {})
  await post('/api/a', { icon: new Blob(['x']) })
  expect(answer).toHaveLength(4)
  expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true)
  expect(Math.max(...limits)).toBeLessThanOrEqual(300_000)
  vi.restoreAllMocks()
})
