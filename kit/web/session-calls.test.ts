import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'
import { send, sendOnce } from './fetch.ts'
import { sendInBackground } from './send-in-background.ts'
import { hasTokenExpired, storeTokens } from './session.ts'
import { shellHooks } from './shell-hooks.ts'
import { storage } from './storage.ts'
import { typedInput } from './tab.ts'
import { fakeNetwork } from '#test/fixtures/web/fake-network.ts'

const { json, serve, get, post, withSession, cut } = fakeNetwork()
const noLogin = { message: 'No', code: 'unauthorized', errors: {} }

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

describe('an expired access token', () => {
  const expire = (refresh_token = 'r1') => storeTokens({ access_token: 'old', refresh_token, expires_in: 10 })
  const leave = (type: 'pagehide' | 'pageshow') => dispatchEvent(new Event(type))
  afterEach(() => leave('pageshow'))

  test.for([
    ['send', send],
    ['fetchFile', fetchFile],
    ['sendInBackground', sendInBackground],
  ] as const)('is renewed before %s sends, once for simultaneous calls', async ([, by]) => {
    expire()
    const calls = serve(withSession)
    const sendCall = (url: string) => by({ method: 'POST', url, headers: {}, body: {}, effect: 'once' })
    const answers = await Promise.all(['/api/a', '/api/b', '/api/c'].map(sendCall))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(calls.map(({ url }) => url)).toEqual(['/api/user/token', '/api/a', '/api/b', '/api/c'])
    expect(calls.slice(1).map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer new'))
  })

  test('is renewed again when the new one has expired too, for example after sleep', async () => {
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
    const [onLoggedOut, onSessionEnded] = [vi.fn<() => void>(), vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))]
    Object.assign(shellHooks, { loggedOut: onLoggedOut, sessionEnded: onSessionEnded })
    serve((url, init) =>
      init.headers.has('authorization') || url === '/api/user/token'
        ? withSession(url, init)
        : json(401, { message: 'No', code: 'unauthorized', errors: {} }),
    )
    expire('gone')
    expect((await get('/api/a')).status).toBe(401)
    expect([onLoggedOut.mock.calls.length, onSessionEnded.mock.calls.length, hasTokenExpired()]).toEqual([1, 0, false])
    expire('gone')
    expect((await post('/api/a', {})).status).toBe(401)
    expect([onLoggedOut.mock.calls.length, onSessionEnded.mock.calls.length]).toEqual([1, 1])
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
  const [onLoggedOut, onSessionEnded] = [vi.fn<() => void>(), vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))]
  Object.assign(shellHooks, { loggedOut: onLoggedOut, sessionEnded: onSessionEnded })
  const logIn = () => {
    storage.set('access_token', 'old')
    storage.set('refresh_token', 'r0')
  }
  const calls = serve(withSession)
  logIn()
  expect((await get('/api/a')).body).toEqual({ as: 'guest' })
  expect([onLoggedOut.mock.calls.length, onSessionEnded.mock.calls.length]).toEqual([1, 0])
  logIn()
  await post('/api/c', {})
  expect([onLoggedOut.mock.calls.length, onSessionEnded.mock.calls.length]).toEqual([1, 1])
  logIn()
  const lateRequest = get('/api/a')
  storage.remove('access_token', 'refresh_token')
  expect((await lateRequest).body).toEqual({ as: 'guest' })
  expect(onLoggedOut.mock.calls.length).toBe(1)
  expect(calls.length).toBeGreaterThan(6)
})

test('after a logout in another tab, submitting a form asks for a login and then sends it', async () => {
  const onSessionEnded = vi.fn<() => Promise<boolean>>(() => (storage.set('access_token', 'new'), Promise.resolve(true)))
  Object.assign(shellHooks, { sessionEnded: onSessionEnded })
  const calls = serve((_, { headers }) => {
    const token = headers.get('authorization')
    return token ? json(200, { as: token }) : json(401, { message: 'No', code: 'unauthorized', errors: {} })
  })
  expect((await post('/api/c', {})).body).toEqual({ as: 'Bearer new' })
  expect([onSessionEnded.mock.calls.length, calls.length]).toEqual([1, 2])
  storage.remove('access_token')
  // A read doesn't ask for a login.
  expect((await get('/api/a')).status).toBe(401)
  expect(onSessionEnded.mock.calls.length).toBe(1)
})

describe('what a user typed is not sent as another user', () => {
  const logIn = (user_id: string) => storeTokens({ user_id, access_token: 'new', refresh_token: 'r1' })
  afterEach(() => (typedInput.userId = undefined))

  test.for([false, true])('who logs in while the call waits (asked for the same user again: %s)', async (isSameUser) => {
    const asked: unknown[] = []
    shellHooks.sessionEnded = (userId) => {
      asked.push(userId)
      logIn(isSameUser ? 'ann' : 'bob')
      return Promise.resolve(isSameUser)
    }
    const calls = serve((url, init) => (init.headers.has('authorization') ? withSession(url, init) : json(401, noLogin)))
    storeTokens({ user_id: 'ann', access_token: 'old', refresh_token: 'gone' })
    const { status } = await post('/api/c', {})
    expect([status, asked]).toEqual([isSameUser ? 200 : 401, ['ann']])
    expect(calls.map(({ headers }) => headers.get('authorization')).includes('Bearer new')).toBe(isSameUser)
  })

  test('who logged in before the call', async () => {
    const asked: unknown[] = []
    shellHooks.sessionEnded = (userId) => (asked.push(userId), Promise.resolve(false))
    const calls = serve((url, init) => (init.headers.has('authorization') ? withSession(url, init) : json(401, noLogin)))
    logIn('bob')
    typedInput.userId = 'ann'
    expect([(await post('/api/c', {})).status, asked]).toEqual([401, ['ann']])
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual([null])
    expect((await get('/api/a')).status).toBe(200)
    logIn('ann')
    expect((await post('/api/c', {})).status).toBe(200)
  })
})

test('a hanging tab that holds the lock does not block renewal', async () => {
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      // The lock is never released: a request with a time limit fails, and one without waits forever.
      request: (_: string, { signal }: { signal?: AbortSignal }) =>
        signal ? Promise.reject(new DOMException('', 'TimeoutError')) : new Promise(() => {}),
    },
  })
  storage.set('access_token', 'old')
  storage.set('refresh_token', 'r1')
  serve(withSession)
  expect((await get('/api/a')).body).toEqual({ as: 'Bearer new' })
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
