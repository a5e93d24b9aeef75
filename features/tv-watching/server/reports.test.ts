import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { type Broadcast, makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { reportsContract as contract } from '#features/reports/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const [ann, bob, boss] = await Promise.all([createUser(server), createUser(server), createUser(server, { is_operator: true })])

const report = (client: Client, reportable_type: 'channel' | 'epg', reportable_id: string, fields: object = {}) =>
  client(contract.report, { body: { url: 'https://choice.test/en/tiers', report_type_id: 1, reportable_type, reportable_id, ...fields } })
const decide = (id: string, state: 'open' | 'dismissed' | 'removed') =>
  boss.client(contract.updateReport, { params: { id }, body: { state } })
const findReport = async (id: string) =>
  (await boss.client(contract.listReports, { query: { limit: 100 } })).data.find((item) => item.id === id)

test('a TV channel and a programme are reported, once per user, and operators see the thing and its place', async () => {
  const { id: tvId, programmes } = await makeTvChannel(db, { name: 'Harbour TV' }, [['The harbour', -60, 30]])
  const [film] = programmes as [string]
  const [channel, programme] = [await report(ann.client, 'channel', tvId), await report(ann.client, 'epg', film, { channel_id: tvId })]
  const [second] = await Promise.all([report(ann.client, 'epg', film), report(bob.client, 'epg', film), report(ann.client, 'epg', film)])
  expect(second).toEqual(programme)
  expect(await findReport(channel.id)).toMatchObject({
    reportable_type: 'channel',
    reportable_id: tvId,
    title: 'Harbour TV',
    playlist_id: null,
    channel_id: tvId,
    reports: 1,
  })
  expect(await findReport(programme.id)).toMatchObject({
    reportable_type: 'epg',
    reportable_id: film,
    title: 'The harbour',
    channel_id: tvId,
    reports: 2,
  })
  // The guide keeps programmes for two weeks, but moderators may read reports later.
  await db.deleteFrom('programme').where('id', '=', film).execute()
  expect(await findReport(programme.id)).toMatchObject({ title: 'The harbour', channel_id: tvId })
})

test('a removed TV channel is disabled, also after an import, and can be restored', async () => {
  const { id } = await makeTvChannel(db, { name: 'Off TV' })
  const readOutcome = () => outcome(guest(tvWatchingContract.getTvChannel, { params: { id } }))
  const [first, second] = [await report(ann.client, 'channel', id), await report(bob.client, 'channel', id)]
  await Promise.all([decide(first.id, 'removed'), decide(second.id, 'removed')])
  expect(await readOutcome()).toBe('404 not_found')
  const { set_by_hand } = await db.selectFrom('tv_channel').select('set_by_hand').where('id', '=', id).executeTakeFirstOrThrow()
  expect(set_by_hand).toEqual(['is_off'])
  await decide(first.id, 'dismissed')
  expect(await readOutcome()).toBe('404 not_found')
  await decide(second.id, 'dismissed')
  expect(await readOutcome()).toBe('done')
})

test('a TV channel that was disabled stays disabled when restored; changes by hand since then are kept', async () => {
  const state = async (id: string) => {
    const { is_off, was_off } = await db
      .selectFrom('tv_channel')
      .select(['is_off', 'was_off'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [is_off, was_off]
  }
  const setOff = (id: string, is_off: boolean) => boss.client(tvSourcesContract.updateTvChannel, { params: { id }, body: { is_off } })
  const [{ id: off }, { id: turnedOn }, { id: turnedOff }] = await Promise.all([makeTvChannel(db), makeTvChannel(db), makeTvChannel(db)])
  const reports = await Promise.all([off, turnedOn, turnedOff].map((id) => report(ann.client, 'channel', id)))
  const another = await report(bob.client, 'channel', off)
  await setOff(off, true)
  for (const { id } of [...reports, another]) await decide(id, 'removed')
  expect(await state(off)).toEqual([true, true])
  expect(await state(turnedOn)).toEqual([true, false])
  await setOff(turnedOn, false)
  await setOff(turnedOff, true)
  for (const { id } of [...reports, another]) await decide(id, 'dismissed')
  expect([await state(off), await state(turnedOn), await state(turnedOff)]).toEqual([
    [true, null],
    [false, null],
    [true, null],
  ])
})

test('a removed programme is hidden in the guide; a report of another on the channel changes nothing', async () => {
  const { id: tvId, programmes } = await makeTvChannel(db, {}, [
    ['Bad', -60, 30],
    ['Good', -30, 60],
  ])
  const [bad, good] = programmes as [string, string]
  const [first, other, channel] = await Promise.all([
    report(ann.client, 'epg', bad),
    report(ann.client, 'epg', good),
    report(ann.client, 'channel', tvId),
  ])
  await decide(first.id, 'removed')
  const titles = async () => (await guest(guideContract.getEpg, { params: { id: tvId } })).series.map(({ name }) => name)
  expect(await titles()).toEqual(['Good'])
  expect(await findReport(first.id)).toMatchObject({ state: 'removed', title: 'Bad', channel_id: tvId })
  await Promise.all([decide(other.id, 'dismissed'), decide(channel.id, 'dismissed')])
  expect(await titles()).toEqual(['Good'])
  expect(await db.selectFrom('removed_programme').select('programme_id').execute()).toEqual([{ programme_id: bad }])
  await decide(first.id, 'dismissed')
  expect(await db.selectFrom('removed_programme').select('programme_id').execute()).toEqual([])
})

test('a programme is removed at once during an import, and stays removed when that has written it again', async () => {
  const film: Broadcast = ['Taken down', -30, 60, { icon_url: 'https://guide.test/taken-down.jpg' }]
  const { id: tvId, guideChannelId, programmes } = await makeTvChannel(db, {}, [film])
  const [bad] = programmes as [string]
  const { id } = await report(ann.client, 'epg', bad)
  const seenState = async () => [
    (await guest(guideContract.getEpg, { params: { id: tvId } })).series.map(({ name }) => name),
    (await guest(guideContract.searchGuide, { query: { query: 'Taken down' } })).length,
    await outcome(guest(guideContract.getEpgItem, { params: { id: bad }, query: {} })),
  ]
  expect(await seenState()).toEqual([['Taken down'], 1, 'done'])
  const { starts_at: startsAt, ...rest } = await db
    .selectFrom('guide_programme')
    .selectAll()
    .where('id', '=', bad)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('guide_programme').where('guide_channel_id', '=', guideChannelId).where('starts_at', '=', startsAt).execute()
    await decide(id, 'removed')
    expect(await seenState()).toEqual([[], 0, '404 not_found'])
    await tx
      .insertInto('guide_programme')
      .values({ ...rest, starts_at: startsAt, description: 'Written anew' })
      .execute()
  })
  expect(await seenState()).toEqual([[], 0, '404 not_found'])
  await decide(id, 'dismissed')
  expect(await seenState()).toEqual([['Taken down'], 1, 'done'])
})

test('guests, hidden things, other channels and wrong types are refused', async () => {
  const { id: off, programmes } = await makeTvChannel(db, { is_off: true }, [['Hidden', 0, 30]])
  const adult = await makeTvChannel(db, { adult: true })
  const hiddenChannel = await makeTvChannel(db, {}, [['Shown', 0, 30]])
  expect(
    await Promise.all([
      outcome(report(guest, 'channel', hiddenChannel.id)),
      outcome(report(ann.client, 'channel', off)),
      outcome(report(ann.client, 'epg', programmes[0]!)),
      outcome(report(ann.client, 'channel', adult.id)),
      outcome(report(ann.client, 'epg', hiddenChannel.programmes[0]!, { channel_id: adult.id })),
      outcome(report(ann.client, 'epg', hiddenChannel.id)),
      outcome(report(ann.client, 'epg', hiddenChannel.programmes[0]!, { channel_id: 'x' })),
    ]),
  ).toEqual([
    '401 login_required',
    '404 not_found',
    '404 not_found',
    '403 adult_only',
    '404 not_found',
    '404 not_found',
    '422 invalid channel_id',
  ])
})

test('only an operator can open a removed thing by its URL, with its picture', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Kept film', 'Removed film'])
  const removed = videoIds[1]!
  const { id } = await bob.client(contract.report, {
    body: { url: 'https://choice.test/en', report_type_id: 1, reportable_type: 'video', reportable_id: removed },
  })
  await decide(id, 'removed')
  const titles = async (client: Client) =>
    (await client(channelsContract.getPlaylist, { params: { id: playlistId } })).series.flatMap(({ videos }) =>
      videos.map(({ title }) => title),
    )
  expect([await titles(boss.client), await titles(bob.client)]).toEqual([['Kept film', 'Removed film'], ['Kept film']])
  expect(await outcome(boss.client(channelsContract.getVideo, { params: { id: removed } }))).toBe('done')
  expect(await outcome(bob.client(channelsContract.getVideo, { params: { id: removed } }))).toBe('404 not_found')
})
