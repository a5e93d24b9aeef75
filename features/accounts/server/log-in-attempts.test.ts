import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveCaptchaFor, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { tryPassword } from './attempts.ts'
import { findLoginAccount } from './log-in.ts'
import { deleteExpiredDevices } from './queries/devices.ts'
import { verifyPassword } from './passwords.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const { app, clientFor, db, guest, services } = server

async function logIn(user: string, enteredPassword = password, client = guest) {
  return client(api.createToken, {
    body: { grant_type: 'password', user, password: enteredPassword, captcha: await solveCaptchaFor(client) },
  })
}
const refusal = { status: 422, body: { code: 'login_wrong', errors: { password: [expect.any(String)] } } }

/** A caller at another address. */
const clientAt = (address: string, cookie?: string) =>
  clientFor({ headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) } })

test('10 wrong passwords in 15 minutes from one network block the account there, for any capitalisation', async () => {
  const { id, email } = await createUser(server)
  const names = [email, email.toUpperCase(), ` ${email} `]
  for (let i = 0; i < 10; i++)
    await expect(logIn(names[i % names.length]!, 'wrong password', clientAt(`203.0.113.${i}`))).rejects.toMatchObject(refusal)
  for (const name of names) await expect(logIn(name, password, clientAt('203.0.113.200'))).rejects.toMatchObject({ status: 429 })

  const response = await app.inject({
    method: 'POST',
    url: '/api/user/token',
    headers: { 'x-forwarded-for': '203.0.113.9' },
    payload: { grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) },
  })
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(800)
  expect(response.json<{ message: string }>().message).toBe('That was too often. Try again in 15 minutes.')
  // Wrong attempts on one network block neither the owner on other networks nor other users. A new password ends the block.
  await logIn(email, password, clientAt('198.51.100.1'))
  await logIn((await createUser(server)).email, password, clientAt('203.0.113.9'))
  for (let i = 0; i < 10; i++) await logIn(email, 'wrong password', clientAt(`2001:db8:1:2::${i}`)).catch(() => undefined)
  await expect(logIn(email, password, clientAt('2001:db8:1:2:ffff::1'))).rejects.toMatchObject({ status: 429 })
  await logIn(email, password, clientAt('2001:db8:1:3::1'))
  await db.updateTable('account').set({ password_changed_at: new Date() }).where('id', '=', id).execute()
  await logIn(email, password, clientAt('203.0.113.9'))
})

/** Logs in and returns the cookie that identifies the browser. */
async function logInForDeviceCookie(user: string, cookie = '', enteredPassword = password) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/token',
    headers: { 'x-forwarded-for': '198.51.100.77', cookie },
    payload: { grant_type: 'password', user, password: enteredPassword, captcha: await solveCaptchaFor(guest) },
  })
  expect(response.statusCode).toBe(200)
  const line = [response.headers['set-cookie']].flat().find((item) => item?.startsWith('known_device='))
  expect(line).toMatch(/^known_device=[\w-]{43}; Path=\/api\/user\/token; Max-Age=34128000; HttpOnly; SameSite=Strict$/)
  return line!.split(';', 1)[0]!
}

test('a known browser has its own count, separate from its network and its account', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const first = await logInForDeviceCookie(ann.email)
  const knownCookie = await logInForDeviceCookie(bob.email, first)
  for (let i = 0; i < 10; i++) await expect(logIn(ann.email, 'wrong password', clientAt('203.0.114.1'))).rejects.toMatchObject(refusal)
  const { key: account } = await findLoginAccount(db, ann.email)
  for (let i = 0; i < 90; i++) await tryPassword(services.limits, { account, address: `198.18.${i}.1` }, async () => false)
  // The known browser's captcha stays easy, and a copy of its former cookie has no effect.
  for (const cookie of ['', 'known_device=', `known_device=${'x'.repeat(43)}`, first])
    await expect(logIn(ann.email, password, clientAt('203.0.114.2', cookie))).rejects.toMatchObject({ body: { code: 'captcha_dearer' } })
  await expect(logIn(ann.nickname!, 'wrong password', clientAt('203.0.114.2', knownCookie))).rejects.toMatchObject(refusal)
  const second = await logInForDeviceCookie(ann.email, knownCookie)
  for (let i = 0; i < 10; i++)
    await expect(logIn(ann.email, 'wrong password', clientAt('203.0.114.3', second))).rejects.toMatchObject(refusal)
  await expect(logIn(ann.email, password, clientAt('203.0.114.4', second))).rejects.toMatchObject({ status: 429 })
  // The browser then has one row for Ann and one for Bob.
  await logIn(bob.email, password, clientAt('203.0.114.3', second))
  expect(await db.selectFrom('known_device').select('account_id').where('account_id', 'in', [ann.id, bob.id]).execute()).toHaveLength(2)
  await db
    .updateTable('known_device')
    .set({ expires_at: new Date(0) })
    .execute()
  await deleteExpiredDevices(db)
  expect(await db.selectFrom('known_device').select('account_id').execute()).toEqual([])
})

