import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'

const server = await startTestServer()
const { app, guest } = server

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#e33' } })
    .toFormat(format)
    .toBuffer()
const file = (bytes: Uint8Array, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type })
const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const wrongField = (field: string) => ({ status: 422, body: { errors: { [field]: expect.arrayContaining([expect.any(String)]) } } })

const changes = {
  firstname: ' Ann ',
  lastname: "O'Neill",
  city: 'Gent',
  address: 'Korenmarkt 1',
  phone: '+32 (0)9 123 45 67',
  household_count: 3,
  country_id: 239,
  birthday: '1990-05-20',
  gender: 'female' as const,
  language: 'nl' as const,
  is_public: 1 as const,
  following_content_alert: true,
}
const changed = {
  ...changes,
  firstname: 'Ann',
  first_name: 'Ann',
  last_name: "O'Neill",
  country: 'België',
  year_of_birth: 1990,
  is_public: true,
}

test.each([false, true])('every field can be changed and cleared (as a form: %s)', async (form) => {
  const ann = await createUser(server, {}, { form, language: 'nl' })
  expect(await ann.client(api.updateProfile, { body: changes })).toMatchObject({ ...changed, id: ann.id })
  expect(await ann.client(api.updateProfile, { body: { city: 'Brugge' } })).toMatchObject({ ...changed, city: 'Brugge' })
  const noChanges = {
    firstname: '',
    lastname: '',
    city: '',
    address: '',
    phone: '',
    household_count: '',
    country_id: '',
    birthday: '',
    gender: '',
  } as const
  expect(await ann.client(api.updateProfile, { body: { ...noChanges, is_public: '0', following_content_alert: 'false' } })).toMatchObject({
    ...Object.fromEntries(Object.keys(noChanges).map((field) => [field, null])),
    year_of_birth: null,
    is_public: false,
    following_content_alert: false,
  })
  expect(await ann.client(api.updateProfile, { body: { first_name: 'Anna', last_name: null } })).toMatchObject({
    firstname: 'Anna',
    lastname: null,
  })
})

const update = async (client: Client, body: object) => client(api.updateProfile, { body })

test.each([false, true])('the whole profile can be sent back, and only its changed fields change (as a form: %s)', async (form) => {
  const ann = await createUser(server, {}, { form })
  await ann.client(api.updateProfile, { body: changes })
  await ann.client(api.updateProfile, { body: { profile_picture: file(await picture('png'), 'me.png', 'image/png') } })
  const profile = await ann.client(api.getProfile, {})
  expect(profile).toMatchObject({ country: 'Belgium', year_of_birth: 1990, profile_picture: expect.stringMatching(/^\/media/) })
  expect(await update(ann.client, profile)).toEqual(profile)
  for (const [change, and] of [
    [{ firstname: 'Anna' }, { first_name: 'Anna' }],
    [{ first_name: 'Annie' }, { firstname: 'Annie' }],
    [{ lastname: 'Peeters' }, { last_name: 'Peeters' }],
    [{ last_name: 'Maes' }, { lastname: 'Maes' }],
    [{ country_id: 56 }, { country: 'Germany' }],
    [{ country: 'frankrijk' }, { country: 'France', country_id: 74 }],
    [{ country: '239' }, { country: 'Belgium', country_id: 239 }],
    [{ birthday: '1991-02-03' }, { year_of_birth: 1991 }],
    [{ year_of_birth: 1992 }, { birthday: '1992-12-31' }],
    [{ profile_picture: '' }, { profile_picture: null }],
  ] as const) {
    const before = await ann.client(api.getProfile, {})
    expect(await update(ann.client, { ...before, ...change })).toEqual({ ...before, ...change, ...and })
  }
})

test.each<[object, object]>([
  [{ firstname: '' }, { first_name: null, firstname: null }],
  [{ country: '' }, { country: null, country_id: null }],
  [{ country: null }, { country: null, country_id: null }],
  [{ country: 56 }, { country: 'Germany', country_id: 56 }],
  [{ year_of_birth: '' }, { birthday: null, year_of_birth: null }],
  [{ year_of_birth: '1990' }, { birthday: '1990-05-20' }],
  [{ year_of_birth: 1991 }, { birthday: '1991-12-31', year_of_birth: 1991 }],
])('a single alias is enough: %j', async (body, expected) => {
  const ann = await createUser(server)
  await ann.client(api.updateProfile, { body: { ...changes, language: 'en' } })
  expect(await update(ann.client, body)).toMatchObject(expected)
})

test('only the address of the user’s current picture is accepted as a picture', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const set = async (client: Client, upload: File | string) =>
    (await update(client, { profile_picture: upload })) as { profile_picture: string }
  const { profile_picture: address } = await set(ann.client, file(await picture('png'), 'me.png', 'image/png'))
  for (const same of [address, `http://choice.test${address}`, `https://elsewhere.example${address}`, address.replace('960', '480')])
    expect(await set(ann.client, same)).toMatchObject({ profile_picture: address })
  await expect(set(bob.client, address)).rejects.toMatchObject({
    body: { errors: { profile_picture: ['Please use the following format: jpg, jpeg, png'] } },
  })
  await set(ann.client, file(await picture('jpeg'), 'me.jpg', 'image/jpeg'))
  await expect(set(ann.client, address)).rejects.toMatchObject(wrongField('profile_picture'))
})

