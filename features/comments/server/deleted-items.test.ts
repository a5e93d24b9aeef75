/** Refusals that name a deleted thing, and the member who deleted it. */
import { expect, test } from 'vitest'
import { makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTeamChannel } from '#test/team-channel.ts'
import { activityContract } from '#features/activity/contract.ts'
import { channelsContract as contract } from '#features/channels/contract.ts'
import { commentsContract } from '../contract.ts'

const server = await startTestServer()
const { db } = server
const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => error.message,
  )

test.each([
  ['en', 'has deleted “A” in the meantime', 'has deleted “A series” in the meantime', '“B” has been deleted in the meantime'],
  ['nl', 'heeft “A” intussen verwijderd', 'heeft “A series” intussen verwijderd', '“B” is intussen verwijderd'],
] as const)('a member learns that an item was deleted, and by whom: %s', async (language, videoText, seriesText, ownText) => {
  const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
  const { nickname } = ann
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const { seriesId, playlistId, id } = await makeTeamChannel(db, server.clientFor({ token: ann.token, teamId }), 'ABC')
  const other = await makeSeries(ann.client, playlistId, 'Kept')
  await ann.client(contract.deleteVideo, { params: { id: id('A') } })
  const calls = (video: string, { client }: Pick<Person, 'client'>) => [
    () => client(contract.moveVideo, { params: { videoId: video, seriesId, destId: seriesId }, body: { op_id: 'late', index: 0 } }),
    () => client(contract.moveVideos, { body: { videos: [id('C'), video], series_id: seriesId, op_id: 'late', index: 0 } }),
    () => client(contract.updateVideo, { params: { id: video }, body: { title: 'Late' } }),
    () => client(contract.deleteVideo, { params: { id: video } }),
    () => client(commentsContract.addComment, { body: { item_type: 'video', item_id: video, text: 'Late' } }),
  ]
  const of = ({ token }: Person) => ({ client: server.clientFor({ token, language }) })
  for (const call of calls(id('A'), of(bob))) expect(await messageOf(call())).toBe(`${nickname} ${videoText}.`)
  for (const call of calls(id('A'), eve)) expect(await outcome(call())).toMatch(/^(404 not_found|403 forbidden|422 videos_unknown videos)$/)
  // The member deletes the video themselves, in another tab.
  await bob.client(contract.deleteVideo, { params: { id: id('B') } })
  for (const call of calls(id('B'), of(bob))) expect(await messageOf(call())).toBe(`${ownText}.`)
  // After the undo, the video is there again.
  const { data } = await bob.client(activityContract.listActivity, { params: { id: teamId } })
  const { id: act_id } = data.find(({ kind, thing }) => kind === 'removed' && thing.id === id('A'))!
  await bob.client(activityContract.undoAct, { params: { id: teamId, act_id } })
  expect(await outcome(calls(id('A'), bob)[0]!())).toBe('done')
  // Deletes a series, and with it a video.
  await ann.client(contract.deleteSeries, { params: { id: seriesId }, query: {} })
  const { client } = of(bob)
  const move = (series: string) =>
    client(contract.moveSeries, { body: { series: [series], playlist_id: playlistId, op_id: 'late', index: 0 } })
  expect(await messageOf(move(seriesId))).toBe(`${nickname} ${seriesText}.`)
  expect(await messageOf(client(contract.moveVideos, { body: { videos: [id('A')], series_id: other.id, op_id: 'later', index: 0 } }))).toBe(
    `${nickname} ${videoText}.`,
  )
})