test('an account remembers its latest 50 browsers', async () => {
  const ann = await createUser(server)
  const rows = Array.from({ length: 60 }, (_, i) => ({
    device_hash: randomBytes(32),
    account_id: ann.id,
    expires_at: new Date(Date.now() + 1e6 + i),
  }))
  await db.insertInto('known_device').values(rows).execute()
  await logInForDeviceCookie(ann.email)
  const storedDevices = await db
    .selectFrom('known_device')
    .select('expires_at')
    .where('account_id', '=', ann.id)
    .orderBy('expires_at')
    .execute()
  expect(storedDevices).toHaveLength(50)
  expect(storedDevices[0]!.expires_at).toEqual(rows[11]!.expires_at)
})

test('an unknown address is blocked after as many attempts', async () => {
  for (let i = 0; i < 10; i++) await expect(logIn('Ghost@example.com', 'wrong password')).rejects.toMatchObject(refusal)
  await expect(logIn('ghost@example.com', 'wrong password')).rejects.toMatchObject({ status: 429 })
})

test('guesses at one name do not count for another, which would reveal that both are one account', async () => {
  const ann = await createUser(server, { email: 'ink.link@example.com' })
  const isAffected = async (guessedUser: string, loginUser: string) => {
    await db.deleteFrom('rate_limit').execute()
    const address = '203.0.115.1'
    const { key } = await findLoginAccount(db, guessedUser)
    for (let i = 0; i < 10; i++) await tryPassword(services.limits, { account: key, address }, async () => false)
    return logIn(loginUser, 'wrong password', clientAt(address)).then(
      () => undefined,
      (error: { status: number }) => error.status === 429,
    )
  }
  expect([await isAffected(ann.nickname!, ann.email), await isAffected(ann.email, ann.nickname!)]).toEqual([false, false])
  // Spellings that some case foldings make equal: for example, the Kelvin sign (U+212A) lower-cases to k.
  const unknownEmail = 'ink.link@example.org'
  for (const start of ['\uFF29\uFF2E\uFF2B', '\u0130nk', '\u0131nk', 'in\u212A', 'INK']) {
    const affected = await isAffected(start + ann.email.slice(3), ann.email)
    expect([start, await isAffected(start + unknownEmail.slice(3), unknownEmail)]).toEqual([start, affected])
  }
}, 60_000)

test('simultaneous guesses count, and right passwords do not', async () => {
  const { email } = await createUser(server)
  for (let i = 0; i < 12; i++) await logIn(email)
  const captchas = await Promise.all(Array.from({ length: 30 }, () => solveCaptchaFor(guest)))
  const statuses = await Promise.all(
    captchas.map((captcha) =>
      guest(api.createToken, { body: { grant_type: 'password', user: email, password: 'wrong', captcha: captcha } }).catch(
        (error: { status: number }) => error.status,
      ),
    ),
  )
  expect(statuses.filter((status) => status === 422)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('more simultaneous logins than can be checked are asked to retry', { tags: ['slow'], timeout: 60_000 }, async () => {
  const captchas = await Promise.all(Array.from({ length: 160 }, () => solveCaptchaFor(guest)))
  const answers = await Promise.all(
    captchas.map((captcha, i) =>
      app.inject({
        method: 'POST',
        url: '/api/user/token',
        payload: { grant_type: 'password', user: `storm${i}@example.com`, password: 'wrong', captcha: captcha },
      }),
    ),
  )
  const refusals = answers.filter(({ statusCode }) => statusCode === 503)
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(160 - refusals.length)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.map(({ headers }) => Number(headers['retry-after']) > 0)).not.toContain(false)
})

test('queued passwords of one address leave room for others', { tags: ['slow'] }, async () => {
  const storm = Promise.allSettled(Array.from({ length: 130 }, () => verifyPassword(undefined, 'a password', '198.51.100.1')))
  const others = ['203.0.113.1', '203.0.113.2', '2001:db8::1'].map((client) => verifyPassword(undefined, 'a password', client))
  expect(await Promise.all(others)).toEqual([false, false, false])
  const rejections = (await storm).filter(({ status }) => status === 'rejected')
  expect(rejections.length).toBeGreaterThanOrEqual(30)
  expect(rejections[0]).toMatchObject({ reason: { name: 'QueueFullError' } })
})
