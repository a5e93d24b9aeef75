import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { welcomeFlags } from '../rules.ts'
import { setRight } from './queries/accounts.ts'

const server = await startTestServer()
const { clientFor, db, guest } = server
const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const wrongField = (field: string) => ({ status: 422, body: { errors: { [field]: expect.arrayContaining([expect.any(String)]) } } })

test('a user sees their whole profile', async () => {
  const ann = await createUser(server, { email: 'ann@example.com', nickname: 'Ann' })
  const profile = await ann.client(api.getProfile, {})
  expect(profile).toMatchObject({ id: ann.id, email: 'ann@example.com', nickname: 'Ann', country_id: null, country: null, membership: [] })
  expect(profile.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(JSON.stringify(profile)).not.toContain('argon2')
  for (const flag of welcomeFlags) expect(profile[flag]).toBe(false)
  await expect(guest(api.getProfile, {})).rejects.toMatchObject({ status: 401 })
})

test('from 13 to 17 a guardian must agree once, and below there is no account', async () => {
  const { client } = await createUser(server)
  const birthday = yearsAgo(14)
  await expect(client(api.updateProfile, { body: { birthday } })).rejects.toMatchObject(wrongField('guardian_consent'))
  await expect(client(api.updateProfile, { body: { birthday, guardian_consent: false } })).rejects.toMatchObject(
    wrongField('guardian_consent'),
  )
  expect(await client(api.updateProfile, { body: { birthday, guardian_consent: true } })).toMatchObject({
    birthday,
    guardian_consent: true,
  })
  expect(await client(api.updateProfile, { body: { birthday: yearsAgo(15) } })).toMatchObject({ guardian_consent: true })
  await expect(client(api.updateProfile, { body: { guardian_consent: false } })).rejects.toMatchObject(wrongField('guardian_consent'))
  await expect(client(api.updateProfile, { body: { birthday: yearsAgo(12), guardian_consent: true } })).rejects.toMatchObject(
    wrongField('birthday'),
  )
})

test("without a username most calls answer 427, until the user chooses one, which can't be changed", async () => {
  const ann = await createUser(server, { nickname: null })
  const { client } = ann
  const missing = { status: 427, body: { code: 'fields_missing', message: 'Fill required fields to continue' } }
  await expect(client(api.listSessions, {})).rejects.toMatchObject(missing)
  await expect(client(api.toggleAdultContent, {})).rejects.toMatchObject(missing)
  await expect(client(api.toggleWelcome, { body: { field: 'hide_tv_welcome' } })).rejects.toMatchObject(missing)
  await client(api.getProfile, {})
  await client(api.updateProfile, { body: { city: 'Gent' } })
  await client(api.listCountries, {})

  const choose = (nickname: string) => client(api.setRequiredFields, { body: { nickname } })
  const { nickname: takenName } = await createUser(server)
  for (const username of ['x', 'x'.repeat(31), 'a b', 'settings', takenName!, takenName!.toUpperCase().replaceAll('0', 'O')])
    await expect(choose(username)).rejects.toMatchObject(wrongField('nickname'))
  expect(await choose(' Annabel ')).toMatchObject({ id: ann.id, nickname: 'Annabel' })
  expect(await choose('Annabel')).toMatchObject({ nickname: 'Annabel' })
  await expect(choose('Annabella')).rejects.toMatchObject({ status: 409, body: { code: 'nickname_fixed' } })
  await client(api.listSessions, {})
  await expect(guest(api.setRequiredFields, { body: { nickname: 'Guest1' } })).rejects.toMatchObject({ status: 401 })
})

test('a username chosen by many users concurrently goes to one of them', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(server, { nickname: null })))
  const answers = await Promise.allSettled(people.map(({ client }) => client(api.setRequiredFields, { body: { nickname: 'Popular' } })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const response of answers)
    if (response.status === 'rejected') expect(response.reason).toMatchObject({ status: 422, body: { code: 'nickname_taken' } })
})

