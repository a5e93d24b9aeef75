import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillPath } from '#kit/contract/endpoint.ts'
import { solveCaptchaFor, linkIn, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { createCode, createLinkToken } from './secrets.ts'
import { generateToken } from './tokens.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, clientFor, db, guest, mailsTo } = server

type Row = Record<string, unknown>
/** All stored data of a user. */
async function rowOf({ email }: { email: string }): Promise<Row> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(account) as row from account where email = ${email}`.execute(db)
  return rows[0]!.row
}
const changedBetween = (before: Row, after: Row) =>
  Object.keys(after)
    .filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
    .toSorted()

/** Fields that an attacker may try to set. */
const forbiddenFields = (other: Person) => ({
  is_broadcaster: '1',
  can_upload_video: '1',
  is_operator: '1',
  balance: '100.00',
  id: other.id,
  user_id: other.id,
  account_id: other.id,
  email: other.email,
  nickname: 'Somebodyelse',
  nickname_key: 'x',
  adult_content: '1',
  adult_passed_at: '2020-01-01T00:00:00Z',
  password_hash: 'x',
  password_changed_at: '2020-01-01T00:00:00Z',
  picture_id: 'x',
  created_at: '2020-01-01T00:00:00Z',
  terms_version: 'none',
  'account[is_operator]': '1',
  'profile[is_operator]': '1',
})

type Name = keyof typeof api
interface Case {
  /** The call's valid input. */
  fields?: (ann: Person) => Record<string, string> | Promise<Record<string, string>>
  query?: (ann: Person) => Promise<Record<string, string>>
  nickname?: null
  /** Columns that the call may change. */
  changes?: string[]
}
const newPasswordText = 'a fresh password'
const newPassword = { changes: ['logins_ended_at', 'password_changed_at', 'password_hash'] }
/** Every call that writes data of an account. */
const cases: Partial<Record<Name, Case>> = {
  createToken: { fields: async ({ email }) => ({ grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) }) },
  logout: {},
  startSignUp: { fields: async ({ email }) => ({ email, captcha: await solveCaptchaFor(guest) }) },
  signUp: {
    fields: async ({ email }) => ({
      email,
      password: newPasswordText,
      nickname: `n${generateToken().slice(0, 9)}`,
      terms: '1',
      captcha: await solveCaptchaFor(guest),
    }),
  },
  askReset: { fields: async ({ email }) => ({ email, captcha: await solveCaptchaFor(guest) }) },
  checkResetCode: { fields: async ({ id, email }) => ({ email, token: await createCode(db, id, 'reset') }) },
  resetPassword: {
    fields: async ({ id, email }) => ({
      email,
      token: await createLinkToken(db, id, 'reset'),
      password: newPasswordText,
      password_confirmation: newPasswordText,
    }),
    ...newPassword,
  },
  updateProfile: { fields: () => ({ city: 'Gent' }), changes: ['city'] },
  changePassword: {
    fields: () => ({ old_password: password, password: newPasswordText, password_confirmation: newPasswordText }),
    ...newPassword,
  },
  setRequiredFields: {
    nickname: null,
    fields: () => ({ nickname: `n${generateToken().replaceAll(/[^a-z]/g, '')}` }),
    changes: ['nickname', 'nickname_key'],
  },
  toggleAdultContent: {},
  passAgeVerification: {
    query: async ({ id }) => ({ code: await createCode(db, id, 'adult') }),
    changes: ['adult_content', 'adult_passed_at'],
  },
  toggleWelcome: { fields: () => ({ field: 'hide_tv_welcome' }), changes: ['hide_tv_welcome'] },
  dismissAmendedTerms: {},
  endOtherSessions: { changes: ['logins_ended_at'] },
  endSessions: { changes: ['logins_ended_at'], fields: async ({ id }) => ({ token: await createLinkToken(db, id, 'sessions') }) },
}

test('every call that writes is covered below', () => {
  const writes = Object.entries(api).filter(([, { method }]) => method !== 'GET')
  expect(writes.map(([name]) => name).toSorted()).toEqual([...Object.keys(cases), 'finishSignUp', 'confirmWithPassword'].toSorted())
})

const kinds = ['json', 'urlencoded', 'multipart', '_method'] as const
const rounds = Object.entries(cases).flatMap(([name, one]) =>
  kinds
    .filter((kind) => {
      const { form, override, body } = api[name as Name] as { form?: boolean; override?: boolean; body?: object }
      return kind === 'json' ? true : kind === '_method' ? override : body && form
    })
    .map((kind) => [name as Name, kind, one] as const),
)

test.each(rounds)(
  '%s as %s changes only its own fields of the own account',
  async (name, kind, { fields, query, nickname, changes = [] }) => {
    const ann = await createUser(server, { birthday: '1990-05-20', ...(nickname === null && { nickname }) })
    const bob = await createUser(server)
    const [annBefore, bobBefore] = [await rowOf(ann), await rowOf(bob)]
    const { method, path } = api[name]
    const body: Record<string, string> = {
      ...forbiddenFields(bob),
      ...(await fields?.(ann)),
      ...(kind === '_method' && { _method: method }),
    }
    const urlencoded = new URLSearchParams(body)
    const request = new Request('http://x', {
      method: 'POST',
      body:
        kind === 'json'
          ? JSON.stringify(body)
          : kind === 'multipart'
            ? Object.entries(body).reduce((form, [key, value]) => (form.append(key, value), form), new FormData())
            : urlencoded,
    })
    const response = await app.inject({
      method: kind === '_method' ? 'POST' : method,
      url: `${fillPath(path)}?${new URLSearchParams({ ...forbiddenFields(bob), ...(await query?.(ann)) }).toString()}`,
      headers: {
        authorization: `Bearer ${ann.token}`,
        'x-user-id': bob.id,
        'x-http-method-override': 'PATCH',
        'content-type': kind === 'json' ? 'application/json' : request.headers.get('content-type')!,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect([name, response.statusCode, response.json()]).toEqual([name, 200, expect.anything()])
    expect(changedBetween(annBefore, await rowOf(ann))).toEqual(changes)
    expect(await rowOf(bob)).toEqual(bobBefore)
  },
)

test('sign-up sets no privileges', async () => {
  const bob = await createUser(server)
  const bobBefore = await rowOf(bob)
  const email = 'more@example.com'
  await guest(api.startSignUp, { body: { email, captcha: await solveCaptchaFor(guest) } })
  const [mail = ''] = await mailsTo(email)
  const token = linkIn(mail).searchParams.get('token')!
  const form = { token, password, password_confirmation: password, captcha: await solveCaptchaFor(guest) }
  await clientFor({ form: true })(api.finishSignUp, { body: { ...forbiddenFields(bob), ...form, email, nickname: 'Nobodyspecial' } })
  const row = await rowOf({ email })
  expect(row).toMatchObject({
    is_broadcaster: false,
    can_upload_video: false,
    is_operator: false,
    adult_content: false,
    adult_passed_at: null,
    nickname: 'Nobodyspecial',
    terms_version: null,
    picture_id: null,
  })
  expect(row['id']).not.toBe(bob.id)
  expect(row['password_hash']).toMatch(/^\$argon2id\$/)
  expect(await rowOf(bob)).toEqual(bobBefore)
})
