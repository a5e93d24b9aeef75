import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract as accounts } from '#features/accounts/contract.ts'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { solveCaptchaFor, linkIn, password, createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { codeOf, teamCalls } from '#test/teams.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, clientFor, db, guest, mailsTo } = server
const anAddress = () => `${newId()}@example.com`.toLowerCase()

/** Registers with an invitation's code. */
const register = async (fields: { email: string; token: string; [field: string]: unknown }, client: Client = guest) =>
  client(accounts.finishSignUp, {
    body: { password, password_confirmation: password, terms: true, captcha: await solveCaptchaFor(client), ...fields },
  })
const logIn = async (user: string) => {
  const body = { grant_type: 'password' as const, user, password, captcha: await solveCaptchaFor(guest) }
  return clientFor({ token: (await guest(accounts.createToken, { body })).access_token })
}
const lapsedOutcome = '422 sign_up_lapsed token'

/** Makes a team that invites a new address. */
async function makeInvitingTeam(email = anAddress()) {
  const admin = await createUser(server)
  const calls = teamCalls(admin.client)
  const { id } = await calls.create({ users: [email] })
  const code = codeOf((await mailsTo(email))[0]!)
  return { admin, calls, id, email, code }
}

const readPendingId = async ({ calls, id }: Awaited<ReturnType<typeof makeInvitingTeam>>) => (await calls.get(id)).pending_users[0]!.id

test('a user who registers with the code of an invitation has an active account, and is a member', async () => {
  const { admin, calls, id, email, code } = await makeInvitingTeam()
  const session = await register({ email: email.toUpperCase(), token: code, nickname: 'Invited' }, clientFor({ language: 'nl' }))
  const client = await logIn(email)
  expect(await client(accounts.getProfile, {})).toMatchObject({ id: session.id, nickname: 'Invited', language: 'nl', membership: [] })
  const { users, pending_users: pending } = await calls.get(id)
  expect([users.map((user) => [user.id, user.is_admin]), pending]).toEqual([
    [
      [admin.id, true],
      [session.id, false],
    ],
    [],
  ])
  expect(await teamCalls(guest).invitation(id, code)).toMatchObject({ state: 'accepted' })
})

test('the owner of the address gets a mail about the account, and can end its sessions', async () => {
  const { email, code } = await makeInvitingTeam()
  await register({ email, token: code }, clientFor({ language: 'nl' }))
  const client = await logIn(email)
  const mail = (await mailsTo(email, 2))[1]!
  expect(mail).toContain('Je hebt een account')
  expect(mail).not.toContain(code)
  await guest(accounts.endSessions, { body: { token: linkIn(mail).searchParams.get('end_sessions')! } })
  expect(await outcome(client(accounts.getProfile, {}))).toMatch(/^401/)
})

test('a code proves only the address that it was mailed to', async () => {
  const { email, code } = await makeInvitingTeam()
  const other = await makeInvitingTeam()
  for (const [address, token] of [
    [anAddress(), code],
    [other.email, code],
    [email, other.code],
    [email, newId()],
    [`${email}.evil.example`, code],
  ] as const)
    expect(await outcome(register({ email: address, token }))).toBe(lapsedOutcome)
  // The invitation's id, which members and guests can read, isn't accepted as its code.
  const id = await readPendingId(other)
  expect(await outcome(register({ email: other.email, token: id }))).toBe(lapsedOutcome)
  expect(JSON.stringify(await other.calls.get(other.id))).not.toContain(other.code)
  expect(await db.selectFrom('account').select('id').where('email', 'in', [email, other.email]).execute()).toEqual([])
})

test('a withdrawn, expired or used invitation, or one of a deleted team, registers no account', async () => {
  const withdrawn = await makeInvitingTeam()
  const pending = await readPendingId(withdrawn)
  await withdrawn.calls.removeMember(withdrawn.id, pending)
  const expired = await makeInvitingTeam()
  await sql`update team_invitation set expires_at = now() where team_id = ${expired.id}`.execute(db)
  const orphan = await makeInvitingTeam()
  await orphan.calls.leave(orphan.id, true)
  const deleted = await makeInvitingTeam()
  await deleted.calls.remove(deleted.id)
  for (const { email, code } of [withdrawn, expired, orphan, deleted])
    expect(await outcome(register({ email, token: code }))).toBe(lapsedOutcome)
  const used = await makeInvitingTeam()
  await register({ email: used.email, token: used.code })
  expect(await outcome(register({ email: used.email, token: used.code }))).toBe(lapsedOutcome)
  // The code is also refused if the user had registered without it and declined.
  const declined = await makeInvitingTeam()
  await teamCalls((await createUser(server, { email: declined.email })).client).answer(declined.id, true)
  expect(await outcome(register({ email: declined.email, token: declined.code }))).toBe(lapsedOutcome)
})

test('opening the link, as mail scanners do, changes nothing', async () => {
  const { id, email, code } = await makeInvitingTeam()
  const rows = () => sql`select * from team_invitation where team_id = ${id}`.execute(db)
  const before = (await rows()).rows
  for (const url of [
    `/en/request/${id}/x?code=${code}`,
    `/api/teams/invitation/${id}?code=${code}`,
    `/api/register?token=${code}&email=${email}`,
  ])
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url })
  expect((await rows()).rows).toEqual(before)
  expect(await db.selectFrom('account').select('id').where('email', '=', email).execute()).toEqual([])
})

test('an account with the address stays as it is, and the invitation open', async () => {
  const { id, email, code } = await makeInvitingTeam()
  const owner = await createUser(server, { email })
  expect(
    await outcome(register({ email, token: code, password: 'a password of another', password_confirmation: 'a password of another' })),
  ).toBe('422 email_taken email')
  expect(await teamCalls(guest).invitation(id, code)).toMatchObject({ state: 'open' })
  await logIn(email)
  await teamCalls(owner.client).answer(id)
})

test('concurrent registrations, or one during a withdrawal, create one complete account or none', async () => {
  const twice = await makeInvitingTeam()
  const results = await Promise.all(
    ['a', 'b', 'c'].map((letter) => outcome(register({ email: twice.email, token: twice.code, nickname: `tab-${letter}-${newId()}` }))),
  )
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
  expect((await twice.calls.get(twice.id)).users).toHaveLength(2)

  const racing = await makeInvitingTeam()
  const pending = await readPendingId(racing)
  const [registered, withdrawn] = await Promise.all([
    outcome(register({ email: racing.email, token: racing.code })),
    outcome(racing.calls.removeMember(racing.id, pending)),
  ])
  expect([
    ['done', '404 not_found'],
    [lapsedOutcome, 'done'],
  ]).toContainEqual([registered, withdrawn])
  expect((await racing.calls.get(racing.id)).users).toHaveLength(registered === 'done' ? 2 : 1)
  expect(await db.selectFrom('account').select('id').where('email', '=', racing.email).execute()).toHaveLength(
    registered === 'done' ? 1 : 0,
  )
})

test('a registration that is refused for its captcha, username or age leaves the invitation open', async () => {
  const { id, email, code, admin } = await makeInvitingTeam()
  expect(await outcome(register({ email, token: code, captcha: 'x' }))).toBe('422 captcha captcha')
  expect(await outcome(register({ email, token: code, nickname: admin.nickname }))).toBe('422 nickname_taken nickname')
  expect(await outcome(register({ email, token: code, birthday: `${new Date().getFullYear() - 12}-01-01` }))).toMatch(/birthday$/)
  expect(await teamCalls(guest).invitation(id, code)).toMatchObject({ state: 'open' })
})
