import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { solveCaptchaFor, codeIn, linkIn, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { decoyHash } from './passwords.ts'
import { setPassword } from './queries/accounts.ts'
import { deleteExpiredSecrets } from './queries/secrets.ts'
import { deleteUserSessions } from './queries/sessions.ts'
import { createPasswordResets } from '#test/new-passwords.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const { app, clientFor, db, guest, mailsTo } = server
const newPasswordText = 'a fresh password'
const { from, askReset, reset, logIn } = createPasswordResets(server, newPasswordText)
const failed = { status: 422, body: { code: 'reset_failed', errors: { token: [expect.any(String)] } } }
const otherCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')
/** Makes the secrets of an account older by some minutes. */
const makeOlder = async (accountId: string, minutes: number) => {
  const { expires_at: end } = await db
    .selectFrom('one_time_secret')
    .select('expires_at')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('one_time_secret')
    .set({ expires_at: new Date(end.getTime() - minutes * 60_000) })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset')
    .execute()
}

test('an emailed link sets a new password, once, and ends all sessions', async () => {
  const ann = await createUser(server, { email: 'Ann+tv@example.com' })
  const link = linkIn(await askReset('ann+TV@example.com', undefined, 'nl'))
  const [, language, page, token = '', address = ''] = link.pathname.split('/')
  expect([link.origin, language, page, decodeURIComponent(address)]).toEqual(['http://choice.test', 'nl', 'reset-password', ann.email])
  expect(await reset(ann.email, token)).toEqual({})
  await expect(ann.client(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
  await expect(guest(api.createToken, { body: { grant_type: 'refresh_token', refresh_token: ann.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(logIn(ann.email, password)).rejects.toMatchObject({ body: { code: 'login_wrong' } })
  await logIn(ann.email, newPasswordText)
  await expect(reset(ann.email, token, 'yet another one')).rejects.toMatchObject(failed)
})

test('a code of 4 digits works too, in the language of the request', async () => {
  const ann = await createUser(server)
  const mail = await askReset(ann.email, 'code', 'nl')
  expect(mail).toContain('Je code')
  expect(codeIn(mail)).toMatch(/^\d{4}$/)
  await reset(ann.email.toUpperCase(), codeIn(mail))
  await expect(reset(ann.email, codeIn(mail))).rejects.toMatchObject(failed)
  await logIn(ann.email, newPasswordText)
})

test('a new link or code voids the previous one of either kind', async () => {
  const ann = await createUser(server)
  const link = linkIn(await askReset(ann.email)).pathname.split('/')[3]!
  const first = codeIn(await askReset(ann.email, 'code'))
  await expect(reset(ann.email, link)).rejects.toMatchObject(failed)
  const second = codeIn(await askReset(ann.email, 'code'))
  if (first !== second) await expect(reset(ann.email, first)).rejects.toMatchObject(failed)
  await reset(ann.email, second)
})

test('a link works for 60 minutes and a code for 10', async () => {
  const ann = await createUser(server)
  const token = linkIn(await askReset(ann.email)).pathname.split('/')[3]!
  await makeOlder(ann.id, 59)
  await reset(ann.email, token)
  const code = codeIn(await askReset(ann.email, 'code'))
  await makeOlder(ann.id, 10)
  await expect(reset(ann.email, code)).rejects.toMatchObject(failed)
  await deleteExpiredSecrets(db)
  // The link that ends all sessions stays valid.
  const remainingSecrets = await db.selectFrom('one_time_secret').select('purpose').where('account_id', '=', ann.id).execute()
  expect(remainingSecrets).toEqual([{ purpose: 'sessions' }])
})

test('a code works only for its account', async () => {
  const ann = await createUser(server)
  const bob = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  await expect(reset(bob.email, code)).rejects.toMatchObject(failed)
  await expect(reset('nobody@example.com', code)).rejects.toMatchObject(failed)
  await reset(ann.email, code)
})

test('a code can be checked first: a wrong one counts, and the right one stays valid for one new password', async () => {
  const ann = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  const check = (email: string, token: string) => clientFor({ headers: from() })(api.checkResetCode, { body: { email, token } })
  for (let i = 0; i < 4; i++) await expect(check(ann.email, otherCode(code))).rejects.toMatchObject(failed)
  for (let i = 0; i < 6; i++) expect(await check(ann.email, code)).toEqual({})
  await expect(check('nobody@example.com', code)).rejects.toMatchObject(failed)
  await expect(check(ann.email, 'x'.repeat(43))).rejects.toMatchObject({ status: 422, body: { errors: { token: [expect.any(String)] } } })
  await reset(ann.email, code)
  await expect(check(ann.email, code)).rejects.toMatchObject(failed)
  const next = codeIn(await askReset(ann.email, 'code'))
  for (let i = 0; i < 5; i++) await expect(check(ann.email, otherCode(next))).rejects.toMatchObject(failed)
  await expect(check(ann.email, next)).rejects.toMatchObject(failed)
  await expect(reset(ann.email, next)).rejects.toMatchObject(failed)
})

test('malformed codes use up no attempts', async () => {
  const ann = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  for (const token of ['1', '12345', 'x'.repeat(43), `${otherCode(code)} 1`, '٠١٢٣٤'])
    for (let i = 0; i < 2; i++) await expect(reset(ann.email, token)).rejects.toMatchObject(failed)
  await reset(ann.email, code)
})

test('the email links to our own site for any requested host', async () => {
  const ann = await createUser(server)
  const hosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp', forwarded: 'host=evil.example' }
  await clientFor({ headers: from(hosts) })(api.askReset, { body: { email: ann.email, captcha: await solveCaptchaFor(guest) } })
  const [mail = ''] = await mailsTo(ann.email)
  expect(linkIn(mail).origin).toBe('http://choice.test')
  expect(mail).not.toContain('evil')
})

test('wrong tokens do not use up a link', async () => {
  const ann = await createUser(server)
  const token = linkIn(await askReset(ann.email)).pathname.split('/')[3]!
  for (let i = 0; i < 6; i++) await expect(reset(ann.email, '1234')).rejects.toMatchObject(failed)
  await reset(ann.email, token)
})

test('a valid code sent many times concurrently works once', async () => {
  const ann = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  const answers = await Promise.allSettled(Array.from({ length: 5 }, (_, i) => reset(ann.email, code, `password number ${i}`)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an unknown address gets the same response and no email', async () => {
  const { email } = await createUser(server)
  const requestReset = async (address: string) => {
    const payload = { email: address, captcha: await solveCaptchaFor(guest) }
    return app.inject({ method: 'POST', url: '/api/user/reset', headers: from(), payload })
  }
  const [known, unknown] = [await requestReset(email), await requestReset('unknown@example.com')]
  expect([known.statusCode, known.body]).toEqual([200, '{}'])
  expect([unknown.statusCode, unknown.body]).toEqual([200, '{}'])
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await mailsTo('unknown@example.com', 0)).toEqual([])
})

test('the owner is notified of a new password and can end all sessions by the emailed link', async () => {
  const ann = await createUser(server, { language: 'nl' })
  const notices = async (count: number) => (await mailsTo(ann.email, count)).filter((mail) => mail.includes('end_sessions'))
  await ann.client(api.changePassword, {
    body: { old_password: password, password: newPasswordText, password_confirmation: newPasswordText },
  })
  const [first = ''] = await notices(1)
  expect(first).toContain('is gewijzigd')
  expect(linkIn(first).pathname).toBe('/nl/settings')
  // An attacker changes the password again: only the link of the later email works.
  const other = 'a password of a thief'
  await ann.client(api.changePassword, { body: { old_password: newPasswordText, password: other, password_confirmation: other } })
  const second = (await notices(2)).at(-1)!
  const end = (mail: string) => guest(api.endSessions, { body: { token: linkIn(mail).searchParams.get('end_sessions')! } })
  await expect(end(first)).rejects.toMatchObject({ status: 404, body: { code: 'link_lapsed' } })
  expect(await end(second)).toEqual({})
  await expect(ann.client(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
  const again = await logIn(ann.email, other)
  await end(second)
  await expect(clientFor({ token: again.access_token })(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
  const link = linkIn(await askReset(ann.email)).pathname.split('/')[3]!
  await reset(ann.email, link)
  expect(await notices(4)).toHaveLength(3)
})

test.each<[string, Record<string, unknown>, string]>([
  ['another confirmation', { password_confirmation: 'something else' }, 'password'],
  ['no confirmation', { password_confirmation: undefined }, 'password_confirmation'],
  ['a short password', { password: 'short', password_confirmation: 'short' }, 'password'],
  ['the address as password', { password: 'Refused@example.com', password_confirmation: 'Refused@example.com' }, 'password'],
  ['no token', { token: '' }, 'token'],
  ['a number for a token', { token: 1234 }, 'token'],
  ['a list of tokens', { token: ['1234', '1235'] }, 'token'],
  ['no address', { email: 'x' }, 'email'],
])('%s is refused on its field', async (_, change, field) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/reset-password',
    payload: { email: 'refused@example.com', token: '1234', password: newPasswordText, password_confirmation: newPasswordText, ...change },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field])
})

test('the new password may not equal the username, and the code stays valid', async () => {
  const ann = await createUser(server, { nickname: 'Annabella' })
  const code = codeIn(await askReset(ann.email, 'code'))
  await expect(reset(ann.email, code, 'annabella')).rejects.toMatchObject({ status: 422, body: { code: 'password_is_identity' } })
  await reset(ann.email, code)
})

test('an unknown kind of email is refused', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/reset',
    headers: { 'email-request': 'pigeon' },
    payload: { email: 'ann@example.com', captcha: 'x' },
  })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ errors: { 'email-request': [expect.any(String)] } })
})

test('changing the password with the old one keeps this session and ends all others', async () => {
  const ann = await createUser(server, { nickname: null })
  const { access_token: phone } = await logIn(ann.email, password)
  const change = (old: string, newPassword: string, confirmation = newPassword) =>
    ann.client(api.changePassword, { body: { old_password: old, password: newPassword, password_confirmation: confirmation } })
  await expect(change('not the old one', newPasswordText)).rejects.toMatchObject({
    status: 422,
    body: { code: 'old_password_wrong', errors: { old_password: ['Your current password is incorrect'] } },
  })
  await expect(change(password, newPasswordText, 'different')).rejects.toMatchObject({
    body: { errors: { password: ["Passwords don't match"] } },
  })
  await expect(change(password, ann.email)).rejects.toMatchObject({ body: { code: 'password_is_identity' } })
  const link = linkIn(await askReset(ann.email)).pathname.split('/')[3]!
  expect(await change(password, newPasswordText)).toEqual({})
  expect(await ann.client(api.getProfile, {})).toMatchObject({ id: ann.id })
  await expect(reset(ann.email, link, 'by an old mail')).rejects.toMatchObject(failed)
  await expect(clientFor({ token: phone })(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
  await logIn(ann.email, newPasswordText)
  await expect(
    guest(api.changePassword, { body: { old_password: 'x', password: newPasswordText, password_confirmation: newPasswordText } }),
  ).rejects.toMatchObject({
    status: 401,
  })
})

test('a login with the old password fails if the password changes during it', async () => {
  const ann = await createUser(server)
  const login = await db.transaction().execute(async (tx) => {
    await setPassword(tx, ann.id, decoyHash)
    await deleteUserSessions(tx, ann.id)
    // The login has read the old password, and waits for this transaction before it creates a session.
    const login = logIn(ann.email, password).catch((error: unknown) => error)
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await isWaiting.execute(db)).rows).not.toEqual([]), 20_000)
    return { begun: login }
  })
  expect(await login.begun).toMatchObject({ status: 422, body: { code: 'login_wrong' } })
  expect(await db.selectFrom('session').select('id').where('account_id', '=', ann.id).execute()).toEqual([])
})

test('guesses of the old password are limited as for logins', async () => {
  const ann = await createUser(server)
  const guess = (old: string) =>
    ann.client(api.changePassword, { body: { old_password: old, password: newPasswordText, password_confirmation: newPasswordText } })
  for (let i = 0; i < 5; i++) await expect(guess(`wrong ${i}`)).rejects.toMatchObject({ status: 422 })
  for (let i = 0; i < 5; i++) await expect(logIn(ann.email, `wrong ${i}`)).rejects.toMatchObject({ status: 422 })
  await expect(guess(password)).rejects.toMatchObject({ status: 429 })
  await expect(logIn(ann.email, password)).rejects.toMatchObject({ status: 429 })
})
