import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { outcome } from '#test/channels.ts'
import { linkIn, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { codeOf, formTeam, teamCalls } from '#test/teams.ts'
import { teamsContract as contract } from '../contract.ts'
import { deleteOldInvitations } from './queries/invitations.ts'

const server = await startTestServer()
const { db, guest, mailsTo } = server
const makePeople = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(server)))
const anAddress = () => `${newId()}@example.com`.toLowerCase()
const changeInvitations = (id: string, change: ReturnType<typeof sql>) =>
  sql`update team_invitation set ${change} where team_id = ${id}`.execute(db)

test('addresses are normalized as for accounts: inviting an address before and after it registers makes one invitation', async () => {
  const [ann] = await makePeople(1)
  const address = anAddress()
  const calls = teamCalls(ann!.client)
  const { id } = await calls.create({ users: [address.toUpperCase(), address] })
  const bob = await createUser(server, { email: `${address[0]!.toUpperCase()}${address.slice(1)}` })
  await calls.invite(id, ` ${address.toUpperCase()} `)
  expect((await calls.get(id)).pending_users).toMatchObject([{ email: address }])
  expect((await bob.client(accountsContract.getProfile, {})).membership).toEqual([{ id, name: 'The Kettle' }])
  await teamCalls(bob.client).answer(id)
  expect(await calls.get(id)).toMatchObject({ pending_users: [], users: [{ id: ann!.id }, { id: bob.id, is_admin: false }] })
  expect((await bob.client(accountsContract.getProfile, {})).membership).toEqual([])
  expect(await outcome(calls.invite(id, bob.email.toUpperCase()))).toBe('422 already_member users')
  await expect(calls.invite(id, anAddress(), ann!.email)).rejects.toMatchObject({
    body: { code: 'already_member', errors: { users: [`${ann!.email} is already a member.`] } },
  })
})

test('the mail is in the language of the account, else of the inviter, and its link leads to the invitation', async () => {
  const ann = await createUser(server, { language: 'nl' })
  const english = await createUser(server, { language: 'en' })
  const address = anAddress()
  const calls = teamCalls(ann.client)
  const { id } = await calls.create({ name: '../Ré & co', users: [address, english.email] })
  const [dutch] = await mailsTo(address)
  const [other] = await mailsTo(english.email)
  expect(dutch).toContain('Content-Language: nl')
  expect(other).toContain('Content-Language: en')
  const link = linkIn(dutch!)
  expect(link.pathname).toBe(`/nl/request/${id}/..%2FR%C3%A9%20%26%20co`)
  expect(await teamCalls(guest).invitation(id, codeOf(dutch!))).toEqual({
    team_id: id,
    team_name: '../Ré & co',
    email: address,
    is_yours: false,
    state: 'open',
  })
  // Names that look like links don't become links in the email.
  const outsider = anAddress()
  await calls.create({ name: 'Win at https://evil.example/a', users: [outsider] })
  const [mail] = await mailsTo(outsider)
  expect(mail).not.toContain('https://evil')
  expect(mail).toContain('evil.\u200Bexample')
  const { id: dots } = await calls.create({ name: '..', users: [address] })
  expect(linkIn((await mailsTo(address, 2))[1]!).pathname).toBe(`/nl/request/${dots}/-`)
})

