import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { linkIn, password, createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import type { Challenge } from '../shapes.ts'
import { tryPassword } from './attempts.ts'
import { findLoginAccount } from './log-in.ts'
import { deleteExpiredSecrets } from './queries/secrets.ts'

const server = await startTestServer({ CAPTCHA_COST: '2', TRUSTED_PROXIES: '127.0.0.1' })
const { app, clientFor, db, guest, mailsTo, services } = server
const refusal = { status: 422, body: { code: 'captcha', errors: { captcha: [expect.any(String)] } } }

let count = 0
/** A call whose only requirement is a captcha. */
const sendSolution = (solution: string) => guest(api.startSignUp, { body: { email: `guest${count++}@example.com`, captcha: solution } })

type CaptchaChallenge = z.output<typeof Challenge>
async function solveCaptcha(change: (challenge: CaptchaChallenge) => object = () => ({}), user?: string): Promise<string> {
  const challenge = await guest(api.createCaptcha, { query: user === undefined ? {} : { user } })
  const solution = await solveChallenge({ challenge, deriveKey })
  return encode({ challenge, solution: { counter: solution!.counter, derivedKey: solution!.derivedKey }, ...change(challenge) })
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

test('a challenge is a proof of work that is valid for 10 minutes', async () => {
  const { parameters, signature } = await guest(api.createCaptcha, {})
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 2, keyPrefix: '00', keyLength: 32 })
  expect(parameters.expiresAt - Date.now() / 1000).toBeGreaterThan(595)
  expect(parameters.expiresAt - Date.now() / 1000).toBeLessThan(601)
  expect(signature).toMatch(/^[\da-f]{64}$/)
})

test('a solution is accepted once, also when sent concurrently', async () => {
  const solution = await solveCaptcha()
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => sendSolution(solution)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(sendSolution(solution)).rejects.toMatchObject(refusal)
})

test.each<[string, (challenge: CaptchaChallenge) => object]>([
  ['a wrong solution', () => ({ solution: { counter: 0, derivedKey: '00'.repeat(32) } })],
  ['a cheaper challenge', ({ parameters, signature }) => ({ challenge: { parameters: { ...parameters, cost: 1 }, signature } })],
  [
    'a longer life',
    ({ parameters, signature }) => ({ challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 }, signature } }),
  ],
  ['an easier prefix', ({ parameters, signature }) => ({ challenge: { parameters: { ...parameters, keyPrefix: '0' }, signature } })],
  ['no expiry', ({ parameters, signature }) => ({ challenge: { parameters: { ...parameters, expiresAt: undefined }, signature } })],
  ['another signature', ({ parameters }) => ({ challenge: { parameters, signature: '0'.repeat(64) } })],
  ['no signature', ({ parameters }) => ({ challenge: { parameters } })],
  ['more in it', ({ parameters, signature }) => ({ challenge: { parameters: { ...parameters, data: {} }, signature } })],
  ['a counter of another kind', () => ({ solution: { counter: '1', derivedKey: '00'.repeat(32) } })],
  ['no solution', () => ({ solution: null })],
])('%s is refused', async (_, change) => {
  await expect(sendSolution(await solveCaptcha(change))).rejects.toMatchObject(refusal)
})

test.each(['x', 'e30=', encode(null), encode([]), encode('text'), Buffer.from('{"__proto__":{}}').toString('base64')])(
  '%j is refused',
  async (captcha) => {
    await expect(sendSolution(captcha)).rejects.toMatchObject(refusal)
  },
)

test('a solution expires after 10 minutes', async () => {
  const solution = await solveCaptcha()
  const realNow = Date.now
  try {
    Date.now = () => realNow() + 601_000
    await expect(sendSolution(solution)).rejects.toMatchObject(refusal)
  } finally {
    Date.now = realNow
  }
  await sendSolution(solution)
})

