import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { insertInvitation } from '#features/accounts/server/queries/invitations.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { pagesContract } from '#features/pages/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { outcome } from '#test/channels.ts'
import { solveCaptchaFor, linkIn, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { codeOf, teamCalls } from '#test/teams.ts'
import { siteContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', CONTACT: 'tv@example.com', UPLOAD_QUOTA_GB: '10' })
const { db, guest, mailsTo, clientFor } = server
const operator = await createUser(server, { is_operator: true })
const otherOperator = await createUser(server, { is_operator: true })

const read = () => operator.client(contract.listSettings, {})
type Name = 'site' | 'registration' | 'announcement' | 'uploads' | 'names'
async function changeSetting(name: Name, value: object, caller = operator) {
  const { version } = (await read())[name]
  return caller.client(contract.changeSetting, { body: { name, value, version } as never })
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const signUp = async (email: string, extra: object = {}) =>
  guest(accountsContract.signUp, {
    body: { email, password: 'a long secret word', terms: true, captcha: await solveCaptchaFor(guest), ...extra },
  })
const confirmEmail = async (email: string) => {
  const [mail] = await mailsTo(email)
  const link = linkIn(mail!)
  const token = /verify_url=([^&]+)/.exec(link.search)?.[1] ?? link.searchParams.values().next().value!
  return guest(accountsContract.confirmEmail, { params: { token: decodeURIComponent(token).split('/').at(-1)! } })
}

test('name and contact apply immediately, for guests too, and can be restored in one step', async () => {
  expect(await guest(contract.getSite, {})).toEqual({ name: 'Choice', contact: 'tv@example.com', registration: 'open', announcement: null })
  const evil = '<img src=x onerror=alert(1)>'
  const changed = await changeSetting('site', { name: evil, contact: 'help@example.com' })
  expect(changed.site).toMatchObject({ value: { name: evil }, set_by: operator.nickname })
  expect(await guest(contract.getSite, {})).toMatchObject({ name: evil, contact: 'help@example.com' })
  expect(await guest(pagesContract.contact, {})).toEqual({ mail_address: 'help@example.com' })
  expect(await outcome(changeSetting('site', { name: 'A', contact: 'nobody' }))).toBe('422 invalid value.contact')
  await operator.client(contract.undoSetting, { body: { name: 'site', version: changed.site.version } })
  expect(await guest(contract.getSite, {})).toMatchObject({ name: 'Choice', contact: 'tv@example.com' })
  const { data } = await operator.client(operatorContract.listAudit, { query: { thing_type: 'setting', thing_id: 'site' } })
  expect(data.map(({ act }) => act)).toEqual(['setting.undone', 'setting.changed'])
})

test('the second of two concurrent changes is refused, and nothing is lost', async () => {
  const { version } = (await read()).uploads
  const body = (quota_gb: number) => ({ body: { name: 'uploads' as const, value: { quota_gb }, version } })
  const outcomes = await Promise.all([
    outcome(operator.client(contract.changeSetting, body(3))),
    outcome(otherOperator.client(contract.changeSetting, body(4))),
  ])
  expect(outcomes.filter((outcome) => outcome === '409 setting_changed')).toHaveLength(1)
  const now = (await read()).uploads
  expect([3, 4]).toContain(now.value.quota_gb)
  expect(await outcome(otherOperator.client(contract.undoSetting, { body: { name: 'uploads', version } }))).toBe('409 setting_changed')
})

test('a setting applies in another process within two seconds', async () => {
  const second = await server.again()
  await second.clientFor()(contract.getSite, {})
  await changeSetting('registration', { mode: 'closed' })
  await expect.poll(async () => (await second.clientFor()(contract.getSite, {})).registration, { timeout: 2000 }).toBe('closed')
  await changeSetting('registration', { mode: 'open' })
})

test('an act and its audit entry are atomic', async () => {
  await sql`alter table audit add constraint no_room check (reason <> 'No room')`.execute(db)
  const { version } = (await read()).uploads
  const body = { name: 'uploads' as const, value: { quota_gb: 9 }, version, reason: 'No room' }
  expect(await outcome(operator.client(contract.changeSetting, { body }))).toMatch(/^500/)
  await sql`alter table audit drop constraint no_room`.execute(db)
  expect((await read()).uploads.version).toBe(version)
})

test('emails and the product’s introduction use the configured name', async () => {
  await changeSetting('site', { name: 'Dorpstelevisie <b>', contact: 'hulp@example.com' })
  expect((await guest(pagesContract.home, {})).title).toBe('Welcome to Dorpstelevisie <b>')
  await signUp('named@example.com')
  const [mail] = await mailsTo('named@example.com')
  expect(mail).toContain('Dorpstelevisie')
  expect(mail).toContain('hulp@example.com')
  // Leaves out the sender, whose name is configured.
  expect(mail?.replace(/^From: .*$/m, '')).not.toContain('Choice')
  await changeSetting('site', { name: null, contact: null })
})

test('limits of uploads stay within the configuration', async () => {
  expect(await outcome(changeSetting('uploads', { quota_gb: 11 }))).toBe('422 quota_above value.quota_gb')
  const { client } = await createUser(server, { can_upload_video: true })
  await changeSetting('uploads', { quota_gb: null })
  const quota = async (caller = client) => (await caller(uploadsContract.getUploadRoom, {})).quota
  const configured = 10 * 1024 ** 3
  expect(await quota()).toBe(configured)
  await changeSetting('uploads', { quota_gb: 3 })
  expect(await quota()).toBe(3 * 1024 ** 3)
  // Stores a quota that was set while the configuration had a higher maximum.
  await db
    .insertInto('site_setting')
    .values({ name: 'uploads', value: JSON.stringify({ quota_gb: 5000 }) })
    .execute()
  await expect.poll(() => quota(), { timeout: 2000 }).toBe(configured)
  await changeSetting('uploads', { quota_gb: null })
})

test('an announcement is shown in the reader’s language, and ends by itself', async () => {
  const message = { en: 'Back soon', nl: 'Zo terug', until: inHours(1) }
  expect(await outcome(changeSetting('announcement', { message: { ...message, until: inHours(-1) } }))).toBe(
    '422 end_past value.message.until',
  )
  expect(await outcome(changeSetting('announcement', { message: { ...message, nl: ' ' } }))).toMatch('422')
  await changeSetting('announcement', { message })
  expect((await guest(contract.getSite, {})).announcement).toEqual({ text: 'Back soon', until: message.until })
  expect((await clientFor({ language: 'nl' })(contract.getSite, {})).announcement).toMatchObject({ text: 'Zo terug' })
  await changeSetting('announcement', { message: { ...message, until: new Date(Date.now() + 1500).toISOString() } })
  await expect.poll(async () => (await guest(contract.getSite, {})).announcement, { timeout: 5000 }).toBeNull()
})

test('closed registration refuses forms, and links that were mailed earlier', async () => {
  await signUp('early@example.com')
  await mailsTo('early@example.com')
  await changeSetting('registration', { mode: 'closed' })
  expect(await outcome(signUp('late@example.com'))).toBe('403 registration_closed')
  const start = { body: { email: 'late@example.com', captcha: await solveCaptchaFor(guest) } }
  expect(await outcome(guest(accountsContract.startSignUp, start))).toBe('403 registration_closed')
  expect(await outcome(confirmEmail('early@example.com'))).toBe('403 registration_closed')
  await changeSetting('registration', { mode: 'open' })
  expect(await confirmEmail('early@example.com')).toMatchObject({ email: 'early@example.com' })
})

test('an invitation admits its number of accounts, until it ends', async () => {
  const invitation = await operator.client(contract.createInvitation, {
    body: { note: 'Neighbours', max_uses: 1, expires_at: inHours(24) },
  })
  await changeSetting('registration', { mode: 'invitation' })
  expect(await outcome(signUp('none@example.com'))).toBe('403 invitation_required')
  expect(await outcome(signUp('none@example.com', { invitation: 'x'.repeat(22) }))).toBe('422 invitation_invalid invitation')
  await signUp('one@example.com', { invitation: invitation.code })
  await signUp('two@example.com', { invitation: invitation.code })
  await mailsTo('one@example.com')
  await mailsTo('two@example.com')
  const outcomes = await Promise.all(['one@example.com', 'two@example.com'].map((email) => outcome(confirmEmail(email))))
  expect(outcomes.filter((item) => item === '403 invitation_used')).toHaveLength(1)
  const [listed] = (await operator.client(contract.listInvitations, {})).data
  expect(listed).toMatchObject({ uses: 1, is_open: false, created_by: operator.nickname })
  expect(await outcome(signUp('three@example.com', { invitation: invitation.code }))).toBe('422 invitation_invalid invitation')
  const revoked = await operator.client(contract.createInvitation, { body: { note: '', max_uses: 5, expires_at: inHours(24) } })
  await operator.client(contract.revokeInvitation, { params: { id: revoked.id } })
  expect(await outcome(operator.client(contract.revokeInvitation, { params: { id: revoked.id } }))).toBe('404 not_found')
  expect(await outcome(signUp('four@example.com', { invitation: revoked.code }))).toBe('422 invitation_invalid invitation')
  const expiredInvitation = { note: '', max_uses: 5, expires_at: inHours(-1) }
  expect(await outcome(operator.client(contract.createInvitation, { body: expiredInvitation }))).toBe('422 end_past expires_at')
  await changeSetting('registration', { mode: 'open' })
})

test("an invitation to a team neither opens closed registration nor replaces an operator's invitation", async () => {
  const inviteToTeam = async (email: string) => {
    await teamCalls(operator.client).create({ users: [email] })
    return { email, token: codeOf((await mailsTo(email))[0]!) }
  }
  const register = async (proof: { email: string; token: string }, extra: object = {}) =>
    guest(accountsContract.finishSignUp, {
      body: { ...proof, password, password_confirmation: password, terms: true, captcha: await solveCaptchaFor(guest), ...extra },
    })
  const [first, second] = [await inviteToTeam('team-one@example.com'), await inviteToTeam('team-two@example.com')]
  await changeSetting('registration', { mode: 'closed' })
  expect(await outcome(register(first))).toBe('403 registration_closed')
  await changeSetting('registration', { mode: 'invitation' })
  expect(await outcome(register(first))).toBe('403 invitation_required')
  expect(await outcome(register(first, { invitation: 'wrong' }))).toBe('422 invitation_invalid invitation')
  const expires_at = inHours(24)
  const { id } = await insertInvitation(db, { note: '', max_uses: 1, expires_at, created_by: operator.id })
  const { code: invitation } = await db.selectFrom('registration_invitation').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  await register(first, { invitation })
  expect(await outcome(register(second, { invitation }))).toBe('422 invitation_invalid invitation')
  await changeSetting('registration', { mode: 'open' })
  await register(second)
})