test('inviting twice renews the invitation, and mails again only after ten minutes', async () => {
  const [ann] = await makePeople(1)
  const address = anAddress()
  const calls = teamCalls(ann!.client)
  const { id, pending_users: before } = await calls.create({ users: [address] })
  await changeInvitations(id, sql`expires_at = now() + interval '1 day', renewed_at = now() - interval '13 days'`)
  const { pending_users: after } = await calls.invite(id, address)
  expect(after.map(({ id: invitation }) => invitation)).toEqual(before.map(({ id: invitation }) => invitation))
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days from team_invitation where team_id = ${id}`.execute(db)
  expect(rows).toEqual([{ days: 14 }])
  await changeInvitations(id, sql`mailed_at = now() - interval '11 minutes'`)
  await Promise.all([calls.invite(id, address), calls.invite(id, address)])
  // If the clock was set back, the last email has a later time. The next email isn't delayed by that.
  await changeInvitations(id, sql`mailed_at = now() + interval '1 day'`)
  await calls.invite(id, address)
  expect(await mailsTo(address, 3)).toHaveLength(3)
  expect(new Set((await mailsTo(address, 3)).map(codeOf)).size).toBe(1)
})

test('an invitation that is accepted repeatedly, with and without its code, creates one membership', async () => {
  const [ann, bob] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  const code = codeOf((await mailsTo(bob!.email))[0]!)
  const calls = teamCalls(bob!.client)
  const outcomes = await Promise.all(
    [calls.answer(id), calls.answer(id), calls.answer(id, false, code), calls.answer(id, false, code)].map(outcome),
  )
  expect(outcomes).toEqual(['done', 'done', 'done', 'done'])
  expect(await outcome(calls.answer(id, false, code))).toBe('done')
  expect((await teamCalls(ann!.client).get(id)).users).toHaveLength(2)
  expect(await calls.invitation(id)).toMatchObject({ state: 'accepted', is_yours: true })
  expect(await outcome(calls.answer(id, true))).toBe('409 invitation_answered')
  expect((await calls.get(id)).users).toHaveLength(2)
})

test('an answer without a value is refused, and changes nothing', async () => {
  const [ann, bob] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  for (const body of [{}, { code: codeOf((await mailsTo(bob!.email))[0]!) }])
    expect(await outcome(bob!.client(contract.answerInvitation, { params: { id }, body: body as never }))).toMatch(/^422 \S+ is_rejected$/)
  expect(await teamCalls(bob!.client).invitation(id)).toMatchObject({ state: 'open' })
})

test('a declined invitation stays declined, and the person can be invited again', async () => {
  const [ann, bob] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  const calls = teamCalls(bob!.client)
  await calls.answer(id, true)
  expect(await outcome(calls.answer(id, true))).toBe('done')
  expect(await outcome(calls.answer(id))).toBe('409 invitation_answered')
  expect([await calls.list(), (await teamCalls(ann!.client).get(id)).pending_users]).toEqual([[], []])
  await teamCalls(ann!.client).invite(id, bob!.email)
  expect(await calls.invitation(id)).toMatchObject({ state: 'open' })
  await calls.answer(id)
  expect(await calls.list()).toMatchObject([{ id, is_pending: false }])
})

test('after a removal and a new invitation, only the new link works, and only accepting it adds the user', async () => {
  const [ann, bob] = await makePeople(2)
  const admin = teamCalls(ann!.client)
  const { id } = await admin.create({ users: [bob!.email] })
  const old = codeOf((await mailsTo(bob!.email))[0]!)
  const calls = teamCalls(bob!.client)
  await calls.answer(id, false, old)
  await admin.removeMember(id, bob!.id)
  expect(await calls.invitation(id, old)).toMatchObject({ state: 'removed' })
  for (const code of [undefined, old]) expect(await outcome(calls.answer(id, false, code))).toBe('409 invitation_removed')
  await admin.invite(id, bob!.email)
  const fresh = codeOf((await mailsTo(bob!.email, 2))[1]!)
  expect(await calls.invitation(id, old)).toMatchObject({ state: 'removed' })
  expect(await outcome(calls.answer(id, false, old))).toBe('409 invitation_removed')
  await bob!.client(accountsContract.getProfile, {})
  expect(await outcome(calls.get(id))).toBe('404 not_found')
  await calls.answer(id, false, fresh)
  expect((await calls.get(id)).users).toHaveLength(2)
})

test('reading an invitation changes nothing; other users see for whom it is, and can’t answer', async () => {
  const [ann, bob, eve] = await makePeople(3)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  const code = codeOf((await mailsTo(bob!.email))[0]!)
  const rows = () => db.selectFrom('team_invitation').selectAll().where('team_id', '=', id).execute()
  const before = await rows()
  for (let n = 0; n < 3; n++)
    expect(await teamCalls(guest).invitation(id, code)).toMatchObject({ email: bob!.email, is_yours: false, state: 'open' })
  expect(await teamCalls(eve!.client).invitation(id, code)).toMatchObject({ email: bob!.email, is_yours: false, state: 'open' })
  const refused: unknown = await teamCalls(eve!.client)
    .answer(id, false, code)
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'invitation_of_another', message: `This invitation is for ${bob!.email}. You are logged in as ${eve!.email}.` },
  })
  // Without the code, or with another team's code, the user has no invitation.
  const other = await teamCalls(ann!.client).create()
  const missing = [
    teamCalls(eve!.client).invitation(id),
    teamCalls(guest).invitation(id),
    teamCalls(eve!.client).answer(id),
    teamCalls(eve!.client).invitation(other.id, code),
    teamCalls(eve!.client).invitation(id, newId()),
    teamCalls(bob!.client).invitation(newId(), code),
  ]
  expect(new Set(await Promise.all(missing.map(outcome)))).toEqual(new Set(['404 not_found']))
  expect(await outcome(teamCalls(bob!.client).invitation(id, 'x'))).toMatch(/^422 \S+ code/)
  expect(await rows()).toEqual(before)
  expect(await teamCalls(bob!.client).invitation(id)).toMatchObject({ is_yours: true, state: 'open' })
})

test('an expired invitation is shown as expired until it is renewed', async () => {
  const [ann, bob] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  await changeInvitations(id, sql`expires_at = now()`)
  const calls = teamCalls(bob!.client)
  expect(await calls.invitation(id)).toMatchObject({ state: 'expired' })
  expect(await outcome(calls.answer(id))).toBe('409 invitation_expired')
  expect(await outcome(calls.answer(id, true))).toBe('409 invitation_expired')
  expect([await calls.list(), (await bob!.client(accountsContract.getProfile, {})).membership]).toEqual([[], []])
  expect((await teamCalls(ann!.client).get(id)).pending_users).toEqual([])
  await teamCalls(ann!.client).invite(id, bob!.email)
  await calls.answer(id)
  expect(await calls.list()).toHaveLength(1)
})

test('a withdrawn invitation is shown as removed, and can’t be withdrawn again', async () => {
  const [ann, bob] = await makePeople(2)
  const admin = teamCalls(ann!.client)
  const { id, pending_users: pending } = await admin.create({ users: [bob!.email] })
  const otherTeam = await teamCalls(bob!.client).create()
  expect(await outcome(teamCalls(bob!.client).removeMember(otherTeam.id, pending[0]!.id))).toBe('404 not_found')
  await admin.removeMember(id, pending[0]!.id)
  expect(await outcome(admin.removeMember(id, pending[0]!.id))).toBe('404 not_found')
  expect(await teamCalls(bob!.client).invitation(id)).toMatchObject({ state: 'removed' })
  expect(await outcome(teamCalls(bob!.client).answer(id))).toBe('409 invitation_removed')
})

test('an invitation outlives the role of its inviter, but not the members of the team, nor the team', async () => {
  const [ann, bob, cas, dan] = await makePeople(4)
  const id = await formTeam(ann!, bob!)
  await teamCalls(ann!.client).invite(id, cas!.email, dan!.email)
  await teamCalls(ann!.client).toggle(id, bob!.id, true)
  await teamCalls(ann!.client).toggle(id, ann!.id, false)
  await teamCalls(ann!.client).leave(id)
  await teamCalls(cas!.client).answer(id)
  expect(await teamCalls(cas!.client).get(id)).toMatchObject({ users: [{ id: bob!.id, is_admin: true }, { id: cas!.id }] })
  await teamCalls(cas!.client).leave(id)
  await teamCalls(bob!.client).leave(id, true)
  expect(await teamCalls(dan!.client).invitation(id)).toMatchObject({ state: 'removed' })
  expect(await outcome(teamCalls(dan!.client).answer(id))).toBe('409 invitation_removed')
  expect([await teamCalls(dan!.client).list(), (await dan!.client(accountsContract.getProfile, {})).membership]).toEqual([[], []])
  const other = await teamCalls(ann!.client).create({ users: [dan!.email] })
  await teamCalls(ann!.client).remove(other.id)
  expect(await outcome(teamCalls(dan!.client).answer(other.id))).toBe('404 not_found')
})

test('responses don’t reveal whether an address has an account', async () => {
  const [ann, bob] = await makePeople(2)
  const unknown = anAddress()
  const calls = teamCalls(ann!.client)
  const { id } = await calls.create()
  const shapes = []
  for (const address of [bob!.email, unknown]) {
    const { pending_users: pending } = await calls.invite(id, address)
    const { email, nickname } = pending.find((item) => item.email === address)!
    shapes.push([email.length > 0, nickname, await outcome(calls.invite(id, address))])
  }
  expect(shapes[0]).toEqual(shapes[1])
  expect((await mailsTo(bob!.email))[0]!.replaceAll(bob!.email, '').length).toBeGreaterThan(100)
  expect(await mailsTo(unknown)).toHaveLength(1)
})

test('limits invitations to twenty an hour, over all teams and parallel calls', async () => {
  const [ann, bob] = await makePeople(2)
  const teams = [await teamCalls(ann!.client).create(), await teamCalls(ann!.client).create({ users: [anAddress(), anAddress()] })]
  const calls = Array.from({ length: 24 }, (_, n) => outcome(teamCalls(ann!.client).invite(teams[n % 2]!.id, anAddress())))
  const outcomes = await Promise.all(calls)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(18)
  expect(outcomes.filter((outcome) => outcome === '429 invitation_limit users')).toHaveLength(6)
  expect(await outcome(teamCalls(ann!.client).create({ users: [anAddress()] }))).toBe('429 invitation_limit users')
  // A refused call doesn't count towards the limits of the other invited users.
  const team = await teamCalls(bob!.client).create({ users: Array.from({ length: 15 }, anAddress) })
  expect(await outcome(teamCalls(bob!.client).invite(team.id, ...Array.from({ length: 6 }, anAddress)))).toBe('429 invitation_limit users')
  expect(await outcome(teamCalls(bob!.client).invite(team.id, ...Array.from({ length: 5 }, anAddress)))).toBe('done')
})

test('an address gets at most ten invitation mails a day from all users; senders don’t see this limit', async () => {
  const address = anAddress()
  const inviters = await makePeople(12)
  for (const { client } of inviters) expect(await outcome(teamCalls(client).create({ users: [address] }))).toBe('done')
  await vi.waitFor(async () => expect(await mailsTo(address, 10)).toHaveLength(10), 20_000)
})

test('one user can’t use up the invitation mails of an address: others can still invite it', async () => {
  const address = anAddress()
  const [stranger, friend] = await makePeople(2)
  for (let n = 0; n < 12; n++) expect(await outcome(teamCalls(stranger!.client).create({ users: [address] }))).toBe('done')
  await vi.waitFor(async () => expect(await mailsTo(address, 5)).toHaveLength(5), 20_000)
  await teamCalls(friend!.client).create({ users: [address] })
  await vi.waitFor(async () => expect(await mailsTo(address, 6)).toHaveLength(6), 20_000)
})

test('a team has at most two hundred members and open invitations, even with concurrent calls', async () => {
  const [ann] = await makePeople(1)
  const { id } = await teamCalls(ann!.client).create()
  await db
    .insertInto('team_invitation')
    .values(Array.from({ length: 197 }, (_, n) => ({ team_id: id, email: `many${n}@example.com` })))
    .execute()
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(teamCalls(ann!.client).invite(id, anAddress()))))
  expect(outcomes.toSorted()).toEqual([...Array<string>(3).fill('422 member_limit users'), 'done', 'done'])
  // Renewing an invitation doesn't count towards the limit.
  expect(await outcome(teamCalls(ann!.client).invite(id, 'many3@example.com'))).toBe('done')
})

test('the invited user gets one notification in the bell while it is unread', async () => {
  const [ann, bob] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ users: [bob!.email] })
  await changeInvitations(id, sql`mailed_at = now() - interval '11 minutes'`)
  await teamCalls(ann!.client).invite(id, bob!.email)
  const { data } = await bob!.client(notificationsContract.listNotifications, { query: {} })
  expect(data).toMatchObject([
    { kind: 'team_invitation', text: 'You are invited to the team “The Kettle”', url: `/en/request/${id}/The%20Kettle` },
  ])
})

test('old invitations are deleted', async () => {
  const [ann] = await makePeople(1)
  const { id } = await teamCalls(ann!.client).create({ users: [anAddress(), anAddress()] })
  await sql`update team_invitation set expires_at = now() - interval '91 days'
    where id = (select min(id) from team_invitation where team_id = ${id})`.execute(db)
  expect(await deleteOldInvitations(db, 10)).toBe(1)
  expect((await teamCalls(ann!.client).get(id)).pending_users).toHaveLength(1)
})
