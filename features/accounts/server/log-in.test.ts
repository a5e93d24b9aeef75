import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { solveCaptchaFor, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { hashPassword, decoyHash, verifyPassword } from './passwords.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const { app, clientFor, db, guest } = server

async function logIn(user: string, enteredPassword = password, client = guest) {
  return client(api.createToken, {
    body: { grant_type: 'password', user, password: enteredPassword, captcha: await solveCaptchaFor(client) },
  })
}
const refusal = { status: 422, body: { code: 'login_wrong', errors: { password: [expect.any(String)] } } }

test('login works with email address or username, ignoring case', async () => {
  const ann = await createUser(server, { email: 'Ann@Example.com', nickname: 'Ann_Ann' })
  for (const user of ['Ann@Example.com', 'ann@example.COM', 'ann_ann', ' Ann_Ann ']) {
    const response = await logIn(user)
    expect(response).toEqual({
      user_id: ann.id,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    })
    expect(await clientFor({ token: response.access_token })(api.getProfile, {})).toMatchObject({ id: ann.id })
  }
})

test('login works as JSON, as a form with a client id, and as multipart', async () => {
  const { email } = await createUser(server)
  const multipart = clientFor({ form: true })
  await logIn(email, password, multipart)
  const urlencoded = await app.inject({
    method: 'POST',
    url: '/api/user/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer dead' },
    payload: new URLSearchParams({
      grant_type: 'password',
      client_id: '2',
      client_secret: '',
      user: email,
      password,
      captcha: await solveCaptchaFor(guest),
    }).toString(),
  })
  expect(urlencoded.statusCode).toBe(200)
  const body = {
    grant_type: 'password',
    client_id: 2,
    client_secret: 'web',
    user: email,
    password,
    captcha: await solveCaptchaFor(guest),
  } as const
  expect(await guest(api.createToken, { body })).toHaveProperty('access_token')
})

test('a wrong password and an unknown address get the same response', async () => {
  const { email, nickname } = await createUser(server)
  const answers = []
  for (const user of [email, nickname!, 'nobody@example.com', 'nobody-at-all'])
    answers.push(await logIn(user, 'wrong password').catch((error: unknown) => error))
  for (const response of answers) {
    expect(response).toMatchObject(refusal)
    expect(response).toEqual(answers[0])
  }
  await expect(logIn(email, 'wrong password', clientFor({ language: 'nl' }))).rejects.toMatchObject({
    body: { message: 'E-mailadres, gebruikersnaam of wachtwoord is onjuist' },
  })
})

test('an unknown address takes as long as a known one', async () => {
  // Hashing the decoy has the cost of hashing a password. A test below checks that unknown names are hashed too.
  expect(parseOptions(decoyHash)).toEqual(parseOptions(await hashPassword('a password')))
  expect(await verifyPassword(undefined, 'a password')).toBe(false)
})

test.each([
  ['no captcha', { captcha: undefined }, 'captcha'],
  ['no user', { user: undefined }, 'user'],
  ['an empty user', { user: '' }, 'user'],
  ['no password', { password: undefined }, 'password'],
  ['a list for a user', { user: ['ann'] }, 'user'],
  ['an object for a password', { password: { $ne: '' } }, 'password'],
  ['a password without end', { password: 'x'.repeat(1001) }, 'password'],
  ['NUL', { user: 'a\0b' }, 'user'],
  ['a lone surrogate', { password: '\ud800' }, 'password'],
  ['another grant', { grant_type: 'client_credentials' }, 'grant_type'],
])('%s is refused on its field', async (_, change, field) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/token',
    payload: { grant_type: 'password', user: 'ann', password, captcha: 'x', ...change },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field])
})

test.each([
  [{}, 'This is required'],
  [{ grant_type: 'client_credentials' }, 'Choose one of the options'],
  [{ grant_type: ['password'] }, 'Choose one of the options'],
])('%j is refused for its missing or unknown grant', async (payload, message) => {
  const response = await app.inject({ method: 'POST', url: '/api/user/token', payload })
  expect(response.json()).toMatchObject({ message, errors: { grant_type: [message] } })
})

test.each<[string, Record<string, string>, number]>([
  ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['a site beside this one', { 'sec-fetch-site': 'same-site', origin: 'http://other.choice.test' }, 403],
  ['an old browser on another site', { origin: 'https://evil.example' }, 403],
  ['a frame without an origin', { origin: 'null' }, 403],
  ['our own pages', { 'sec-fetch-site': 'same-origin', origin: 'http://choice.test' }, 200],
  ['our own pages, in an old browser', { origin: 'http://choice.test' }, 200],
  ['our own pages, at another of its names', { origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
  ['the address bar', { 'sec-fetch-site': 'none' }, 200],
])('a login from %s', async (_, headers, status) => {
  const { email } = await createUser(server)
  const payload = new URLSearchParams({ grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.inject({ method: 'POST', url: '/api/user/token', headers: { ...headers, ...type }, payload })
  expect([response.statusCode, response.headers['set-cookie'] === undefined]).toEqual([status, status === 403])
})

test('logging out ends the session immediately, accepts an expired token and requires one', async () => {
  const { client } = await createUser(server)
  await client(api.logout, {})
  await expect(client(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
  expect(await client(api.logout, {})).toEqual({})
  expect(await clientFor({ token: 'never.was' })(api.logout, {})).toEqual({})
  await expect(guest(api.logout, {})).rejects.toMatchObject({ status: 401 })
})

test('an expired access token still ends its session', async () => {
  const { client, refreshToken, sessionId } = await createUser(server)
  await db
    .updateTable('session_token')
    .set({ access_expires_at: new Date(0) })
    .where('session_id', '=', sessionId)
    .execute()
  await client(api.logout, {})
  await expect(guest(api.createToken, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
})

test('a token that is expired, truncated, altered, of the other kind or in another scheme is 401 everywhere', async () => {
  const ann = await createUser(server)
  const expired = await createUser(server)
  await db
    .updateTable('session_token')
    .set({ access_expires_at: new Date(Date.now() - 1000) })
    .where('session_id', '=', expired.sessionId)
    .execute()
  const bad = [
    expired.token,
    ann.token.slice(0, -1),
    `${ann.token}A`,
    ann.token.toLowerCase(),
    ann.refreshToken,
    ann.cookie,
    'x'.repeat(43),
    "' or 1=1",
  ]
  const headers = [...bad.map((token) => `Bearer ${token}`), ann.token, `Token ${ann.token}`, 'Bearer', `Bearer ${ann.token} x`]
  for (const authorization of headers)
    for (const url of ['/api/user/profile', '/api/countries', `/api/user/profile/${ann.id}`, '/api/user/sessions']) {
      const response = await app.inject({ url, headers: { authorization } })
      expect([url, authorization, response.statusCode]).toEqual([url, authorization, 401])
      expect(response.body).not.toContain(ann.token)
    }
  expect((await app.inject({ url: '/api/countries', headers: { authorization: 'Basic Zm9vOmJhcg==' } })).statusCode).toBe(200)
  expect((await app.inject({ url: `/api/countries?access_token=${ann.token}` })).statusCode).toBe(200)
  expect((await app.inject({ url: `/api/user/profile?access_token=${ann.token}` })).statusCode).toBe(401)
  expect((await app.inject({ url: '/api/user/profile', headers: { cookie: `media_session=${ann.cookie}` } })).statusCode).toBe(401)
})
