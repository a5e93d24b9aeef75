import { expect, test } from 'vitest'
import { linkIn } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { createSignUps } from '#test/sign-ups.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, clientFor, db, guest, mailsTo } = server
const { logIn, countAccounts, linkFor, tokenIn, finish, signUp, tokenOf, confirmWith, open } = createSignUps(server)

test('the whole form creates an account once the emailed link is opened, repeatably', async () => {
  const email = 'mobile@example.com'
  const path = await signUp(email, { nickname: 'Mobile' }, clientFor({ language: 'nl', form: true, headers: { host: 'evil.example' } }))
  const [mail = ''] = await mailsTo(email)
  expect(linkIn(mail).origin + linkIn(mail).pathname).toBe('http://choice.test/nl/login')
  expect(path).toMatch(/^\/api\/user\/verify\/[\w-]{43}$/)
  for (const user of [email, 'Mobile', 'mobile']) {
    await expect(logIn(user)).rejects.toMatchObject({
      status: 422,
      body: { code: 'email_unconfirmed', errors: { email: [expect.any(String)] } },
    })
    await expect(logIn(user, 'wrong password')).rejects.toMatchObject({ status: 422, body: { code: 'login_wrong' } })
  }

  const token = path.split('/').at(-1)!
  const answers = await Promise.all([1, 2, 3].map(() => guest(api.confirmEmail, { params: { token } })))
  const yes = { email, nickname: 'Mobile', password_required: false }
  expect(answers).toEqual([yes, yes, yes])
  expect(await countAccounts(email)).toBe(1)
  const { access_token: access } = await logIn(email)
  expect(await clientFor({ token: access })(api.getProfile, {})).toMatchObject({
    nickname: 'Mobile',
    language: 'nl',
    terms_version: 'November 2021',
  })
})

test('several forms for one address have their own links, and confirming asks for a new password', async () => {
  const email = 'again@example.com'
  const signUpOfAnn = await signUp(email, { nickname: 'Victim', password: 'the first password' })
  const theirs = await signUp(email.toUpperCase(), { nickname: 'Stranger', password: 'the second password' })
  const mails = await mailsTo(email, 2)
  for (const [i, name] of ['Victim', 'Stranger'].entries())
    expect(mails[i]).toMatch(new RegExp(`signed up as ${name} on \\d+ \\w+ \\d{4} at [\\d:]+`))
  for (const eachPassword of ['the first password', 'the second password'])
    await expect(logIn(email, eachPassword)).rejects.toMatchObject({ body: { code: 'email_unconfirmed' } })

  expect(await guest(api.confirmEmail, { params: { token: tokenOf(signUpOfAnn) } })).toEqual({
    email,
    nickname: 'Victim',
    password_required: true,
  })
  expect(await countAccounts(email)).toBe(0)
  await expect(confirmWith(signUpOfAnn, email)).rejects.toMatchObject({ body: { code: 'password_is_identity' } })
  await expect(confirmWith(signUpOfAnn, 'iloveyou')).rejects.toMatchObject({ body: { code: 'password_common' } })
  expect(await confirmWith(signUpOfAnn, 'the third password')).toEqual({ email, nickname: 'Victim', password_required: false })
  await logIn(email, 'the third password')
  expect(await open(theirs)).toBe(404)
  await expect(confirmWith(theirs, 'the fourth password')).rejects.toMatchObject({ body: { code: 'confirmation_failed' } })
  // The link stays valid but sets no password.
  expect(await guest(api.confirmEmail, { params: { token: tokenOf(signUpOfAnn) } })).toEqual({
    email,
    nickname: 'Victim',
    password_required: false,
  })
  await expect(confirmWith(signUpOfAnn, 'the fourth password')).rejects.toMatchObject({ body: { code: 'confirmation_failed' } })
  // A login with another password doesn't reveal that the email has an account now.
  await expect(logIn(email, 'the second password')).rejects.toMatchObject({ body: { code: 'email_unconfirmed' } })
})

test.each([
  ['its own address in another form', 'takeover+tv@example.com', 'takeover@example.com'],
  ['a Gmail address with dots', 't.a.keover@gmail.com', 'takeover@googlemail.com'],
])('a stranger’s sign-up for %s requires a new password, too', async (_, theirs, mine) => {
  await linkFor(theirs)
  const path = await signUp(mine)
  expect(await guest(api.confirmEmail, { params: { token: tokenOf(path) } })).toMatchObject({ password_required: true })
  await confirmWith(path, 'a password of my own')
  await logIn(mine, 'a password of my own')
})

test('of two links for one address confirmed concurrently, one creates the account', async () => {
  const email = 'both-at-once@example.com'
  const links = [await signUp(email), await signUp(email)]
  const answers = await Promise.allSettled(links.map((path, i) => confirmWith(path, `password number ${i}`)))
  const won = answers.findIndex(({ status }) => status === 'fulfilled')
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(answers[1 - won]).toMatchObject({ reason: { status: 404, body: { code: 'confirmation_failed' } } })
  await logIn(email, `password number ${won}`)
  expect(await countAccounts(email)).toBe(1)
})

test('an unconfirmed sign-up reserves neither address nor username', async () => {
  const slow = await signUp('slow@example.com', { nickname: 'Wanted' })
  const quick = await signUp('quick@example.com', { nickname: 'wanted', password: 'the quick password' })
  await expect(logIn('wanted', 'the quick password')).rejects.toMatchObject({ body: { code: 'email_unconfirmed' } })
  expect(await open(quick)).toBe(200)
  // From now on the username belongs to the account.
  await expect(logIn('wanted')).rejects.toMatchObject({ body: { code: 'login_wrong' } })
  await logIn('wanted', 'the quick password')
  // The later sign-up still gets an account; its user must choose another username.
  expect(await open(slow)).toBe(200)
  const { access_token: token } = await logIn('slow@example.com')
  const client = clientFor({ token })
  expect(await client(api.getProfile, {})).toMatchObject({ nickname: null })
  await expect(client(api.listSessions, {})).rejects.toMatchObject({ status: 427 })

  const path = await signUp('both@example.com', { password: 'a password of somebody' })
  await finish({ email: 'both@example.com', token: tokenIn(await linkFor('both@example.com')) })
  expect(await open(path)).toBe(404)
  await logIn('both@example.com')
})

test('an unconfirmed sign-up expires after 24 hours', async () => {
  const path = await signUp('lapse@example.com')
  await db.updateTable('sign_up').set({ expires_at: new Date() }).where('email', '=', 'lapse@example.com').execute()
  await expect(logIn('lapse@example.com')).rejects.toMatchObject({ body: { code: 'login_wrong' } })
  const response = await app.inject({ url: path })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ message: expect.stringMatching(/^Confirmation failed/) })
  // Truncated and extended tokens are refused as well.
  for (const other of ['x', 'x'.repeat(42), 'x'.repeat(43), `${'x'.repeat(43)}.`, '..%2f..', encodeURIComponent("' or 1=1")]) {
    const refused = await app.inject({ url: `/api/user/verify/${other}` })
    expect([other, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([other, 404, 'confirmation_failed'])
  }
})

test('the tokens of the two emails are not interchangeable', async () => {
  const path = await signUp('kinds@example.com')
  await expect(finish({ email: 'kinds@example.com', token: path.split('/').at(-1)! })).rejects.toMatchObject({
    body: { code: 'sign_up_lapsed' },
  })
  const token = tokenIn(await linkFor('kinds2@example.com'))
  expect(await open(`/api/user/verify/${token}`)).toBe(404)
})
