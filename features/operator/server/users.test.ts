import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { solveCaptchaFor, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, mailsTo } = server
const operator = await createUser(server, { is_operator: true })
const update = (actor: Person, { id }: Person, body: object) => actor.client(contract.updateUser, { params: { id }, body })
const logIn = async ({ email }: { email: string }) =>
  guest(accountsContract.createToken, { body: { grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) } })
const emailOf = async ({ client }: Person) => (await client(accountsContract.getProfile, {})).email

test('an operator finds users by a part of name or address, by id and by filter, page by page', async () => {
  const names = ['Zoë Lantern', 'zoe lantern 2', '100% Lantern']
  const people = await Promise.all(names.map((nickname, index) => createUser(server, { nickname, email: `lantern_${index}@example.com` })))
  const find = async (query: object) => (await operator.client(contract.listUsers, { query })).data.map(({ nickname }) => nickname)
  expect(await find({ query: 'LANTERN' })).toHaveLength(3)
  expect(await find({ query: '0% l' })).toEqual(['100% Lantern'])
  expect(await find({ query: 'lantern_1@' })).toEqual(['zoe lantern 2'])
  expect(await find({ query: people[0]!.id })).toEqual(['Zoë Lantern'])
  expect(await find({ query: '%' })).toEqual(['100% Lantern'])
  expect(await find({ filter: 'operators' })).toEqual([(await operator.client(accountsContract.getProfile, {})).nickname])
  const first = await operator.client(contract.listUsers, { query: { query: 'lantern', limit: 2 } })
  const second = await operator.client(contract.listUsers, { query: { query: 'lantern', limit: 2, cursor: first.next_cursor! } })
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3)
  expect(second.next_cursor).toBeNull()
})

test('guests, users and moderators get nothing of the console but their own data', async () => {
  const [user, moderator] = [await createUser(server), await createUser(server, { is_moderator: true })]
  const calls = [
    (caller: Person['client']) => caller(contract.listUsers, {}),
    (caller: Person['client']) => caller(contract.getOperatedUser, { params: { id: user.id } }),
    (caller: Person['client']) => caller(contract.updateUser, { params: { id: user.id }, body: { is_broadcaster: true } }),
    (caller: Person['client']) => caller(contract.updateUsers, { body: { users: [user.id], is_broadcaster: true } }),
    (caller: Person['client']) => caller(contract.endSessionsOfUser, { params: { id: user.id } }),
    (caller: Person['client']) => caller(contract.listAudit, {}),
  ]
  for (const call of calls) {
    expect(await outcome(call(guest))).toBe('401 login_required')
    expect(await outcome(call(user.client))).toBe('403 forbidden')
    expect(await outcome(call(moderator.client))).toBe('403 forbidden')
  }
  expect((await user.client(accountsContract.getProfile, {})).is_operator).toBe(false)
})

test('a suspension ends all logins, refuses new ones with reason and end, is mailed, and expires', async () => {
  const bob = await createUser(server)
  const email = await emailOf(bob)
  const tokens = await logIn({ email })
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await update(operator, bob, { suspension: { reason: 'Spam in many channels', until } })
  expect(await outcome(bob.client(accountsContract.getProfile, {}))).toBe('401 token_invalid')
  const refresh = guest(accountsContract.createToken, { body: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token } })
  expect(await outcome(refresh)).toMatch(/^401/)
  const refusal = await logIn({ email }).catch((error: { status: number; body: { code: string; message: string } }) => error)
  expect(refusal).toMatchObject({ status: 403, body: { code: 'suspended_until' } })
  expect((refusal as { body: { message: string } }).body.message).toContain('Spam in many channels')
  expect((await mailsTo(email)).at(-1)).toContain('Spam in many channels')
  const [row] = (await operator.client(contract.listUsers, { query: { filter: 'suspended' } })).data
  expect(row).toMatchObject({ id: bob.id, suspension: { reason: 'Spam in many channels', until } })

  // After the suspension, users can log in again, but their former sessions have ended.
  await update(operator, bob, { suspension: null, reason: 'A mistake' })
  expect(await outcome(bob.client(accountsContract.getProfile, {}))).toBe('401 token_invalid')
  expect(await logIn({ email })).toMatchObject({ token_type: 'Bearer' })
  // Suspends the user without an end, and then with an end that has passed.
  await update(operator, bob, { suspension: { reason: 'Again', until: null } })
  expect(await outcome(logIn({ email }))).toBe('403 suspended')
  await sql`update account set suspended_until = now() - interval '1 second' where id = ${bob.id}`.execute(db)
  expect(await logIn({ email })).toMatchObject({ token_type: 'Bearer' })
  expect(await operator.client(contract.getOperatedUser, { params: { id: bob.id } })).toMatchObject({ suspension: null })
})

