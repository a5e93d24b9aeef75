import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { solveCaptchaFor, linkIn, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { lookAlikeKey } from '../rules.ts'
import { hashToken } from './tokens.ts'
import { createSignUps } from '#test/sign-ups.ts'

/** Counts hash comparisons. @returns a function that returns their number since its last call */
function watchVerifying(): () => number {
  const toThreads = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => toThreads.mockRestore())
  return () => {
    const { length } = toThreads.mock.calls.filter(([work]: [{ passwordHash?: string }, ...unknown[]]) => work.passwordHash !== undefined)
    toThreads.mockClear()
    return length
  }
}

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, clientFor, db, guest, mailsTo } = server
const { logIn, countAccounts, linkFor, tokenIn, finish, signUp, tokenOf, confirmWith, open } = createSignUps(server)
const dutch = clientFor({ language: 'nl' })

test('an address gets an emailed link to the form, and the account works immediately', async () => {
  const email = 'First.Last+tv@Example.com'
  const link = await linkFor(email, clientFor({ language: 'nl', headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } }))
  expect(link.origin + link.pathname).toBe('http://choice.test/nl/register')
  expect([...link.searchParams.keys()]).toEqual(['email', 'token'])
  expect(link.searchParams.get('email')).toBe(email)
  expect(await countAccounts(email)).toBe(0)

  await expect(finish({ email, token: tokenIn(link), nickname: 'First', terms: false })).rejects.toMatchObject({
    status: 422,
    body: { errors: { terms: ['You have to agree terms and condition'] } },
  })
  const session = await finish({ email, token: tokenIn(link), nickname: 'First', terms: true }, dutch)
  expect(session).toEqual({ id: expect.stringMatching(/^[\dA-Za-z]{11}$/), email, nickname: 'First' })
  const { access_token: token } = await logIn(email)
  expect(await clientFor({ token })(api.getProfile, {})).toMatchObject({
    id: session.id,
    nickname: 'First',
    language: 'nl',
    country_id: null,
    is_public: false,
    adult_content: false,
    terms_version: 'November 2021',
  })
})

test.each(['form', 'confirmed mail', 'new password'])(
  'a new account has its Direct Share channel, linked from a public profile (%s)',
  async (method) => {
    const nickname = `shop-${method.replace(' ', '-')}`
    const email = `${nickname}@example.com`
    if (method === 'form') await finish({ email, token: tokenIn(await linkFor(email)), nickname, terms: true }, dutch)
    else {
      const path = await signUp(email, { nickname }, dutch)
      if (method === 'new password') await confirmWith(path, password)
      else await guest(api.confirmEmail, { params: { token: tokenOf(path) } })
    }
    const client = clientFor({ token: (await logIn(email)).access_token })
    const { id } = await client(api.updateProfile, { body: { is_public: true } })
    const { directPublishId } = await guest(api.getPublicProfile, { params: { id } })
    const channel = await app.inject({ url: `/api/playlists/${directPublishId}` })
    expect(channel.json()).toMatchObject({ direct_publish: true, user_id: id, name: 'Direct share', status_id: 3, series: [] })
  },
)

test('the email is in the language of the request, and the caller’s link is ignored', async () => {
  await dutch(api.startSignUp, { body: { email: 'mies@example.com', url: 'https://evil.example/', captcha: await solveCaptchaFor(guest) } })
  const [mail = ''] = await mailsTo('mies@example.com')
  expect(mail).toContain('Aanmelding afmaken')
  expect(mail).not.toContain('evil')
})

test('a registered address gets the same response, and its owner an email about the attempt', async () => {
  const { email } = await createUser(server)
  const payload = async (address: string) => ({ email: address, captcha: await solveCaptchaFor(guest) })
  const knownResponse = await app.inject({ method: 'POST', url: '/api/register/email-only', payload: await payload(email.toUpperCase()) })
  const unknown = await app.inject({ method: 'POST', url: '/api/register/email-only', payload: await payload('unknown@example.com') })
  expect([knownResponse.statusCode, knownResponse.body]).toEqual([unknown.statusCode, unknown.body])
  const [mail = ''] = await mailsTo(email)
  expect(mail).toContain('it already has an account')
  expect(linkIn(mail).pathname).toBe('/en/login')
  expect(
    await db
      .selectFrom('sign_up')
      .select('id')
      .where(sql<boolean>`lower(email) = ${email}`)
      .execute(),
  ).toEqual([])
})

