import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { untilJobsDone } from '#test/jobs.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { refusalReason } from '#test/team-activity.ts'
import { waitForUpload, listen, upload, createUploader } from '#test/uploads.ts'
import { activityContract } from '#features/activity/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { operationsContract } from '#features/operations/contract.ts'
import { uploadsContract as contract } from '#features/uploads/contract.ts'
import { uploadKey, originalName } from '#features/uploads/server/files.ts'
import { listUnusedUploads } from '#features/uploads/server/queries/uploads.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db, clientFor, guest, services } = server
const origin = await listen(app)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')
const [admin, member] = [await createUploader(server), await createUploader(server)]
const operator = await createUser(server, { is_operator: true })
let teamId: string
beforeAll(async () => {
  teamId = await makeTeam(db, { members: [admin, member] })
})

/** Makes a channel of the team, with a video and these uploads of the member. */
async function uploadFilms(...names: string[]) {
  const { seriesId, playlistId } = await makeFilledChannel(db, clientFor({ token: admin.token, teamId }), ['A'], { status_id: 1 })
  const uploads: string[] = []
  for (const name of names) {
    const id = await upload(origin, { token: member.token, seriesId }, clip, 'film.mp4', { title: name })
    expect(await waitForUpload(member.client, id)).toMatchObject({ state: 'done' })
    uploads.push(id)
  }
  const read = async () =>
    (await admin.client(channelsContract.getPlaylist, { params: { id: playlistId } })).series.flatMap(({ videos }) => videos)
  const ids = (await read()).flatMap(({ id, title }) => (title === 'A' ? [] : [id]))
  return { seriesId, playlistId, uploads, ids, titles: async () => (await read()).map(({ title }) => title) }
}
const listKept = async ({ client }: Pick<Person, 'client'> = member) => (await client(contract.listKeptUploads, {})).data
const discard = (id: string, { client }: Pick<Person, 'client'> = member) => outcome(client(contract.deleteKeptUpload, { params: { id } }))
const isStored = async (id: string) => (await db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
const hasFiles = async (id: string) => {
  const names = [originalName, `${originalName}.mp4`, 'master.m3u8']
  const sizes = await Promise.all(names.map((name) => services.storage.sizeOf(uploadKey(id, name))))
  return sizes.some((size) => size !== undefined)
}
const removeAll = ({ seriesId, ids }: Awaited<ReturnType<typeof uploadFilms>>) =>
  admin.client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: ids } })
const readLatestAct = async () => (await admin.client(activityContract.listActivity, { params: { id: teamId } })).data[0]!
const undo = async () => admin.client(activityContract.undoAct, { params: { id: teamId, act_id: (await readLatestAct()).id } })

test('the uploader deletes the file of a removed video, and the undo is refused with that reason', async () => {
  const fixture = await uploadFilms('One')
  const [id] = fixture.uploads as [string]
  expect([await listKept(), await discard(id)]).toEqual([[], '404 not_found'])
  await removeAll(fixture)
  expect(await listKept()).toEqual([{ id, title: 'One', bytes: expect.any(Number), until: expect.any(String) }])
  const { until } = (await listKept())[0]!
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(13.9 * 24 * 3600 * 1000)
  const before = (await member.client(contract.getUploadRoom, {})).used
  expect(await discard(id)).toBe('done')
  expect([await isStored(id), await hasFiles(id), await listKept(), await discard(id)]).toEqual([false, false, [], '404 not_found'])
  expect((await member.client(contract.getUploadRoom, {})).used).toBeLessThan(before)
  expect(await refusalReason(undo())).toBe('409 file_gone: The uploaded file of “One” was deleted, so the video can’t be restored.')
  expect(await fixture.titles()).toEqual(['A'])
  // The deletion can't be undone later, and the reason is in Dutch.
  const dutch = clientFor({ token: admin.token, language: 'nl' })
  expect(await refusalReason(dutch(activityContract.undoAct, { params: { id: teamId, act_id: (await readLatestAct()).id } }))).toMatch(
    /^409 file_gone: Het geüploade bestand van “One” is verwijderd/,
  )
})

