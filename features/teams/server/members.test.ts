import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { setSuspension } from '#features/accounts/server/queries/operator-changes.ts'
import { setPersonRemoved } from '#features/accounts/server/queries/people.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { outcome } from '#test/channels.ts'
import { linkIn, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { formTeam, teamCalls } from '#test/teams.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, mailsTo } = server
const makePeople = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(server)))
const listAdmins = async (teamId: string) =>
  (await db.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).where('is_admin', '=', true).execute()).map(
    ({ user_id: id }) => id,
  )
const listBellTexts = async ({ client }: Person) =>
  (await client(notificationsContract.listNotifications, { query: {} })).data
    .filter(({ kind }) => kind !== 'team_invitation')
    .map(({ text, url }) => [text, url])

test('an admin promotes members at once, and gives up the role while another admin remains', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const [admin, member] = [teamCalls(ann!.client), teamCalls(bob!.client)]
  expect(await outcome(admin.toggle(id, ann!.id, false))).toBe('409 only_admin')
  expect(await outcome(admin.toggle(id, newId(), true))).toBe('404 not_found')
  await admin.toggle(id, bob!.id, true)
  expect((await admin.toggle(id, bob!.id, true)).users).toMatchObject([{ is_admin: true }, { is_admin: true }])
  expect(await listBellTexts(bob!)).toEqual([['You are now an admin of “The Kettle”', `/en/teams?teamId=${id}`]])
  expect(await admin.toggle(id, ann!.id, false)).toMatchObject({ id, is_admin: false })
  expect(await listAdmins(id)).toEqual([bob!.id])
  expect(await outcome(admin.toggle(id, ann!.id, false))).toBe('403 admins_only')
  expect(await outcome(member.toggle(id, bob!.id, false))).toBe('409 only_admin')
})

test.each(['toggle', 'derank'] as const)(
  'another admin gets a request to give up the role (%s), by mail and bell, once a day',
  async (method) => {
    const [ann, bob] = await makePeople(2)
    const id = await formTeam(ann!, bob!)
    const [admin, askedAdmin] = [teamCalls(ann!.client), teamCalls(bob!.client)]
    await admin.toggle(id, bob!.id, true)
    const requestStepDown = () => (method === 'toggle' ? admin.toggle(id, bob!.id, false) : admin.derank(id, bob!.id))
    expect(await outcome(askedAdmin.derank(id, bob!.id, true))).toBe('409 not_asked')
    await requestStepDown()
    await Promise.all([requestStepDown(), requestStepDown()])
    expect((await admin.get(id)).users.find((user) => user.id === bob!.id)).toMatchObject({ is_admin: true, is_admin_asked: true })
    const path = `/admin-derank/${bob!.id}/${id}/The%20Kettle/${ann!.nickname}`
    expect((await listBellTexts(bob!))[0]).toEqual(['You are asked to give up the admin role of “The Kettle”', `/en${path}`])
    const mails = (await mailsTo(bob!.email, 2)).filter((mail) => mail.includes('/admin-derank/'))
    expect(mails.map((mail) => linkIn(mail).pathname)).toEqual([`/en${path}`])
    // After a day, asking again sends another email, even if the clock was set back.
    await sql`update team_member set admin_asked_at = now() - interval '25 hours' where user_id = ${bob!.id}`.execute(db)
    await requestStepDown()
    expect((await mailsTo(bob!.email, 3)).filter((mail) => mail.includes('/admin-derank/'))).toHaveLength(2)
    expect(await outcome(admin.removeMember(id, bob!.id))).toBe('409 member_is_admin')
    expect(await outcome(admin.derank(id, bob!.id, true))).toBe('409 not_asked')
    await expect(askedAdmin.derank(id, bob!.id)).rejects.toMatchObject({
      body: { code: 'invalid', errors: { is_approved: ['This is required'] } },
    })
    await askedAdmin.derank(id, bob!.id, false)
    expect((await admin.get(id)).users.find((user) => user.id === bob!.id)).toMatchObject({ is_admin: true, is_admin_asked: false })
    await requestStepDown()
    await askedAdmin.derank(id, bob!.id, true)
    // Repeats the answer, as a second tab would.
    expect(await outcome(askedAdmin.derank(id, bob!.id, true))).toBe('done')
    expect(await outcome(askedAdmin.derank(id, bob!.id, false))).toBe('409 not_asked')
    expect(await listAdmins(id)).toEqual([ann!.id])
    await admin.removeMember(id, bob!.id)
  },
)

test('an admin who has become the only one can’t agree to give up the role', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  await teamCalls(ann!.client).toggle(id, bob!.id, true)
  await teamCalls(ann!.client).toggle(id, bob!.id, false)
  await teamCalls(ann!.client).leave(id)
  expect(await outcome(teamCalls(bob!.client).derank(id, bob!.id, true))).toBe('409 only_admin')
  expect(await listAdmins(id)).toEqual([bob!.id])
})

test('making the admin an admin again withdraws the request', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const admin = teamCalls(ann!.client)
  for (const isAdmin of [true, false, true]) await admin.toggle(id, bob!.id, isAdmin)
  expect(await outcome(teamCalls(bob!.client).derank(id, bob!.id, true))).toBe('409 not_asked')
})

