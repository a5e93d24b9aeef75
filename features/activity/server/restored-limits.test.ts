import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillSeries, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { activityContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, clientFor } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

async function makeTestTeam() {
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const channel = await makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A', 'B'])
  const acts = async () => (await bob.client(contract.listActivity, { params: { id: teamId } })).data
  /** Undoes the latest act that can be undone. */
  const undo = async () => {
    const act = (await acts()).find(({ undo_url: url }) => url !== null)!
    await bob.client(contract.undoAct, { params: { id: teamId, act_id: act.id } })
  }
  return { ...channel, undo }
}
const find = (id: string) =>
  db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .select(['video.removed_at', 'series.removed_at as series_removed_at', 'blocked_countries', 'adult', 'is_origin_lost', 'tv_channel_id'])
    .where('video.id', '=', id)
    .executeTakeFirst()

test('undoing twice doesn’t restore things that an operator removed in between', async () => {
  const { videoIds, seriesId, undo } = await makeTestTeam()
  const [a, b] = videoIds as [string, string]
  await bob.client(channelsContract.deleteVideo, { params: { id: a } })
  await undo()
  await db.updateTable('video').set({ removed_at: new Date() }).where('id', '=', a).execute()
  for (let round = 0; round < 2; round++) {
    await undo()
    expect(await find(a)).toBeUndefined()
    await undo()
    expect((await find(a))!.removed_at).not.toBeNull()
  }
  await bob.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  await undo()
  await db.updateTable('series').set({ removed_at: new Date() }).where('id', '=', seriesId).execute()
  await undo()
  await undo()
  expect((await find(b))!.series_removed_at).not.toBeNull()
})

test('a restored copy of a TV channel has the channel’s current restrictions', async () => {
  const { videoIds, undo } = await makeTestTeam()
  const [a, b] = videoIds as [string, string]
  const [changed, deleted] = [await makeTvChannel(db), await makeTvChannel(db)]
  await db.updateTable('video').set({ tv_channel_id: changed.id }).where('id', '=', a).execute()
  await db.updateTable('video').set({ tv_channel_id: deleted.id }).where('id', '=', b).execute()
  await bob.client(channelsContract.removeVideos, { params: { id: (await readSeriesId(a))! }, body: { videos: [a, b] } })
  await sql`update tv_channel set blocked_countries = '{1,2}', adult = true where id = ${changed.id}`.execute(db)
  await sql`delete from tv_channel where id = ${deleted.id}`.execute(db)
  await undo()
  expect(await find(a)).toMatchObject({ tv_channel_id: changed.id, blocked_countries: [1, 2], adult: true, is_origin_lost: false })
  expect(await find(b)).toMatchObject({ tv_channel_id: null, is_origin_lost: true })
})
const readSeriesId = async (id: string) =>
  (await db.selectFrom('video').select('series_id').where('id', '=', id).executeTakeFirst())?.series_id

test('reported things can’t be restored', async () => {
  const { videoIds, seriesId, playlistId, undo } = await makeTestTeam()
  const [a, b] = videoIds as [string, string]
  const insertReport = (fields: { video_id: string } | { series_id: string }) =>
    db
      .insertInto('report')
      .values({ report_type_id: 4, url: 'https://choice.test/', ...fields })
      .execute()
  // After the removal and its undo, the video is reported and removed again. Undoing that removal would restore a reported video.
  await bob.client(channelsContract.deleteVideo, { params: { id: a } })
  await undo()
  await insertReport({ video_id: a })
  await undo()
  expect(await outcome(undo())).toBe('409 not_undoable')
  expect(await find(a)).toBeUndefined()
  const second = await makeSeries(bob.client, playlistId, 'Second')
  const [c, d] = await fillSeries(db, second.id, ['C', 'D'])
  await insertReport({ video_id: c! })
  await bob.client(channelsContract.deleteSeries, { params: { id: second.id } })
  await undo()
  expect([await find(c!), (await find(d!)) !== undefined]).toEqual([undefined, true])
  await insertReport({ series_id: seriesId })
  await bob.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  expect(await outcome(undo())).toBe('409 not_undoable')
  expect(await find(b)).toBeUndefined()
})