test('only the uploader sees and deletes the file of a removed video, even after leaving the team', async () => {
  const fixture = await uploadFilms('One')
  const [id] = fixture.uploads as [string]
  await removeAll(fixture)
  for (const other of [admin, operator, await createUser(server)]) {
    expect(await listKept(other)).toEqual([])
    expect(await discard(id, other)).toBe('404 not_found')
  }
  expect(await discard(id, { client: guest })).toBe('401 login_required')
  expect(await outcome(guest(contract.listKeptUploads, {}))).toBe('401 login_required')
  expect(await discard('AAAAAAAAAAA')).toBe('404 not_found')
  const left = db.deleteFrom('team_member').where('user_id', '=', member.id).where('team_id', '=', teamId)
  await left.execute()
  expect(await listKept()).toHaveLength(1)
  expect(await discard(id)).toBe('done')
  await db.insertInto('team_member').values({ user_id: member.id, team_id: teamId }).execute()
})

test('of several removed videos and series, those with existing files are restored', async () => {
  const fixture = await uploadFilms('One', 'Two')
  const [first, second] = fixture.uploads as [string, string]
  await removeAll(fixture)
  expect(await discard(first)).toBe('done')
  expect(await undo()).toEqual({ lost: ['One'] })
  expect(await fixture.titles()).toEqual(['A', 'Two'])
  expect([await listKept(), await hasFiles(second)]).toEqual([[], true])
  await admin.client(channelsContract.deleteSeries, { params: { id: fixture.seriesId } })
  expect(await discard(second)).toBe('done')
  expect(await undo()).toEqual({ lost: ['Two'] })
  expect(await fixture.titles()).toEqual(['A'])
})

test('a file that another video plays is not listed, and stays', async () => {
  const fixture = await uploadFilms('One')
  const [id] = fixture.uploads as [string]
  await db.updateTable('video').set({ upload_id: id }).where('series_id', '=', fixture.seriesId).where('title', '=', 'A').execute()
  await removeAll(fixture)
  expect([await listKept(), await discard(id), await hasFiles(id)]).toEqual([[], '409 file_played', true])
  expect(await undo()).toEqual({ lost: [] })
})

test('with a concurrent undo and deletion, the video is restored with its file or not at all', async () => {
  for (let round = 0; round < 4; round++) {
    const fixture = await uploadFilms('One')
    const [id] = fixture.uploads as [string]
    await removeAll(fixture)
    const outcomes = await Promise.all([outcome(undo()), discard(id), discard(id)])
    const isRestored = outcomes[0] === 'done'
    expect(isRestored ? ['404 not_found', '409 file_played'] : ['409 file_gone']).toContain(isRestored ? outcomes[1] : outcomes[0])
    expect([await fixture.titles(), await hasFiles(id)]).toEqual([isRestored ? ['A', 'One'] : ['A'], isRestored])
  }
})

test('operators delete the files of removed videos, and leave those that videos play', async () => {
  const [removed, played] = [await uploadFilms('One'), await uploadFilms('Two')]
  await removeAll(removed)
  const [id] = removed.uploads as [string]
  expect(await listUnusedUploads(db, 100)).not.toContain(id)
  await operator.client(operationsContract.countStorage, {})
  await untilJobsDone(db)
  const { cleanable } = await operator.client(operationsContract.getStorage, {})
  expect(cleanable.find(({ what }) => what === 'kept_uploads')).toMatchObject({ files: 1, people: 1 })
  await operator.client(operationsContract.cleanStorage, { body: { what: 'kept_uploads' } })
  await untilJobsDone(db)
  expect([await hasFiles(id), await hasFiles(played.uploads[0]!)]).toEqual([false, true])
  expect(await refusalReason(undo())).toMatch(/^409 file_gone/)
})