test('a removed member is notified, loses the team at once, and can be invited again', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const admin = teamCalls(ann!.client)
  expect(await outcome(admin.removeMember(id, ann!.id))).toBe('409 leave_instead')
  expect(await outcome(admin.removeMember(id, newId()))).toBe('404 not_found')
  await admin.removeMember(id, bob!.id)
  expect(await outcome(admin.removeMember(id, bob!.id))).toBe('404 not_found')
  expect(await outcome(teamCalls(bob!.client).get(id))).toBe('404 not_found')
  expect(await listBellTexts(bob!)).toEqual([['You are no longer a member of “The Kettle”', '/en/teams']])
  await admin.invite(id, bob!.email)
  await teamCalls(bob!.client).answer(id)
  expect((await admin.get(id)).users).toHaveLength(2)
})

test('a team ends in three stages: the only admin can’t leave, the last member gets a warning, then it is an orphan', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const [admin, member] = [teamCalls(ann!.client), teamCalls(bob!.client)]
  for (const force of [undefined, true]) expect(await outcome(admin.leave(id, force))).toBe('409 only_admin')
  await member.leave(id)
  expect(await outcome(member.leave(id))).toBe('404 not_found')
  expect(await outcome(admin.leave(id))).toBe('409 last_member')
  await admin.leave(id, true)
  expect(await outcome(admin.get(id))).toBe('404 not_found')
  expect(await db.selectFrom('team').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

const setRemoved = (user: Person, isRemoved: boolean) => setPersonRemoved(db, user.id, isRemoved)

test('an account that the operator removes doesn’t count as admin: its role passes on, and returns with it', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  await setRemoved(ann!, true)
  expect((await teamCalls(cas!.client).get(id)).users.map(({ id: user, is_admin: isAdmin }) => [user, isAdmin])).toEqual([
    [bob!.id, true],
    [ann!.id, false],
    [cas!.id, false],
  ])
  const removed = teamCalls(ann!.client)
  expect(await outcome(removed.invite(id, 'eve@example.com'))).toBe('403 admins_only')
  expect(await outcome(removed.create({ users: ['eve@example.com'] }))).toBe('403 admins_only')
  expect(await outcome(teamCalls(bob!.client).toggle(id, bob!.id, false))).toBe('409 only_admin')
  expect(await outcome(teamCalls(bob!.client).leave(id))).toBe('409 only_admin')
  await setRemoved(ann!, false)
  expect((await listAdmins(id)).toSorted()).toEqual([ann!.id, bob!.id].toSorted())
  await setRemoved(ann!, true)
  // Bob isn't asked first, because a removed account has no rights as an admin.
  await teamCalls(bob!.client).toggle(id, ann!.id, false)
  expect(await listAdmins(id)).toEqual([bob!.id])
  await teamCalls(bob!.client).removeMember(id, ann!.id)
})

const suspend = (user: Person, until: string | null) => setSuspension(db, user.id, until === null ? null : { reason: 'Spam', until })

test('a suspended account doesn’t count as remaining admin: its role passes on, and counts again when the suspension ends', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  await suspend(ann!, '2100-01-01T00:00:00Z')
  expect((await listAdmins(id)).toSorted()).toEqual([ann!.id, bob!.id].toSorted())
  expect(await outcome(teamCalls(bob!.client).toggle(id, bob!.id, false))).toBe('409 only_admin')
  expect(await outcome(teamCalls(bob!.client).leave(id))).toBe('409 only_admin')
  await sql`update account set suspended_until = now() where id = ${ann!.id}`.execute(db)
  await teamCalls(bob!.client).toggle(id, bob!.id, false)
  expect(await listAdmins(id)).toEqual([ann!.id])
  // Bob is warned as the last active admin, because the other members are suspended.
  await suspend(cas!, '2100-01-01T00:00:00Z')
  await suspend(ann!, '2100-01-01T00:00:00Z')
  expect(await outcome(teamCalls(bob!.client).leave(id))).toBe('409 last_member')
  await teamCalls(bob!.client).toggle(id, ann!.id, false)
  await teamCalls(bob!.client).removeMember(id, ann!.id)
  expect(await listAdmins(id)).toEqual([bob!.id])
})

test('a team of removed accounts keeps a nominal admin, and the first one who returns or joins becomes admin', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!)
  await setRemoved(bob!, true)
  await setRemoved(ann!, true)
  expect(await listAdmins(id)).toHaveLength(1)
  await setRemoved(bob!, false)
  expect(await listAdmins(id)).toContain(bob!.id)
  await teamCalls(bob!.client).invite(id, cas!.email)
  await setRemoved(bob!, true)
  await teamCalls(cas!.client).answer(id)
  expect(await listAdmins(id)).toContain(cas!.id)
  expect((await teamCalls(cas!.client).get(id)).is_admin).toBe(true)
})

test('the database refuses a team without admin, even if the caller doesn’t check', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const demote = sql`update team_member set is_admin = false where team_id = ${id}`
  await expect(demote.execute(db)).rejects.toMatchObject({ constraint: 'team_has_admin' })
  // Between two statements of a transaction, a team may have no admin.
  await db.transaction().execute(async (tx) => {
    await demote.execute(tx)
    await sql`update team_member set is_admin = true where team_id = ${id} and user_id = ${bob!.id}`.execute(tx)
  })
  expect(await listAdmins(id)).toEqual([bob!.id])
})
