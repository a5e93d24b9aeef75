import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { status } from '#features/channels/rules.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { reportsContract as contract } from '../contract.ts'
import { maxMessageLength, type ReportableType } from '../rules.ts'

const server = await startTestServer()
const { clientFor, db, guest } = server
const [ann, bob, operator] = await Promise.all([
  createUser(server, { is_public: true, nickname: 'ann-reported' }),
  createUser(server),
  createUser(server, { nickname: 'the-operator', is_operator: true }),
])
const url = 'https://choice.test/en/playlists'

const report = (client: Client, reportable_type: ReportableType, reportable_id: string, fields: object = {}) =>
  client(contract.report, { body: { url, report_type_id: 4, reportable_type, reportable_id, ...fields } })
const listReports = (query: object = {}) => operator.client(contract.listReports, { query })
const find = async (id: string) => (await listReports({ limit: 100 })).data.find((item) => item.id === id)
const listAnswers = async ({ client }: { client: Client }) =>
  (await client(notificationsContract.listNotifications, {})).data.filter(({ kind }) => kind === 'report_answered').length

test('lists the reasons in order, in the language of the request', async () => {
  const reasons = await guest(contract.listReportTypes, {})
  expect(reasons.map(({ id, key }) => `${id} ${key}`)).toEqual([
    '1 violent',
    '2 sexual',
    '3 infringes',
    '4 spam',
    '5 terrorism',
    '6 child_abuse',
    '7 harassment',
    '8 dangerous',
    '9 other',
  ])
  expect(reasons.at(-1)?.name).toBe('Other')
  expect((await clientFor({ language: 'nl' })(contract.listReportTypes, {})).at(-1)?.name).toBe('Anders')
})

test('channels, series, videos and users can be reported, and are in the operators’ list, latest first', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A film'], { name: 'Bad channel' })
  const subjects = [
    ['playlist', playlistId, 'Bad channel'],
    ['serie', seriesId, 'A series'],
    ['video', videoIds[0]!, 'A film'],
    ['user', ann.id, 'ann-reported'],
  ] as const
  for (const [type, id] of subjects) await report(bob.client, type, id, { message: ' <b>Look</b> ', report_type_id: 9 })
  const { data } = await listReports({ limit: 4 })
  expect(data.map((item) => [item.reportable_type, item.reportable_id, item.title])).toEqual(subjects.toReversed())
  expect(data[0]).toMatchObject({
    state: 'open',
    report_type_id: 9,
    url,
    message: '<b>Look</b>',
    note: '',
    reporter: { id: bob.id, nickname: bob.nickname },
  })
})

test('a repeated or concurrent report by the same user changes the first one; another user’s is separate', async () => {
  const cas = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await report(bob.client, 'playlist', playlistId, { message: 'First' })
  await operator.client(contract.updateReport, { params: { id }, body: { state: 'dismissed', note: 'Seen' } })
  expect(await report(bob.client, 'playlist', playlistId, { report_type_id: 1 })).toEqual({ id })
  expect(await find(id)).toMatchObject({ state: 'open', report_type_id: 1, message: null, note: 'Seen' })
  const second = await Promise.all(Array.from({ length: 4 }, () => report(cas.client, 'playlist', playlistId)))
  expect(new Set(second.map((item) => item.id)).size).toBe(1)
  expect(second[0]!.id).not.toBe(id)
})

test('hidden things look missing, a private link allows reporting, and own things are refused', async () => {
  const secret = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.privateLink })
  const adultChannel = await makeFilledChannel(db, ann.client, ['Film'], { adult: true })
  const outsider = await createUser(server)
  for (const [type, id] of [
    ['playlist', secret.playlistId],
    ['serie', secret.seriesId],
    ['video', secret.videoIds[0]!],
    ['video', linked.videoIds[0]!],
    ['user', outsider.id],
    ['channel', secret.playlistId],
    ['epg', secret.playlistId],
  ] as const)
    expect([type, await outcome(report(bob.client, type, id))]).toEqual([type, '404 not_found'])
  expect(await outcome(report(bob.client, 'playlist', adultChannel.playlistId))).toBe('403 adult_only')
  expect(await outcome(report(bob.client, 'video', linked.videoIds[0]!, { playlist_id: linked.playlistId }))).toBe('done')
  expect(await outcome(report(ann.client, 'playlist', secret.playlistId))).toBe('422 own_not_reported reportable_id')
  expect(await outcome(report(ann.client, 'user', ann.id))).toBe('422 own_not_reported reportable_id')
  expect(await outcome(report(guest, 'playlist', linked.playlistId))).toBe('401 login_required')
})

