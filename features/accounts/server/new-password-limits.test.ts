import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untilJobsDone } from '#test/jobs.ts'
import { solveCaptchaFor, codeIn, linkIn, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { areCodesBlocked, tryCodeWithoutSession } from './attempts.ts'
import { createPasswordResets } from '#test/new-passwords.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const { app, clientFor, db, guest, mailsTo, services } = server
const newPassword = 'a fresh password'
const { from, resetMails, askReset, askedFor, reset, logIn } = createPasswordResets(server, newPassword)
const failed = { status: 422, body: { code: 'reset_failed', errors: { token: [expect.any(String)] } } }
const otherCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

test('after 5 wrong codes the right one is refused, too', async () => {
  const ann = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  for (let i = 0; i < 5; i++) await expect(reset(ann.email, otherCode(code))).rejects.toMatchObject(failed)
  await expect(reset(ann.email, code)).rejects.toMatchObject(failed)
})

test('1,500 simultaneous codes from as many addresses never succeed', { tags: ['slow'] }, async () => {
  const ann = await createUser(server)
  const right = codeIn(await askReset(ann.email, 'code'))
  const guess = async (code: string, i: number) => {
    const payload = { email: ann.email, token: code, password: newPassword, password_confirmation: newPassword }
    const headers = { 'x-forwarded-for': `198.18.${i >> 8}.${i & 255}` }
    return (await app.inject({ method: 'POST', url: '/api/user/reset-password', headers, payload })).statusCode
  }
  // The right code is late in the list, so it is found only if concurrent attempts exceed the limit.
  const codes = Array.from({ length: 1500 }, (_, i) => String((Number(right) + 9500 + i) % 10_000).padStart(4, '0'))
  const statuses: number[] = []
  // Limited concurrency, because requests refused with 503 don't count as attempts.
  for (let start = 0; start < codes.length; start += 100)
    statuses.push(...(await Promise.all(codes.slice(start, start + 100).map((code, i) => guess(code, start + i)))))
  expect(statuses).not.toContain(200)
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(500)
  await db.deleteFrom('rate_limit').execute()
  expect(await guess(right, 1)).toBe(422)
  await logIn(ann.email, password)
})

test("after guesses have voided a code, only links are sent, which strangers can't use up", async () => {
  const ann = await createUser(server)
  const code = codeIn(await askReset(ann.email, 'code'))
  const guesses = Array.from({ length: 8 }, (_, i) => reset(ann.email, String((Number(code) + 1 + i) % 10_000).padStart(4, '0')))
  for (const guess of await Promise.allSettled(guesses)) expect(guess).toMatchObject({ reason: failed })
  // The block is stored after the responses, so that their timing doesn't reveal that there was a code.
  await expect.poll(() => areCodesBlocked(services.limits, ann.id)).toBe(true)
  for (let attempt = 0; attempt < 2; attempt++) expect(codeIn(await askReset(ann.email, 'code'))).toBe('')
  for (let i = 0; i < 8; i++) await expect(reset(ann.email, `000${i}`)).rejects.toMatchObject(failed)
  expect(await askedFor(ann.email, 'code')).toHaveLength(3)
  const link = linkIn((await resetMails(ann.email)).at(-1)!)
  await reset(ann.email, link.pathname.split('/')[3]!)
  // Other users still get codes.
  const bob = await createUser(server)
  await reset(bob.email, codeIn(await askReset(bob.email, 'code')))
})

test('above the email limit, one more link is sent if no earlier one is valid, so no user is locked out', async () => {
  const ann = await createUser(server)
  for (let attempt = 0; attempt < 2; attempt++) await askReset(ann.email, 'code')
  const code = codeIn(await askReset(ann.email, 'code'))
  // The last email still works.
  expect(await askedFor(ann.email, 'code')).toHaveLength(3)
  for (let i = 0; i < 5; i++) await expect(reset(ann.email, otherCode(code))).rejects.toMatchObject(failed)
  const link = linkIn(await askReset(ann.email, 'code'))
  // The link still works, so no further email is sent.
  expect(await askedFor(ann.email, 'link')).toHaveLength(4)
  await reset(ann.email, link.pathname.split('/')[3]!)
})

test('3 emails per hour and 5 per day to a mailbox per purpose, known or not; excess requests get the same response and no email', async () => {
  const { email } = await createUser(server, { email: 'Owner@example.com' })
  for (const address of [email, 'limit@example.com']) {
    const [name = '', host = ''] = address.split('@')
    const requestReset = async (url: string, email: string) => {
      const payload = { email: email, captcha: await solveCaptchaFor(guest) }
      const response = await app.inject({ method: 'POST', url, headers: from(), payload })
      return [response.statusCode, response.body]
    }
    // A stranger uses up the sign-up limit: resets still work.
    for (const spelling of [address, `${name}+1@${host}`, `${name.toUpperCase()}+2@${host}`, address, address])
      expect(await requestReset('/api/register/email-only', spelling)).toEqual([200, '{}'])
    for (const spelling of [address, address.toUpperCase()]) expect(await requestReset('/api/user/reset', spelling)).toEqual([200, '{}'])
    // Waits for the earlier emails, because concurrent emails arrive in any order.
    if (address === email) await mailsTo(email, 3)
    for (const spelling of [address, address]) expect(await requestReset('/api/user/reset', spelling)).toEqual([200, '{}'])
  }
  await untilJobsDone(db)
  const mails = [...(await mailsTo(email, 4)), ...(await mailsTo('owner+1@example.com', 0)), ...(await mailsTo('owner+2@example.com', 0))]
  expect(mails.filter((mail) => mail.includes('/reset-password/'))).toHaveLength(3)
  expect(mails).toHaveLength(6)
  // The last link works.
  await reset(email, linkIn(mails.filter((mail) => mail.includes('/reset-password/')).at(-1)!).pathname.split('/')[3]!)
  const unknown = ['limit@example.com', 'limit+1@example.com', 'limit+2@example.com'].map((address) => mailsTo(address, 0))
  expect((await Promise.all(unknown)).flat()).toHaveLength(3)
  // After the hour, the limit of 5 a day applies.
  await db
    .updateTable('rate_limit')
    .set({ hits: sql`array(select hit - interval '61 minutes' from unnest(hits) hit)` })
    .execute()
  for (let i = 0; i < 3; i++) await askedFor(email, 'link')
  expect((await mailsTo(email, 7)).filter((mail) => mail.includes('/reset-password/'))).toHaveLength(5)
}, 60_000)

test('20 wrong codes per hour from one client over many accounts; links and right codes do not count', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
  const headers = from()
  const resetWith = async (email: string, token: string) => {
    const payload = { email, token, password: newPassword, password_confirmation: newPassword }
    return (await app.inject({ method: 'POST', url: '/api/user/reset-password', headers, payload })).statusCode
  }
  const right = codeIn(await askReset(people[5]!.email, 'code'))
  expect(await resetWith(people[5]!.email, right)).toBe(200)
  const link = linkIn(await askReset(people[4]!.email)).pathname.split('/')[3]!
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, i) => resetWith(people[i % 4]!.email, '0000')))
  expect([422, 429].map((status) => statuses.filter((item) => item === status).length)).toEqual([20, 10])
  expect(await resetWith(people[4]!.email, link)).toBe(200)
})

