import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { solveCaptchaFor, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, mailsTo } = server
const operator = await createUser(server, { is_operator: true, nickname: 'Olga' })
const moderator = await createUser(server, { is_moderator: true })
const hostileHtml = '<img src=x onerror=alert(1)>'

const emailOf = async ({ client }: Person) => (await client(accountsContract.getProfile, {})).email
const secretIn = (mail: string) => /\/appeal#([\w-]{43})/.exec(mail)![1]!
/** Returns the secret in the newest link for an appeal. Simultaneous emails arrive in any order, but only one of them has such a link. */
const secretFor = async (email: string, count: number) =>
  secretIn((await mailsTo(email, count)).filter((mail) => mail.includes('/appeal#')).at(-1)!)
const appeal = (secret: string, text = 'I did nothing') => guest(contract.appeal, { body: { secret, text } })
const decide = (id: string, is_granted: boolean) =>
  operator.client(contract.decideAppeal, { params: { id }, body: { is_granted, word: 'We looked again' } })
const appealsOf = async ({ id }: { id: string }) => (await operator.client(contract.listAppeals, { query: { person: id } })).data

test('a moderator warns: by mail, by notification and in the settings, as text', async () => {
  const ann = await createUser(server)
  const email = await emailOf(ann)
  const params = { id: ann.id }
  await moderator.client(contract.warnUser, { params, body: { text: hostileHtml } })
  expect((await moderator.client(contract.listWarnings, { params })).warnings).toMatchObject([{ text: hostileHtml, withdrawn_at: null }])
  expect(await ann.client(contract.listOwnWarnings, {})).toMatchObject([{ text: hostileHtml }])
  expect((await ann.client(contract.listOwnAudit, {})).data).toMatchObject([{ act: 'user.warned', reason: hostileHtml }])
  expect((await ann.client(notificationsContract.listNotifications, {})).data).toMatchObject([{ kind: 'warned' }])
  expect(await mailsTo(email, 1)).toHaveLength(1)
})

test('an appeal works once within 30 days, and is decided once, also by two concurrent operators', async () => {
  const ann = await createUser(server)
  const email = await emailOf(ann)
  await moderator.client(contract.warnUser, { params: { id: ann.id }, body: { text: 'Spam' } })
  const secret = await secretFor(email, 1)
  expect(await appealsOf(ann)).toEqual([])
  expect(await outcome(appeal('x'))).toBe('410 appeal_void')
  expect((await Promise.all([outcome(appeal(secret)), outcome(appeal(secret))])).toSorted()).toEqual(['410 appeal_void', 'done'])
  const [made] = await appealsOf(ann)
  expect(made).toMatchObject({ against: 'warning', reason: 'Spam', text: 'I did nothing', is_granted: null })
  const outcomes = await Promise.all([outcome(decide(made!.id, true)), outcome(decide(made!.id, true))])
  expect(outcomes.toSorted()).toEqual(['409 appeal_decided', 'done'])
  expect((await ann.client(contract.listOwnWarnings, {}))[0]!.withdrawn_at).not.toBeNull()
  expect((await mailsTo(email, 2)).at(-1)).toContain('We looked again')

  await moderator.client(contract.warnUser, { params: { id: ann.id }, body: { text: 'Spam again' } })
  const late = await secretFor(email, 3)
  await sql`update appeal set expires_at = now() where account_id = ${ann.id} and made_at is null`.execute(db)
  expect(await outcome(appeal(late))).toBe('410 appeal_void')
})

test('a suspended user appeals without a login; a granted appeal lifts this suspension, not a later one', async () => {
  const bob = await createUser(server)
  const email = await emailOf(bob)
  const suspend = (reason: string | null) =>
    operator.client(contract.updateUser, { params: { id: bob.id }, body: { suspension: reason === null ? null : { reason, until: null } } })
  const logIn = async () =>
    guest(accountsContract.createToken, { body: { grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) } })
  await suspend('First')
  const first = await secretFor(email, 1)
  await suspend(null)
  await suspend('Second')
  expect(await outcome(appeal(first))).toBe('410 appeal_void')
  await appeal(await secretFor(email, 3), hostileHtml)
  const [made] = await appealsOf(bob)
  expect(made).toMatchObject({ against: 'suspension', reason: 'Second', text: hostileHtml })
  expect(await outcome(logIn())).toBe('403 suspended')
  await decide(made!.id, true)
  expect(await logIn()).toMatchObject({ token_type: 'Bearer' })
})