test('of two operators who suspend a user at once, the second is refused and learns the first one’s reason', async () => {
  const [other, bob] = [await createUser(server, { is_operator: true }), await createUser(server)]
  const suspend = (by: Person, reason: string) => update(by, bob, { suspension: { reason, until: null } })
  const results = await Promise.allSettled([suspend(operator, 'Spam'), suspend(other, 'Threats')])
  const refusal = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  const { suspension } = await operator.client(contract.getOperatedUser, { params: { id: bob.id } })
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refusal.reason).toMatchObject({ status: 409, body: { code: 'already_suspended' } })
  expect((refusal.reason as Error).message).toContain(`“${suspension!.reason}”`)
  // A repeated call changes nothing, and several users can’t be suspended otherwise either.
  await suspend(operator, suspension!.reason)
  const body = { users: [bob.id], suspension: { reason: 'Both', until: null } }
  expect((await operator.client(contract.updateUsers, { body })).failed).toEqual([{ id: bob.id, code: 'already_suspended' }])
  expect((await operator.client(contract.listAudit, { query: { person: bob.id } })).data).toHaveLength(1)
  expect(await mailsTo(bob.email)).toHaveLength(1)
  await db.deleteFrom('account').where('id', '=', other.id).execute()
})

test("a login with a wrong password doesn't reveal a suspension", async () => {
  const bob = await createUser(server)
  await update(operator, bob, { suspension: { reason: 'Spam', until: null } })
  const email = (await db.selectFrom('account').select('email').where('id', '=', bob.id).executeTakeFirstOrThrow()).email
  const guess = guest(accountsContract.createToken, {
    body: { grant_type: 'password', user: email, password: 'another guess', captcha: await solveCaptchaFor(guest) },
  })
  expect(await outcome(guess)).toBe('422 login_wrong password')
})

test('a change of role needs a login within the last hour or the operator’s own password, and is mailed and recorded', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  expect(await update(operator, bob, { role: 'moderator' })).toMatchObject({ role: 'moderator' })
  await sql`update session set created_at = now() - interval '61 minutes' where account_id = ${operator.id}`.execute(db)
  expect(await outcome(update(operator, ann, { role: 'moderator' }))).toBe('422 password_needed password')
  expect(await outcome(update(operator, ann, { role: 'moderator', password: 'not mine at all' }))).toBe('422 old_password_wrong password')
  expect(await update(operator, ann, { role: 'moderator', password, reason: 'Helps on Sundays' })).toMatchObject({ role: 'moderator' })
  await sql`update session set created_at = now() where account_id = ${operator.id}`.execute(db)
  expect((await ann.client(accountsContract.getProfile, {})).is_moderator).toBe(true)
  expect((await mailsTo(await emailOf(ann))).join('')).toContain('moderator')
  const { data } = await operator.client(contract.listAudit, { query: { person: ann.id } })
  expect(data).toMatchObject([
    { act: 'user.role', actor_id: operator.id, before: { role: null }, after: { role: 'moderator' }, reason: 'Helps on Sundays' },
  ])
  const ownAudit = await ann.client(contract.listOwnAudit, {})
  expect(ownAudit.data).toMatchObject([{ act: 'user.role', reason: 'Helps on Sundays' }])
  expect(JSON.stringify(ownAudit)).not.toContain(operator.id)
})

