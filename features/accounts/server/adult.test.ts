import { expect, test } from 'vitest'
import { codeIn, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { createUserFinder } from './users.ts'

const server = await startTestServer()
const { app, clientFor, db, guest, mailsTo } = server

const wrongCode = { status: 422, body: { code: 'code_wrong', errors: { code: [expect.any(String)] } } }
const otherCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')
const createAdult = () => createUser(server, { birthday: '1990-05-20' })

async function requestCode(user: Awaited<ReturnType<typeof createAdult>>): Promise<string> {
  const before = (await mailsTo(user.email, 0)).length
  expect(await user.client(api.toggleAdultContent, {})).toEqual({ code_required: true })
  return codeIn((await mailsTo(user.email, before + 1)).at(-1)!)
}

test('an emailed code enables adult content, and the same call disables it', async () => {
  const ann = await createAdult()
  const find = (token: string) => createUserFinder(db, db)(db, token, undefined)
  const code = await requestCode(ann)
  expect(await find(ann.token)).toMatchObject({ seesAdult: false })
  expect(await ann.client(api.passAgeVerification, { query: { code } })).toMatchObject({ id: ann.id, adult_content: true })
  expect(await find(ann.token)).toMatchObject({ seesAdult: true })
  await expect(ann.client(api.passAgeVerification, { query: { code } })).rejects.toMatchObject(wrongCode)
  expect(await ann.client(api.toggleAdultContent, {})).toEqual({ code_required: false })
  expect(await ann.client(api.getProfile, {})).toMatchObject({ adult_content: false })
  await ann.client(api.passAgeVerification, { query: { code: await requestCode(ann) } })
})

test('the email is in the reader’s language', async () => {
  const ann = await createAdult()
  await clientFor({ token: ann.token, language: 'nl' })(api.toggleAdultContent, {})
  const [mail = ''] = await mailsTo(ann.email)
  expect(mail).toContain('Content-Language: nl')
  expect(codeIn(mail)).toMatch(/^\d{4}$/)
})

test('adult content needs a birthday at least 18 years ago', async () => {
  const unknown = await createUser(server)
  const young = await createUser(server, { birthday: `${new Date().getFullYear() - 16}-01-01`, guardian_consent_at: new Date() })
  await expect(unknown.client(api.toggleAdultContent, {})).rejects.toMatchObject({
    status: 422,
    body: { code: 'birthday_missing', errors: { birthday: [expect.any(String)] } },
  })
  await expect(young.client(api.toggleAdultContent, {})).rejects.toMatchObject({ status: 422, body: { code: 'too_young_for_adult' } })
  expect(await mailsTo(young.email, 0)).toEqual([])
})

test('a later or removed birthday disables adult content', async () => {
  for (const change of [{ birthday: `${new Date().getFullYear() - 16}-01-01`, guardian_consent: true }, { birthday: null }]) {
    const ann = await createAdult()
    const code = await requestCode(ann)
    await ann.client(api.passAgeVerification, { query: { code } })
    expect(await ann.client(api.updateProfile, { body: change })).toMatchObject({ adult_content: false })

    const bob = await createAdult()
    const lateCode = await requestCode(bob)
    await bob.client(api.updateProfile, { body: change })
    await expect(bob.client(api.passAgeVerification, { query: { code: lateCode } })).rejects.toMatchObject({ status: 422 })
    expect(await bob.client(api.getProfile, {})).toMatchObject({ adult_content: false })
  }
})

test('after 5 wrong codes, 10 minutes, or a newer code, the right one is refused', async () => {
  const ann = await createAdult()
  const pass = (code: string) => ann.client(api.passAgeVerification, { query: { code } })
  const first = await requestCode(ann)
  for (let i = 0; i < 5; i++) await expect(pass(otherCode(first))).rejects.toMatchObject(wrongCode)
  await expect(pass(first)).rejects.toMatchObject(wrongCode)
  const second = await requestCode(ann)
  await db
    .updateTable('one_time_secret')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('account_id', '=', ann.id)
    .execute()
  await expect(pass(second)).rejects.toMatchObject(wrongCode)
  const third = await requestCode(ann)
  if (second !== third) await expect(pass(second)).rejects.toMatchObject(wrongCode)
  await pass(third)
  await ann.client(api.toggleAdultContent, {})
  await expect(ann.client(api.toggleAdultContent, {})).rejects.toMatchObject({ status: 429 })
})

test('simultaneous guesses are limited to five per code, and to 20 per client address', async () => {
  const ann = await createAdult()
  const code = await requestCode(ann)
  await db.deleteFrom('rate_limit').execute()
  const guesses = [...Array.from({ length: 300 }, (_, i) => String((Number(code) + 1 + i) % 10_000).padStart(4, '0')), code]
  const url = '/api/user/pass_age_verification?code='
  const headers = { authorization: `Bearer ${ann.token}` }
  const statuses: number[] = []
  for (let start = 0; start < guesses.length; start += 60) {
    const answers = guesses.slice(start, start + 60).map((guess) => app.inject({ method: 'POST', url: url + guess, headers }))
    statuses.push(...(await Promise.all(answers)).map(({ statusCode }) => statusCode))
  }
  await db.deleteFrom('rate_limit').execute()
  expect(statuses.filter((status) => ![422, 429].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(await ann.client(api.getProfile, {})).toMatchObject({ adult_content: false })
})

test('a code works only for its owner and its purpose', async () => {
  const ann = await createAdult()
  const bob = await createAdult()
  const code = await requestCode(ann)
  await expect(bob.client(api.passAgeVerification, { query: { code } })).rejects.toMatchObject(wrongCode)
  const body = { email: ann.email, token: code, password: 'a fresh password', password_confirmation: 'a fresh password' }
  await expect(guest(api.resetPassword, { body })).rejects.toMatchObject({ status: 422, body: { code: 'reset_failed' } })
  for (const endpoint of [api.toggleAdultContent, api.passAgeVerification] as const)
    await expect(guest(endpoint, { query: { code } })).rejects.toMatchObject({ status: 401 })
})

test.each(['', '123', '12345', 'abcd', '12 4', '１２３４', '1234&code=1235'])('%j is no code', async (code) => {
  const { token } = await createAdult()
  const response = await app.inject({
    method: 'POST',
    url: `/api/user/pass_age_verification?code=${encodeURI(code)}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ errors: { code: [expect.any(String)] } })
})
