import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { reportsContract as contract } from '#features/reports/contract.ts'
import { maxReportedChannelVideos, maxReasonLength } from '#features/reports/rules.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { reportThenMakePrivate } from '#test/reported.ts'
import { type Client, startTestServer } from '#test/serve.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const operator = await createUser(server, { is_operator: true })
const moderator = await createUser(server, { is_moderator: true })
const find = async (id: string) =>
  (await operator.client(contract.listReports, { query: { limit: 100 } })).data.find((item) => item.id === id)
const open = (client: Client, id: string, reason: unknown = 'Reported as spam') =>
  client(contract.openReported, { params: { id }, body: { reason } as never })
const auditOf = async (client: Client) => (await client(operatorContract.listOwnAudit, {})).data

test('an operator opens a private channel from a report, with a reason in the audit log that its owner sees', async () => {
  for (const kind of ['playlist', 'video'] as const) {
    const { owner, reporter, playlistId, id } = await reportThenMakePrivate(server, ['First', 'Second'], kind === 'video')
    expect(await find(id)).toMatchObject({ is_private: true })
    // The channel itself is hidden from moderators and operators. They see it only through the report.
    for (const { client } of [operator, moderator])
      expect(await outcome(client(channelsContract.getPlaylist, { params: { id: playlistId } }))).toBe('404 not_found')
    expect(await open(moderator.client, id)).toMatchObject({
      name: 'Hidden',
      videos: [
        { title: 'First', series: 'A series' },
        { title: 'Second', series: 'A series' },
      ],
      has_more: false,
    })
    expect(await auditOf(owner.client)).toMatchObject([{ act: 'report.opened', thing: { name: 'Hidden' }, reason: 'Reported as spam' }])
    expect(JSON.stringify(await auditOf(owner.client))).not.toContain(moderator.id)
    expect(await auditOf(reporter.client)).toEqual([])
  }
})

test('without an entry, a reason, a report or the role, the channel stays closed', async () => {
  const { owner, reporter, id } = await reportThenMakePrivate(server)
  expect(await outcome(open(guest, id))).toBe('401 login_required')
  for (const { client } of [owner, reporter]) expect(await outcome(open(client, id))).toBe('403 forbidden')
  expect(await outcome(open(operator.client, 'AAAAAAAAAAA'))).toBe('404 not_found')
  for (const reason of ['', '  ', 5, null, 'x'.repeat(maxReasonLength + 1)])
    expect(await outcome(open(operator.client, id, reason))).toBe('422 invalid reason')
  await sql`alter table audit add constraint full_disk check (reason <> 'No room')`.execute(db)
  expect(await outcome(open(operator.client, id, 'No room'))).toMatch(/^500/)
  await sql`alter table audit drop constraint full_disk`.execute(db)
  expect(await auditOf(owner.client)).toEqual([])
})

test('only private channels are opened this way, with a limited number of videos', async () => {
  const [owner, reporter] = [await createUser(server, { is_public: true }), await createUser(server)]
  const { playlistId } = await makeFilledChannel(db, owner.client)
  for (const [reportable_type, reportable_id] of [
    ['playlist', playlistId],
    ['user', owner.id],
  ] as const) {
    const { id } = await reporter.client(contract.report, {
      body: { url: 'https://choice.test/', report_type_id: 4, reportable_type, reportable_id },
    })
    expect(await find(id)).toMatchObject({ is_private: false })
    expect(await outcome(open(operator.client, id))).toBe('409 opens_by_address')
  }
  const large = await reportThenMakePrivate(
    server,
    Array.from({ length: maxReportedChannelVideos + 1 }, (_, index) => `Video ${index}`),
  )
  const { videos, has_more } = await open(operator.client, large.id)
  expect([videos.length, videos.at(-1)!.title, has_more]).toEqual([maxReportedChannelVideos, `Video ${maxReportedChannelVideos - 1}`, true])
})