test('every call that attracts robots requires a captcha', async () => {
  const calls: [string, object][] = [
    ['/api/user/token', { grant_type: 'password', user: 'ann', password: 'x' }],
    ['/api/user', { email: 'ann@example.com', password: 'long enough', nickname: 'ann', terms: true }],
    ['/api/register', { email: 'ann@example.com', password: 'long enough', password_confirmation: 'long enough', token: 'x'.repeat(43) }],
    ['/api/register/email-only', { email: 'ann@example.com' }],
    ['/api/user/reset', { email: 'ann@example.com' }],
  ]
  for (const [url, payload] of calls)
    for (const captcha of [undefined, '', 'x', {}, ['x'], 'x'.repeat(5000)]) {
      const response = await app.inject({ method: 'POST', url, payload: { ...payload, captcha: captcha } })
      expect([url, response.statusCode]).toEqual([url, 422])
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(['captcha'])
    }
})

const solveWrongly = async () => false
const logIn = (user: string, captcha: string, client: Client = guest) =>
  client(api.createToken, { body: { grant_type: 'password', user, password: 'wrong', captcha: captcha } })
const costFor = async (user?: string, client: Client = guest) =>
  (await client(api.createCaptcha, { query: user === undefined ? {} : { user } })).parameters.cost

test('an address with 300 wrong passwords in 15 minutes gets a fourfold cost and no block', async () => {
  const cheap = await solveCaptcha()
  for (let i = 0; i < 299; i++) await tryPassword(services.limits, { account: `account ${i}`, address: '127.0.0.1' }, solveWrongly)
  expect(await costFor()).toBe(2)
  await expect(logIn('ann', await solveCaptcha())).rejects.toMatchObject({ body: { code: 'login_wrong' } })
  expect(await costFor()).toBe(8)
  const dearer = { status: 422, body: { code: 'captcha_dearer', errors: { captcha: [expect.any(String)] } } }
  await expect(sendSolution(cheap)).rejects.toMatchObject(dearer)
  await sendSolution(await solveCaptcha())
  expect(await costFor(undefined, clientFor({ headers: { 'x-forwarded-for': '203.0.113.1' } }))).toBe(2)
  await db.deleteFrom('rate_limit').execute()
  expect(await costFor()).toBe(2)
})

test('an account with 100 wrong passwords from anywhere gets a sixteenfold cost, whether it exists or not', async () => {
  const ann = await createUser(server)
  for (const user of [ann.email, 'nobody@example.com']) {
    const { key: account } = await findLoginAccount(db, user)
    for (let i = 0; i < 99; i++) await tryPassword(services.limits, { account, address: `198.51.${i}.1` }, solveWrongly)
    expect(await costFor(user)).toBe(2)
    await tryPassword(services.limits, { account, address: '2001:db8::1' }, solveWrongly)
    expect(await costFor(user.toUpperCase())).toBe(32)
    await expect(logIn(user, await solveCaptcha())).rejects.toMatchObject({ status: 422, body: { code: 'captcha_dearer' } })
    // A cost that this server did not sign.
    const claimed = await solveCaptcha(({ parameters, signature }) => ({
      challenge: { parameters: { ...parameters, cost: 32 }, signature },
    }))
    await expect(logIn(user, claimed)).rejects.toMatchObject(refusal)
    await expect(logIn(user, await solveCaptcha(undefined, user))).rejects.toMatchObject({ body: { code: 'login_wrong' } })
  }
  // The cost of the username stays low: a higher cost would reveal that it belongs to the same account as the email address.
  expect(await costFor(ann.nickname!)).toBe(2)
  // The owner can still log in. Other callers get captchas of normal cost.
  const body = { grant_type: 'password', user: ann.email, password, captcha: await solveCaptcha(undefined, ann.email) } as const
  expect(await guest(api.createToken, { body })).toHaveProperty('access_token')
  expect(await costFor('somebody@example.com')).toBe(2)
  await db.deleteFrom('rate_limit').execute()
})

test('used solutions are deleted once they have expired', async () => {
  await db
    .updateTable('used_captcha')
    .set({ expires_at: new Date(0) })
    .execute()
  await deleteExpiredSecrets(db)
  expect(await db.selectFrom('used_captcha').select('nonce').execute()).toEqual([])
})

test('an accepted call sends its email', async () => {
  await guest(api.startSignUp, { body: { email: 'last@example.com', captcha: await solveCaptcha() } })
  const [mail = ''] = await mailsTo('last@example.com')
  expect(linkIn(mail).pathname).toBe('/en/register')
})