test.each([
  [{ reportable_type: 'group' }, '422 invalid reportable_type'],
  [{ reportable_id: 5 }, '422 invalid reportable_id'],
  [{ report_type_id: 0 }, '422 invalid report_type_id'],
  [{ report_type_id: 10 }, '422 invalid report_type_id'],
  [{ url: 'javascript:alert(1)' }, '422 invalid url'],
  [{ url: `https://choice.test/${'x'.repeat(2000)}` }, '422 invalid url'],
  [{ message: 'x'.repeat(maxMessageLength + 1) }, '422 invalid message'],
  [{ message: 'x'.repeat(maxMessageLength) }, 'done'],
  [{ message: ['x'] }, '422 invalid message'],
])('%j', async (invalidBody, expected) => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const body = { url, report_type_id: 4, reportable_type: 'playlist', reportable_id: playlistId, ...invalidBody }
  expect(await outcome(bob.client(contract.report, { body: body as never }))).toBe(expected)
})

test('only operators can see and decide reports', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await report(bob.client, 'playlist', playlistId)
  const decide = (client: Client, report_id = id, body: object = { state: 'dismissed' }) =>
    outcome(client(contract.updateReport, { params: { id: report_id }, body }))
  expect([await outcome(guest(contract.listReports, {})), await decide(guest)]).toEqual(['401 login_required', '401 login_required'])
  expect([await outcome(bob.client(contract.listReports, {})), await decide(bob.client)]).toEqual(['403 forbidden', '403 forbidden'])
  expect(await decide(operator.client, 'AAAAAAAAAAA')).toBe('404 not_found')
  expect(await decide(operator.client, id, { state: 'gone' })).toBe('422 invalid state')
  expect(await decide(operator.client, id, { note: 'x'.repeat(5001) })).toBe('422 invalid note')
  expect(await outcome(listReports({ state: 'gone' }))).toBe('422 invalid state')
})

test('the reporter is notified once of a decision, also with two concurrent operators; a report can be reopened', async () => {
  const cas = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await report(cas.client, 'playlist', playlistId)
  const decide = (body: object) => operator.client(contract.updateReport, { params: { id }, body })
  expect(await decide({ note: ' Will look ' })).toMatchObject({ state: 'open', note: 'Will look' })
  expect(await listAnswers(cas)).toBe(0)
  await Promise.all([decide({ state: 'dismissed' }), decide({ state: 'dismissed' })])
  expect(await listAnswers(cas)).toBe(1)
  expect((await listReports({ state: 'open', limit: 100 })).data.some((item) => item.id === id)).toBe(false)
  expect((await listReports({ state: 'dismissed', limit: 100 })).data.some((item) => item.id === id)).toBe(true)
  expect(await decide({ state: 'open' })).toMatchObject({ state: 'open', note: 'Will look' })
  expect(await listAnswers(cas)).toBe(1)
})

test('each page of the list continues after the last report, with each report once', async () => {
  const reportIds: string[] = []
  let cursor: string | null = null
  do {
    const { data, next_cursor }: Awaited<ReturnType<typeof listReports>> = await listReports({ limit: 3, ...(cursor && { cursor }) })
    reportIds.push(...data.map(({ id }) => id))
    cursor = next_cursor
  } while (cursor)
  const { count } = await db
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(new Set(reportIds).size).toBe(Number(count))
  expect(reportIds.length).toBe(Number(count))
})

test('reports of one millisecond are in order of arrival, page by page', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  for (const [index, id] of videoIds.entries()) {
    await report(bob.client, 'video', id)
    await sql`update report set reported_at = date_trunc('day', now()) + interval '2 days' + ${index} * interval '1 microsecond'
      where video_id = ${id}`.execute(db)
  }
  const read: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < 3; page++) {
    const { data, next_cursor } = await listReports({ limit: 2, ...(cursor !== null && { cursor }) })
    read.push(...data.map(({ reportable_id }) => reportable_id))
    cursor = next_cursor
  }
  expect(read).toEqual(videoIds.toReversed())
})

test('a report stays anonymously without its reporter', async () => {
  const cas = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await report(cas.client, 'playlist', playlistId)
  await db.deleteFrom('account').where('id', '=', cas.id).execute()
  expect(await find(id)).toMatchObject({ reporter: null, is_gone: false, reportable_id: playlistId })
})

// The last test, because it uses up the user's rate limit.
test('reports of one user are rate limited', async () => {
  const cas = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(report(cas.client, 'playlist', playlistId))))
  expect(outcomes.filter((outcome) => outcome.startsWith('429'))).toHaveLength(10)
})

test('a decision or note over one that its author has not seen is refused, unless it changes nothing', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await report(bob.client, 'playlist', playlistId)
  const seen = { state: 'open', note: '' } as const
  const decide = (body: object) => outcome(operator.client(contract.updateReport, { params: { id }, body: { ...body, seen } }))
  expect(await decide({ state: 'removed', note: 'A scam' })).toBe('done')
  expect(await decide({ state: 'dismissed' })).toBe('409 changed_meanwhile')
  expect(await decide({ note: 'Nothing wrong' })).toBe('409 changed_meanwhile')
  expect(await decide({ state: 'removed' })).toBe('done')
  expect(await find(id)).toMatchObject({ state: 'removed', note: 'A scam' })
})