test('notes can only be added, keep their author, and reach neither the user nor moderators', async () => {
  const ann = await createUser(server)
  const author = await createUser(server, { is_operator: true, nickname: 'Gone Gus' })
  const params = { id: ann.id }
  await author.client(contract.addNote, { params, body: { text: 'Phoned on Monday' } })
  await db.deleteFrom('account').where('id', '=', author.id).execute()
  expect(await operator.client(contract.listNotes, { params })).toMatchObject([{ author_name: 'Gone Gus', text: 'Phoned on Monday' }])
  expect(await outcome(moderator.client(contract.listNotes, { params }))).toBe('403 forbidden')
  expect((await ann.client(contract.listOwnAudit, {})).data).toEqual([])
})

test('a moderator opens a reported private channel with a reason, which is recorded and shown to its owner', async () => {
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const { playlistId: id } = await makeFilledChannel(db, owner.client, ['A film'], { name: 'Reported' })
  const report = { url: 'https://choice.test/en/playlists', report_type_id: 4, reportable_type: 'playlist', reportable_id: id } as const
  const { id: reportId } = await reporter.client(reportsContract.report, { body: report })
  const open = ({ client }: Person, reason: string) =>
    outcome(client(reportsContract.openReported, { params: { id: reportId }, body: { reason } }))
  expect(await open(moderator, 'Is it bad?')).toBe('409 opens_by_address')
  await owner.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: status.private } })
  expect([await open(reporter, 'Let me see'), await open(moderator, '')]).toEqual(['403 forbidden', '422 invalid reason'])
  const opened = await moderator.client(reportsContract.openReported, { params: { id: reportId }, body: { reason: 'Is it bad?' } })
  expect(opened).toMatchObject({ name: 'Reported', videos: [{ title: 'A film' }], has_more: false })
  const entry = { act: 'report.opened', thing: { type: 'playlist', name: 'Reported' }, reason: 'Is it bad?' }
  expect((await operator.client(contract.listAudit, { query: { person: owner.id } })).data).toMatchObject([
    { ...entry, actor_id: moderator.id },
  ])
  expect((await owner.client(contract.listOwnAudit, {})).data).toMatchObject([entry])
})

test('guests, users and strangers are refused, and unknown users are not found', async () => {
  const ann = await createUser(server)
  const body = { text: 'No' }
  for (const call of [contract.warnUser, contract.addNote]) {
    expect(await outcome(guest(call, { params: { id: ann.id }, body }))).toBe('401 login_required')
    expect(await outcome(ann.client(call, { params: { id: ann.id }, body }))).toBe('403 forbidden')
    expect(await outcome(operator.client(call, { params: { id: 'Zz3Jw8PdY6t' }, body }))).toBe('404 not_found')
    expect(await outcome(operator.client(call, { params: { id: ann.id }, body: { text: '' } }))).toMatch(/^422/)
  }
  expect(await outcome(moderator.client(contract.listAppeals, {}))).toBe('403 forbidden')
  expect(await outcome(moderator.client(contract.decideAppeal, { params: { id: ann.id }, body: { is_granted: true, word: 'x' } }))).toBe(
    '403 forbidden',
  )
})

test('acts are exported as CSV, with formulas neutralised', async () => {
  const ann = await createUser(server, { nickname: '=cmd|1' })
  await operator.client(contract.updateUser, { params: { id: ann.id }, body: { is_broadcaster: true, reason: '=1+1' } })
  const response = await server.app.inject({
    url: `/api/operator/audit/export?person=${ann.id}`,
    headers: { authorization: `Bearer ${operator.token}` },
  })
  expect(response.headers['content-type']).toContain('text/csv')
  const lines = response.body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain("'=1+1")
  expect(lines[1]).toContain('Olga')
})
