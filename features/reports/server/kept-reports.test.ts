import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { reportsContract as contract } from '../contract.ts'
import type { ReportableType } from '../rules.ts'
import { reportsPersonalData } from './queries/personal-data.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const url = 'https://choice.test/en/playlists'
const report = async (client: Client, reportable_type: ReportableType, reportable_id: string, fields: object = {}) =>
  (await client(contract.report, { body: { url, report_type_id: 4, reportable_type, reportable_id, message: 'Look', ...fields } })).id
let [operator, moderator]: Awaited<ReturnType<typeof createUser>>[] = []
beforeAll(async () => {
  operator = await createUser(server, { is_operator: true })
  moderator = await createUser(server, { is_moderator: true })
})
const queue = async (query: object = {}) => (await operator!.client(contract.listReports, { query: { limit: 100, ...query } })).data
const find = async (id: string) => (await queue()).find((item) => item.id === id)
const decide = (id: string, state: 'open' | 'dismissed' | 'removed') =>
  outcome(operator!.client(contract.updateReport, { params: { id }, body: { state } }))

test('after thing, owner and reporter are deleted, the list of reports opens and names each thing', async () => {
  const owner = await createUser(server, { is_public: true, nickname: 'Gone owner' })
  const [reporter, other] = [await createUser(server), await createUser(server)]
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, owner.client, ['A film'], { name: 'Bad channel' })
  await sql`update playlist set description = 'All that is bad' where id = ${playlistId}`.execute(db)
  const television = await makeTvChannel(db, {}, [['The evening news', 60, 30]])
  const subjects: [ReportableType, string, object?][] = [
    ['playlist', playlistId],
    ['serie', seriesId],
    ['video', videoIds[0]!],
    ['user', owner.id],
    ['channel', television.id],
    ['epg', television.programmes[0]!, { channel_id: television.id }],
  ]
  for (const subject of subjects) await report(reporter.client, ...subject)
  // Reports of two users, which must not collide when the thing is deleted.
  await report(other.client, 'playlist', playlistId)
  await sql`update playlist set name = 'Innocent channel' where id = ${playlistId}`.execute(db)
  expect((await queue()).find((item) => item.reportable_type === 'playlist')).toMatchObject({
    title: 'Innocent channel',
    reported_name: 'Bad channel',
    is_gone: false,
  })

  await owner.client(channelsContract.deletePlaylist, { params: { id: playlistId } })
  await sql`delete from tv_channel where id = ${television.id}`.execute(db)
  for (const { id } of [owner, reporter, other]) await sql`delete from account where id = ${id}`.execute(db)
  const openReports = await queue({ state: 'open' })
  expect(
    openReports.map((openReport) => [
      openReport.reportable_type,
      openReport.title,
      openReport.is_gone,
      openReport.reporter,
      openReport.message,
    ]),
  ).toEqual(
    [
      ['playlist', 'Bad channel'],
      ['epg', 'The evening news'],
      ['channel', 'A TV channel'],
      ['user', 'Gone owner'],
      ['video', 'A film'],
      ['serie', 'A series'],
      ['playlist', 'Bad channel'],
    ].map(([type, title]) => [type, type === 'channel' ? openReports[2]!.title : title, true, null, 'Look']),
  )
  expect(openReports.find((openReport) => openReport.reportable_type === 'playlist')).toMatchObject({
    reportable_id: playlistId,
    reported_text: 'All that is bad',
    playlist_id: null,
    image: null,
  })
  expect(openReports.find((openReport) => openReport.reportable_type === 'video')!.reported_text).toMatch(/^https?:/)
  // Reports of deleted things can be dismissed but not removed, even by two operators at once.
  const [first] = openReports
  expect(await decide(first!.id, 'removed')).toBe('409 thing_gone')
  expect(await Promise.all([decide(first!.id, 'dismissed'), decide(first!.id, 'dismissed')])).toEqual(['done', 'done'])
  expect(await outcome(moderator!.client(contract.openReported, { params: { id: first!.id }, body: { reason: 'Look' } }))).toBe(
    '409 thing_gone',
  )
})

test('a report of a removed thing that its owner deletes stays, but is no removal of theirs any more', async () => {
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const { playlistId } = await makeFilledChannel(db, owner.client)
  const id = await report(reporter.client, 'playlist', playlistId)
  await decide(id, 'removed')
  expect(await owner.client(contract.listRemovals, {})).toHaveLength(1)
  await owner.client(channelsContract.deletePlaylist, { params: { id: playlistId } })
  expect(await owner.client(contract.listRemovals, {})).toEqual([])
  expect(await find(id)).toMatchObject({ state: 'removed', is_gone: true })
  expect(await decide(id, 'dismissed')).toBe('done')
})

test('all reports of one reporter on several deleted things stay', async () => {
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const { playlistId, videoIds } = await makeFilledChannel(db, owner.client, ['One', 'Two', 'Three'])
  const ids = await Promise.all(videoIds.map((id) => report(reporter.client, 'video', id)))
  await owner.client(channelsContract.deletePlaylist, { params: { id: playlistId } })
  expect((await queue({ by: reporter.id })).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('name and text of a deleted thing are deleted after half a year, and the report after the retention period', async () => {
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const deletedChannel = await makeFilledChannel(db, owner.client, ['Film'], { name: 'Forgotten' })
  const there = await makeFilledChannel(db, owner.client, ['Film'], { name: 'Still there' })
  const ids = [
    await report(reporter.client, 'playlist', deletedChannel.playlistId),
    await report(reporter.client, 'playlist', there.playlistId),
  ]
  await owner.client(channelsContract.deletePlaylist, { params: { id: deletedChannel.playlistId } })
  const age = (days: number) =>
    sql`update report set reported_at = now() - make_interval(days => ${days}) where reporter_id = ${reporter.id}`.execute(db)
  const names = async () => (await Promise.all(ids.map(find))).map((item) => item?.title)
  await age(179)
  await reportsPersonalData.expire!(db, 10, 100)
  expect(await names()).toEqual(['Forgotten', 'Still there'])
  await age(181)
  await reportsPersonalData.expire!(db, 10, 100)
  expect(await names()).toEqual(['', 'Still there'])
  await sql`update report set state = 'removed' where id = ${ids[0]!}`.execute(db)
  await age(3660)
  await reportsPersonalData.expire!(db, 10, 100)
  expect(await names()).toEqual([undefined, undefined])
})

test('after the retention period, the report of a removed thing stays without its reporter and can restore the thing', async () => {
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const { playlistId } = await makeFilledChannel(db, owner.client)
  const id = await report(reporter.client, 'playlist', playlistId)
  await decide(id, 'removed')
  const age = (years: number) =>
    sql`update report set reported_at = now() - make_interval(years => ${years}, hours => 1) where id = ${id}`.execute(db)
  await age(9)
  await reportsPersonalData.expire!(db, 10, 100)
  expect(await find(id)).toMatchObject({ reporter: { id: reporter.id }, message: 'Look' })
  await age(10)
  expect(await reportsPersonalData.expire!(db, 10, 100)).toBe(1)
  expect(await find(id)).toMatchObject({ state: 'removed', reporter: null, message: null })
  expect(await reportsPersonalData.expire!(db, 10, 100)).toBe(0)
  expect(await decide(id, 'dismissed')).toBe('done')
})