test('the whole form reveals nothing about a known address, whose account stays unchanged', async () => {
  const { email } = await createUser(server)
  const enteredPassword = 'another password'
  const countVerified = watchVerifying()
  const responses: unknown[] = []
  for (const address of [email, 'stranger@example.com']) {
    const body = {
      email: address,
      password: enteredPassword,
      nickname: `intruder${responses.length}`,
      terms: true,
      captcha: await solveCaptchaFor(guest),
    }
    const answers: unknown[] = [await guest(api.signUp, { body })]
    await mailsTo(address)
    for (const [user, attempt] of [
      [address, enteredPassword],
      [body.nickname, enteredPassword],
      [address, 'wrong password'],
    ] as const)
      answers.push(
        await logIn(user, attempt).then(
          () => 'in',
          (error: { body: object }) => error.body,
        ),
      )
    // The number of hash comparisons is equal, so neither the response nor its timing reveals anything.
    responses.push([answers, countVerified()])
  }
  expect(responses[0]).toEqual(responses[1])
  expect(responses[0]).toMatchObject([[{}, { code: 'email_unconfirmed' }, { code: 'email_unconfirmed' }, { code: 'login_wrong' }], 6])
  const [mail = ''] = await mailsTo(email)
  expect(linkIn(mail).pathname).toBe('/en/login')
  await logIn(email)
})

test('a form link works once, with its own address, for 24 hours', async () => {
  const email = 'once@example.com'
  const token = tokenIn(await linkFor(email))
  const lapsed = { status: 422, body: { code: 'sign_up_lapsed', errors: { token: [expect.any(String)] } } }
  await expect(finish({ email: 'other@example.com', token })).rejects.toMatchObject(lapsed)
  await expect(finish({ email, token: `${token.slice(0, -1)}x` })).rejects.toMatchObject(lapsed)
  await db.updateTable('sign_up').set({ expires_at: new Date() }).where('token_hash', '=', hashToken(token)).execute()
  await expect(finish({ email, token })).rejects.toMatchObject(lapsed)

  const [first, second] = [tokenIn(await linkFor(email)), tokenIn(await linkFor(email))]
  await finish({ email: email.toUpperCase(), token: first })
  // After a lost response, the form is sent again although the account exists.
  const used = { ...lapsed, body: { ...lapsed.body, message: expect.stringContaining('Log in if you have an account') as string } }
  for (const usedToken of [first, second]) await expect(finish({ email, token: usedToken })).rejects.toMatchObject(used)
  expect(await countAccounts(email)).toBe(1)
})

