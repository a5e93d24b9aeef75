import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { outcome } from '#test/channels.ts'
import { solveCaptchaFor, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract as contract } from '#features/operator/contract.ts'

const emailOf = async ({ client }: Person) => (await client(accountsContract.getProfile, {})).email
const setRole = (actor: Person, { id }: Person, role: 'operator' | null, body: object = { password }) =>
  outcome(actor.client(contract.updateUser, { params: { id }, body: { role, ...body } }))

test('a stolen session demotes and suspends no operator; with the password it demotes three a day, and all operators get mails', async () => {
  const server = await startTestServer()
  const operators = []
  for (const nickname of ['Ann', 'Bob', 'Cas', 'Dan', 'Eva', 'Fay'])
    operators.push(await createUser(server, { is_operator: true, nickname }))
  const [stolen, bob, ...others] = operators as [Person, Person, ...Person[]]
  await sql`update session set created_at = now() - interval '2 hours' where account_id = ${stolen.id}`.execute(server.db)
  const stranger = await createUser(server, { nickname: 'Stranger' })

  // With only the session, roles can be neither granted nor removed.
  for (const [user, role] of [
    [bob, null],
    [stranger, 'operator'],
  ] as const) {
    expect(await setRole(stolen, user, role, {})).toBe('422 password_needed password')
    expect(await setRole(stolen, user, role, { password: 'guessed it' })).toBe('422 old_password_wrong password')
  }

  const suspension = { reason: 'No', until: null }
  const suspend = (body: object) => outcome(stolen.client(contract.updateUser, { params: { id: bob.id }, body: { suspension, ...body } }))
  expect(await suspend({})).toBe('422 password_needed password')
  expect(await suspend({ password: 'guessed it' })).toBe('422 old_password_wrong password')
  expect(await stolen.client(contract.updateUsers, { body: { users: [bob.id], suspension } })).toEqual({
    done: [],
    failed: [{ id: bob.id, code: 'password_needed' }],
  })

  expect(await setRole(stolen, stranger, 'operator')).toBe('done')
  for (const user of operators) {
    const mail = (await server.mailsTo(await emailOf(user))).join('')
    expect(mail).toContain('Stranger')
    expect(mail).toContain('Ann changed the role')
  }
  // The limit also covers concurrent calls, and calls by the second account.
  const outcomes = await Promise.all([bob, ...others].map((user, index) => setRole(index % 2 ? stranger : stolen, user, null)))
  expect(outcomes.toSorted()).toEqual(['429 too_many', '429 too_many', 'done', 'done', 'done'])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from account where is_operator`.execute(server.db)
  expect(rows[0]!.count).toBe(4)
  // Giving up your own role isn't limited.
  expect(await setRole(stolen, stolen, null)).toBe('done')
})

test('of 100 selected users, two of which are deleted, 98 are changed and two reported', async () => {
  const server = await startTestServer({ RATE_LIMITS: 'off' })
  const operator = await createUser(server, { is_operator: true })
  const ids = Array.from({ length: 100 }, (_, index) => `B8user${String(index).padStart(5, '0')}`)
  await sql`insert into account (id, email, password_hash, nickname, nickname_key)
    select id, id || '@example.com', 'none', id, lower(id) from unnest(${ids}::text[]) id`.execute(server.db)
  const deletedIds = [ids[3]!, ids[98]!]
  await sql`delete from account where id = any(${deletedIds})`.execute(server.db)
  const { done, failed } = await operator.client(contract.updateUsers, {
    body: { users: ids, suspension: { reason: 'Spam ring', until: null } },
  })
  expect(done).toEqual(ids.filter((id) => !deletedIds.includes(id)))
  expect(failed).toEqual(deletedIds.map((id) => ({ id, code: 'not_found' })))
  const { data } = await operator.client(contract.listAudit, { query: { act: 'user.suspended', limit: 100 } })
  expect(new Set(data.map(({ person_id }) => person_id)).size).toBe(98)
})

test('no setting of the site locks out its only operator', async () => {
  const server = await startTestServer({ RATE_LIMITS: 'off' })
  const operator = await createUser(server, { is_operator: true })
  const email = await emailOf(operator)
  const { registration } = await operator.client(siteContract.listSettings, {})
  await operator.client(siteContract.changeSetting, {
    body: { name: 'registration', value: { mode: 'closed' }, version: registration.version },
  })
  const logIn = server.guest(accountsContract.createToken, {
    body: { grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(server.guest) },
  })
  expect(await logIn).toMatchObject({ token_type: 'Bearer' })
})