test('a public profile shows nothing private, and only if its user enabled it', async () => {
  const ann = await createUser(server, { first_name: 'Ann', city: 'Gent', phone: '123456', birthday: '1990-05-20' })
  const bob = await createUser(server)
  const hidden = { status: 404 }
  for (const client of [guest, bob.client])
    await expect(client(api.getPublicProfile, { params: { id: ann.id } })).rejects.toMatchObject(hidden)
  await ann.client(api.updateProfile, { body: { is_public: true } })
  for (const client of [guest, bob.client, ann.client]) {
    const profile = await client(api.getPublicProfile, { params: { id: ann.id } })
    expect(Object.keys(profile).toSorted()).toEqual([
      'created_at',
      'directPublishId',
      'followers',
      'id',
      'is_broadcaster',
      'is_followed',
      'nickname',
      'profile_picture',
    ])
    expect(profile).toMatchObject({ id: ann.id, nickname: ann.nickname })
  }
  for (const id of ['nosuchuser1', 'x', `${ann.id}x`, ann.id.toLowerCase() === ann.id ? ann.id.toUpperCase() : ann.id.toLowerCase()])
    await expect(guest(api.getPublicProfile, { params: { id } })).rejects.toMatchObject(hidden)
  const nameless = await createUser(server, { nickname: null, is_public: true })
  await expect(guest(api.getPublicProfile, { params: { id: nameless.id } })).rejects.toMatchObject(hidden)
})

test('a user always finds themselves, with the same fields as others', async () => {
  for (const nickname of ['Self', null]) {
    const { id, client } = await createUser(server, { nickname })
    const profile = await client(api.getPublicProfile, { params: { id } })
    expect(profile).toEqual({
      id,
      nickname,
      is_broadcaster: false,
      profile_picture: null,
      directPublishId: null,
      followers: 0,
      is_followed: false,
      created_at: expect.any(String),
    })
  }
})

test('each introduction is hidden by its flag, and no other field can be toggled', async () => {
  const { client } = await createUser(server)
  for (const field of welcomeFlags) expect(await client(api.toggleWelcome, { body: { field } })).toMatchObject({ [field]: true })
  expect(await client(api.toggleWelcome, { body: { field: 'hide_tv_welcome' } })).toMatchObject({
    hide_tv_welcome: false,
    hide_heart_welcome: true,
  })
  for (const field of ['is_operator', 'is_broadcaster', 'adult_content', 'password_hash', 'hide_', '', null, ['hide_tv_welcome']]) {
    await expect(client(api.toggleWelcome, { body: { field: field as 'hide_tv_welcome' } })).rejects.toMatchObject(wrongField('field'))
  }
  await expect(guest(api.toggleWelcome, { body: { field: 'hide_tv_welcome' } })).rejects.toMatchObject({ status: 401 })
})

test('lists all countries, named and sorted in the reader’s language', async () => {
  const english = await guest(api.listCountries, {})
  const dutch = await clientFor({ language: 'nl' })(api.listCountries, {})
  expect(english).toHaveLength(249)
  expect(new Set(english.map(({ id }) => id))).toEqual(new Set(dutch.map(({ id }) => id)))
  for (const [list, belgium, germany, last] of [
    [english, 'Belgium', 'Germany', 'Zimbabwe'],
    [dutch, 'België', 'Duitsland', 'Zwitserland'],
  ] as const) {
    expect(list.find(({ id }) => id === 239)?.name).toBe(belgium)
    expect(list.find(({ id }) => id === 56)?.name).toBe(germany)
    expect(list.at(-1)?.name).toBe(last)
    expect(new Set(list.map(({ name }) => name)).size).toBe(249)
    expect(list.map(({ name }) => name)).toEqual(
      list.map(({ name }) => name).toSorted(new Intl.Collator(list === dutch ? 'nl' : 'en').compare),
    )
  }
  // Most names are those of `Intl`; some are our own.
  const codes = await db.selectFrom('country').select(['code', 'name_en', 'name_nl']).execute()
  const countNames = (language: string, name: 'name_en' | 'name_nl') =>
    codes.filter((country) => new Intl.DisplayNames([language], { type: 'region' }).of(country.code) === country[name]).length
  expect(countNames('en', 'name_en')).toBeGreaterThan(220)
  expect(countNames('nl', 'name_nl')).toBeGreaterThan(230)
})

test('an operator is appointed by email address', async () => {
  const ann = await createUser(server, { email: 'Boss@example.com' })
  expect(await setRight(db, 'boss@EXAMPLE.com', 'is_operator', true)).toBe(true)
  expect(await setRight(db, 'nobody@example.com', 'is_operator', true)).toBe(false)
  expect(await ann.client(api.getProfile, {})).toMatchObject({ is_operator: true })
})