test('after 500 wrong codes per hour in total codes are refused and only links are sent', async () => {
  const { email } = await createUser(server)
  const [bob, carl] = [await createUser(server), await createUser(server)]
  const code = codeIn(await askReset(bob.email, 'code'))
  await db.deleteFrom('rate_limit').execute()
  for (let i = 0; i < 500; i++) await tryCodeWithoutSession(services.limits, `198.18.${i >> 4}.${i & 15}`, async () => undefined)
  await expect(reset(bob.email, code)).rejects.toMatchObject({ status: 429 })
  const requestReset = async (kind: 'link' | 'code') =>
    clientFor({ headers: from() })(api.askReset, {
      body: { email: kind === 'link' ? carl.email : email, captcha: await solveCaptchaFor(guest) },
      headers: { 'email-request': kind },
    })
  expect(await requestReset('link')).toEqual({})
  expect(await requestReset('code')).toEqual({ sent: 'link' })
  const [mail = ''] = await mailsTo(email)
  await reset(email, linkIn(mail).pathname.split('/')[3]!)
  await db.deleteFrom('rate_limit').execute()
})

test('60 emails per hour from one client, regardless of its forwarded header', async () => {
  const requestReset = async (i: number, forwarded: string) => {
    const payload = { email: `many${i}@example.com`, captcha: await solveCaptchaFor(guest) }
    return app.inject({ method: 'POST', url: '/api/user/reset', headers: { 'x-forwarded-for': forwarded }, payload })
  }
  for (let i = 0; i < 60; i++) expect((await requestReset(i, '2001:db8:1:2::5')).statusCode).toBe(200)
  expect((await requestReset(60, '2001:db8:1:2:ffff::9')).statusCode).toBe(429)
  expect((await requestReset(61, '198.51.100.7, 2001:db8:1:2::5')).statusCode).toBe(429)
  expect((await requestReset(62, '2001:db8:1:3::5')).statusCode).toBe(200)
})