test('simultaneous forms for one address create one account', async () => {
  const email = 'race@example.com'
  const tokens = []
  for (let i = 0; i < 3; i++) tokens.push(tokenIn(await linkFor(email)))
  const answers = await Promise.allSettled(
    [...tokens, ...tokens].map((token, i) => finish({ email, token, nickname: `racer${'abcdef'[i]}` })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const response of answers) if (response.status === 'rejected') expect(response.reason).toMatchObject({ status: 422 })
  expect(await countAccounts(email)).toBe(1)
})

test('simultaneous forms with look-alike usernames create one account; the others may retry', async () => {
  const nicknames = ['Bill', 'b1ll', 'BILL', 'bi.ll', 'biIl']
  const emails = nicknames.map((_, i) => `bill${i}@example.com`)
  const tokens = await Promise.all(emails.map(async (email) => tokenIn(await linkFor(email))))
  const answers = await Promise.allSettled(nicknames.map((nickname, i) => finish({ email: emails[i]!, token: tokens[i]!, nickname })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusedIndex = answers.findIndex(({ status }) => status === 'rejected')
  expect((answers[refusedIndex] as PromiseRejectedResult).reason).toMatchObject({
    status: 422,
    body: { code: 'nickname_taken', errors: { nickname: [expect.any(String)] } },
  })
  expect(await db.selectFrom('account').select('id').where('nickname_key', '=', lookAlikeKey('bill')).execute()).toHaveLength(1)
  await finish({ email: emails[refusedIndex]!, token: tokens[refusedIndex]!, nickname: 'William' })
})

test.each<[string, Record<string, unknown>, string]>([
  ['no e-mail address', { email: undefined }, 'email'],
  ['two addresses', { email: 'a@example.com, b@example.com' }, 'email'],
  ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  ['a list of addresses', { email: ['a@example.com'] }, 'email'],
  ['a short password', { password: '1234567' }, 'password'],
  ['eight times the same sign', { password: '\t'.repeat(8) }, 'password'],
  ['one of the commonest passwords', { password: 'Password1' }, 'password'],
  ['a password of 201 characters', { password: 'x'.repeat(201) }, 'password'],
  ['two different passwords', { password_confirmation: 'something else' }, 'password'],
  ['the address as password', { password: 'REFUSED@example.com' }, 'password'],
  ['the nickname as password', { nickname: 'Longenough', password: 'longEnough' }, 'password'],
  ['a nickname of one letter', { nickname: 'x' }, 'nickname'],
  ['a nickname of 31 letters', { nickname: 'x'.repeat(31) }, 'nickname'],
  ['a nickname with a space', { nickname: 'a b' }, 'nickname'],
  ['a nickname in other letters', { nickname: 'аnna' }, 'nickname'],
  ['a reserved nickname', { nickname: 'Adm1n' }, 'nickname'],
  ['no terms', { terms: undefined }, 'terms'],
  ['terms refused', { terms: false }, 'terms'],
  ['12 years', { birthday: `${new Date().getFullYear() - 12}-01-01` }, 'birthday'],
  ['15 years without a guardian', { birthday: `${new Date().getFullYear() - 15}-01-01` }, 'guardian_consent'],
  ['no birthday', { birthday: '2001-02-30' }, 'birthday'],
])('%s is refused on its field', async (_, change, field) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user',
    payload: { email: 'refused@example.com', password, nickname: 'Refused', terms: true, captcha: 'x', ...change },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field])
})

test('a taken username is reported while the form is open', async () => {
  const { nickname } = await createUser(server)
  await expect(signUp('late@example.com', { nickname: nickname!.toUpperCase() })).rejects.toMatchObject({
    body: { code: 'nickname_taken' },
  })
})

test('a guardian agrees for a user from 13 to 17', async () => {
  const email = 'young@example.com'
  const birthday = `${new Date().getFullYear() - 15}-01-01`
  expect(await open(await signUp(email, { birthday, guardian_consent: true }))).toBe(200)
  const { access_token: token } = await logIn(email)
  expect(await clientFor({ token })(api.getProfile, {})).toMatchObject({ birthday, guardian_consent: true })
})

test('sign-up grants no privileges', async () => {
  const more = {
    is_operator: true,
    is_broadcaster: 1,
    can_upload_video: '1',
    balance: '100.00',
    id: 'chosenbyme1',
    user_id: 'x',
    adult_content: true,
  }
  expect(await open(await signUp('more@example.com', more))).toBe(200)
  await finish({ email: 'more2@example.com', token: tokenIn(await linkFor('more2@example.com')), ...more })
  const account = await db
    .selectFrom('account')
    .select(['id', 'is_operator', 'is_broadcaster', 'can_upload_video', 'adult_content'])
    .where('email', 'in', ['more@example.com', 'more2@example.com'])
    .execute()
  for (const { id, ...flags } of account) {
    expect(id).not.toBe('chosenbyme1')
    expect(flags).toEqual({ is_operator: false, is_broadcaster: false, can_upload_video: false, adult_content: false })
  }
})
