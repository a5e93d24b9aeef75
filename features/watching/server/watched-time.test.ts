import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFilledChannel, makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { watchingContract as contract } from '../contract.ts'
import { countAllWatchedTime, countAllViews } from './jobs.ts'
import { endSilentPlaybacks } from './queries/playbacks.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const otherServer = await server.again()
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const count = (database = db) => countAllWatchedTime(database, new AbortController().signal)

async function play(client: Client, video: string): Promise<string> {
  const { viewActionId } = await client(contract.createView, { body: { viewable_type: 'video', viewable_id: video } })
  return (await client(contract.startView, { body: { viewActionId } })).viewProcessId
}
const report = (client: Client, viewProcessId: string) =>
  client(contract.reportProgress, { body: { viewProcessId, position: 30, duration: 600 } })
const end = (client: Client, viewProcessId: string) => client(contract.endView, { body: { viewProcessId, position: 30, duration: 600 } })
/** Moves the latest report of a playback into the past. */
const moveReportIntoPast = (id: string, seconds: number) =>
  sql`update view_process set reported_at = reported_at - make_interval(secs => ${seconds}) where id = ${id}`.execute(db)
const secondsOf = async (playlistId: string, video = '') =>
  (
    await sql<{ seconds: number }>`
      select coalesce(sum(seconds), 0)::int as seconds from watched_time
      where playlist_key = (select key from playlist where id = ${playlistId}) and video_id = ${video}`.execute(db)
  ).rows[0]!.seconds

test('at most 20 seconds between two reports count, once for the video and once for its channel', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const [a, b] = videoIds as [string, string]
  const first = await play(bob.client, a)
  for (const seconds of [15, 15, 3600, -3600]) {
    await moveReportIntoPast(first, seconds)
    await report(bob.client, first)
  }
  const second = await play(guest, b)
  await moveReportIntoPast(second, 9)
  await end(guest, second)
  await Promise.all([count(), count(otherServer.services.db), count()])
  await count()
  const [all, secondsOfA, secondsOfB] = await Promise.all([secondsOf(playlistId), secondsOf(playlistId, a), secondsOf(playlistId, b)])
  // The reports add 15 + 15 + 20 seconds. The report with a clock that was set back adds none, and the calls themselves take some time.
  expect(secondsOfA).toBeGreaterThanOrEqual(50)
  expect(secondsOfA).toBeLessThan(65)
  expect(secondsOfB).toBeGreaterThanOrEqual(9)
  expect(all).toBe(secondsOfA + secondsOfB)
  await count()
  expect(await secondsOf(playlistId)).toBe(all)
})

test('late, repeated and subsequent reports add no more than the played time', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const id = await play(bob.client, videoIds[0]!)
  await moveReportIntoPast(id, 10)
  await report(bob.client, id)
  await moveReportIntoPast(id, 7200)
  await endSilentPlaybacks(db, 1800)
  await count()
  const counted = await secondsOf(playlistId)
  // The end is reported twice, hours after it was counted. Then the player continues.
  await end(bob.client, id)
  await end(bob.client, id)
  await report(bob.client, id)
  await count()
  expect(await secondsOf(playlistId)).toBe(counted)
  await moveReportIntoPast(id, 10)
  await report(bob.client, id)
  await count()
  expect(await secondsOf(playlistId)).toBeGreaterThanOrEqual(counted + 10)
})

test('owners, team members, and all but the latest of parallel playbacks of a view add no time', async () => {
  const team = await makeTeam(db, { members: [ann, bob] })
  const { playlistId, videoIds } = await makeFilledChannel(db, clientFor({ token: ann.token, teamId: team }), ['A'])
  const [video] = videoIds as [string]
  for (const { client } of [ann, bob]) {
    const id = await play(client, video)
    await moveReportIntoPast(id, 10)
    await end(client, id)
  }
  await count()
  expect(await secondsOf(playlistId)).toBe(0)

  const cas = await createUser(server)
  const { viewActionId } = await cas.client(contract.createView, { body: { viewable_type: 'video', viewable_id: video } })
  const begin = () => cas.client(contract.startView, { body: { viewActionId } })
  const first = (await begin()).viewProcessId
  await moveReportIntoPast(first, 10)
  await report(cas.client, first)
  const started = [first, ...(await Promise.all(Array.from({ length: 8 }, begin))).map(({ viewProcessId }) => viewProcessId)]
  for (const id of started) await moveReportIntoPast(id, 10)
  for (const id of started) await report(cas.client, id)
  await count()
  const seconds = await secondsOf(playlistId)
  expect(seconds).toBeGreaterThanOrEqual(20)
  expect(seconds).toBeLessThan(35)
})

test('watched time of a deleted channel is dropped, and that of a deleted video is kept', async () => {
  const keptChannel = await makeFilledChannel(db, ann.client, ['A'])
  const deletedChannel = await makeFilledChannel(db, ann.client, ['B'])
  for (const { videoIds } of [keptChannel, deletedChannel]) {
    const id = await play(bob.client, videoIds[0]!)
    await moveReportIntoPast(id, 12)
    await end(bob.client, id)
  }
  await db.deleteFrom('video').where('id', 'in', keptChannel.videoIds).execute()
  await db.deleteFrom('playlist').where('id', '=', deletedChannel.playlistId).execute()
  await count()
  expect(await secondsOf(keptChannel.playlistId)).toBeGreaterThanOrEqual(12)
  expect(
    await db.selectFrom('view_process').select('id').where('is_to_count', '=', true).where('ended_at', 'is not', null).execute(),
  ).toEqual([])
})

test('a count that is killed changes nothing, and the next one counts all, of views and time', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  const id = await play(bob.client, videoIds[0]!)
  await moveReportIntoPast(id, 10)
  await end(bob.client, id)
  const views = async () =>
    (
      await sql<{
        views: number
      }>`select coalesce(sum(views), 0)::int as views from channel_view_count where playlist_key = ${key}`.execute(db)
    ).rows[0]!.views
  const killed = db.transaction().execute(async (tx) => {
    await sql`select count_views('playlist', ${`${key}`}, '', 100), count_watched_time(${key}, 100)`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(otherServer.services.db)
    await sql`select 1`.execute(tx)
  })
  await expect(killed).rejects.toThrow()
  expect([await views(), await secondsOf(playlistId)]).toEqual([0, 0])
  const { signal } = new AbortController()
  await Promise.all([countAllViews(db, signal), countAllViews(otherServer.services.db, signal), count(), count(otherServer.services.db)])
  await countAllViews(db, signal)
  await count()
  expect(await views()).toBe(1)
  expect(await secondsOf(playlistId)).toBeGreaterThanOrEqual(10)
})