test('the last operator who can act can’t be demoted, suspended or leave, also with concurrent calls', async () => {
  const ownServer = await startTestServer({ RATE_LIMITS: 'off' })
  const [first, second] = [await createUser(ownServer, { is_operator: true }), await createUser(ownServer, { is_operator: true })]
  const outcomes = await Promise.all([outcome(update(first, second, { role: null })), outcome(update(second, first, { role: null }))])
  // The later call is refused: its target is the last operator, or its caller has just lost the role.
  expect(outcomes.filter((item) => item === 'done')).toHaveLength(1)
  const operators = await ownServer.db.selectFrom('account').select('id').where('is_operator', '=', true).execute()
  expect(operators).toHaveLength(1)
  const last = operators[0]!.id === first.id ? first : second
  const suspension = { reason: 'No', until: null }
  expect(await outcome(update(last, last, { role: null }))).toBe('409 last_operator')
  expect(await outcome(update(last, last, { suspension }))).toBe('409 last_operator')
  expect(await outcome(last.client(dataRightsContract.askDeletion, { body: { password } }))).toBe('409 last_operator')
  await expect(ownServer.db.deleteFrom('account').where('id', '=', last.id).execute()).rejects.toThrow('keeps an operator')
  // Suspended operators, and those whose account will be deleted, don't count as operators.
  const other = await createUser(ownServer, { is_operator: true })
  await other.client(dataRightsContract.askDeletion, { body: { password } })
  expect(await outcome(update(last, last, { role: null }))).toBe('409 last_operator')
  const third = await createUser(ownServer, { is_operator: true })
  expect(await update(last, third, { suspension })).toMatchObject({ role: 'operator', suspension })
  expect(await outcome(update(last, last, { role: null }))).toBe('409 last_operator')
})

test('a user’s own quota replaces that of the installation', async () => {
  const bob = await createUser(server, { can_upload_video: true })
  const room = async () => (await bob.client(uploadsContract.getUploadRoom, {})).quota
  const usualRoom = await room()
  expect(await update(operator, bob, { upload_quota_gb: 7 })).toMatchObject({ upload_quota_gb: 7 })
  expect(await room()).toBe(7 * 1024 ** 3)
  await update(operator, bob, { upload_quota_gb: null })
  expect(await room()).toBe(usualRoom)
})

test('a call for several users changes all that it can, and names the refused ones', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const unknown = 'Zz3Jw8PdY6t'
  const body = { users: [ann.id, unknown, operator.id, bob.id], suspension: { reason: 'Spam ring', until: null } }
  expect(await operator.client(contract.updateUsers, { body })).toEqual({
    done: [ann.id, bob.id],
    failed: [
      { id: unknown, code: 'not_found' },
      { id: operator.id, code: 'last_operator' },
    ],
  })
  const past = { users: [ann.id], suspension: { reason: 'Spam', until: new Date(Date.now() - 1000).toISOString() } }
  expect(await outcome(operator.client(contract.updateUsers, { body: past }))).toBe('422 end_past suspension.until')
})

test('an act and its audit entry are atomic, and the entry keeps the name of a deleted operator', async () => {
  const [leaving, bob] = [await createUser(server, { is_operator: true, nickname: 'Leaving Lee' }), await createUser(server)]
  await update(leaving, bob, { is_broadcaster: true, reason: 'Runs a station' })
  await sql`alter table audit add constraint full_disk check (reason <> 'No room')`.execute(db)
  expect(await outcome(update(leaving, bob, { can_upload_video: true, reason: 'No room' }))).toMatch(/^500/)
  await sql`alter table audit drop constraint full_disk`.execute(db)
  expect(await operator.client(contract.getOperatedUser, { params: { id: bob.id } })).toMatchObject({ can_upload_video: false })
  await db.deleteFrom('account').where('id', '=', leaving.id).execute()
  const { data } = await operator.client(contract.listAudit, { query: { person: bob.id } })
  expect(data).toMatchObject([{ actor_id: null, actor_name: 'Leaving Lee', after: { is_broadcaster: true } }])
})

test('open pages of a user learn of a changed role and changed rights', async () => {
  const bob = await createUser(server, { is_operator: true })
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const page = await followEvents(`${origin}/api/events`, { authorization: `Bearer ${bob.token}` })
  const countEvents = () => page.events.filter(({ data }) => data.topics?.includes(`profile:${bob.id}`)).length
  await update(operator, bob, { role: null, password })
  await expect.poll(countEvents, { timeout: 20_000 }).toBe(1)
  await update(operator, bob, { can_upload_video: true })
  await expect.poll(countEvents, { timeout: 20_000 }).toBe(2)
  page.leave()
})
