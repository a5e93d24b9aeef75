import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeFilledChannel, makeTeam } from '#test/channels.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, tusClient, upload, createUploader } from '#test/uploads.ts'
import { channelsContract } from '#features/channels/contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db, clientFor } = server
const origin = await listen(app)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')

async function makeTeamSeries() {
  const [admin, member] = [await createUploader(server), await createUploader(server)]
  const teamId = await makeTeam(db, { members: [admin, member] })
  const { seriesId, playlistId } = await makeFilledChannel(db, clientFor({ token: admin.token, teamId }), ['A'], { status_id: 1 })
  const titles = async () => {
    const { series } = await admin.client(channelsContract.getPlaylist, { params: { id: playlistId } })
    return series.flatMap(({ videos }) => videos.map(({ title }) => title))
  }
  const leave = () => db.deleteFrom('team_member').where('user_id', '=', member.id).where('team_id', '=', teamId).execute()
  return { member, seriesId, titles, leave }
}

test('a member’s uploads go to the channels of their team', async () => {
  const { member, seriesId, titles } = await makeTeamSeries()
  const result = await waitForUpload(member.client, await upload(origin, { token: member.token, seriesId }, clip))
  expect(result).toMatchObject({ state: 'done' })
  expect(await titles()).toEqual(['A', 'film'])
})

test('an upload fails if its uploader leaves the team before it ends, and the channel stays unchanged', async () => {
  const { member, seriesId, titles, leave } = await makeTeamSeries()
  const tus = tusClient(origin, member.token)
  const created = await tus.create({ filename: 'late.mp4', series_id: seriesId }, clip.length)
  const location = created.headers.get('location')!
  await tus.patch(location, 0, clip.subarray(0, 1000))
  await leave()
  await tus.patch(location, 1000, clip.subarray(1000))
  expect(await waitForUpload(member.client, location.split('/').at(-1)!)).toMatchObject({
    state: 'failed',
    reason: 'series_gone',
    video_id: null,
  })
  expect(await titles()).toEqual(['A'])
  const response = await tus.create({ filename: 'later.mp4', series_id: seriesId }, clip.length)
  expect(response.status).toBe(404)
})