test('a form with _method changes the profile; without it, it is a sign-up', async () => {
  const ann = await createUser(server)
  const post = async (fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/user',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  expect((await post({ _method: 'PATCH', city: 'Gent' })).json()).toMatchObject({ id: ann.id, city: 'Gent' })
  const signUp = await post({ city: 'Gent' })
  expect(signUp.statusCode).toBe(422)
  expect(signUp.json<{ errors: object }>().errors).toHaveProperty('captcha')
})

test.each<[string, unknown]>([
  ['firstname', 'x'.repeat(101)],
  ['firstname', 7],
  ['lastname', ['a']],
  ['city', { a: 1 }],
  ['city', 'a\0b'],
  ['address', 'x'.repeat(201)],
  ['phone', 'call me'],
  ['phone', '../..'],
  ['phone', '+(0) 1'],
  ['household_count', 0],
  ['household_count', 51],
  ['household_count', '1e1'],
  ['household_count', 1.5],
  ['country_id', 250],
  ['country_id', 1e30],
  ['country_id', 'Belgium'],
  ['birthday', '31-12-1990'],
  ['birthday', '2999-01-01'],
  ['birthday', yearsAgo(12)],
  ['gender', 'yes'],
  ['language', 'fr'],
  ['is_public', 'maybe'],
  ['profile_picture', 'https://example.com/a.png'],
  ['profile_picture', '/media/pictures/0123456789abcdef-60x40-ee3333/960.webp'],
  ['country', 'Atlantis'],
  ['country', 250],
  ['country', ['Belgium']],
  ['year_of_birth', 2999],
  ['year_of_birth', 1850],
  ['year_of_birth', 'long ago'],
  ['year_of_birth', Number(yearsAgo(13).slice(0, 4))],
])('%s: %j is refused on its field', async (field, value) => {
  const { client } = await createUser(server)
  await expect(client(api.updateProfile, { body: { city: 'Gent', [field]: value } })).rejects.toMatchObject(wrongField(field))
  expect(await client(api.getProfile, {})).toMatchObject({ city: null })
})

test('read-only fields stay unchanged', async () => {
  const ann = await createUser(server)
  const before = await ann.client(api.getProfile, {})
  const more = {
    id: 'chosenbyme1',
    user_id: 'chosenbyme1',
    email: 'other@example.com',
    nickname: 'Other',
    is_broadcaster: true,
    can_upload_video: 1,
    is_operator: true,
    adult_content: true,
    balance: '100.00',
    password_hash: 'x',
    hide_tv_welcome: true,
    terms_version: 'none',
  }
  expect(await ann.client(api.updateProfile, { body: { city: 'Gent', ...more } })).toEqual({ ...before, city: 'Gent' })
  expect(await ann.client(api.updateProfile, { body: {} })).toEqual({ ...before, city: 'Gent' })
  await expect(guest(api.updateProfile, { body: { city: 'Gent' } })).rejects.toMatchObject({ status: 401 })
})

test('a picture is a jpg or png of at most 5 MB and is encoded again', async () => {
  const { client } = await createUser(server)
  const set = async (upload: File) => (await client(api.updateProfile, { body: { profile_picture: upload } })).profile_picture
  const address = await set(file(await picture('png'), 'me.png', 'image/png'))
  expect(address).toMatch(/^\/media\/pictures\/[\dA-Za-z]{16}-60x40-ee3333\/960\.webp$/)
  const other = await set(file(await picture('jpeg'), 'me.txt', 'text/plain'))
  expect(other).not.toBe(address)
  expect((await client(api.getProfile, {})).profile_picture).toBe(other)

  const refusals: [File, string][] = [
    [file(await picture('webp'), 'me.png', 'image/png'), 'Please use the following format: jpg, jpeg, png'],
    [file(await picture('gif'), 'me.png', 'image/png'), 'Please use the following format: jpg, jpeg, png'],
    [
      file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.png', 'image/png'),
      'Please use the following format: jpg, jpeg, png',
    ],
    [file(randomBytes(5 * 1024 * 1024 + 1), 'me.png', 'image/png'), "Photo can't be uploaded, max size is 5 mb"],
  ]
  for (const [upload, message] of refusals)
    await expect(set(upload)).rejects.toMatchObject({ status: 422, body: { errors: { profile_picture: [message] } } })
  await expect(set(file(randomBytes(16 * 1024 * 1024), 'me.png', 'image/png'))).rejects.toMatchObject({ status: 413 })
  expect((await client(api.getProfile, {})).profile_picture).toBe(other)
  expect(await client(api.updateProfile, { body: { profile_picture: null } })).toMatchObject({ profile_picture: null })
})
