import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isDatabaseFull, poolFigures } from '#kit/server/db/db.ts'
import { followChannel, makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { socialContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, guest, services } = server
const [ann, bob, cas] = await Promise.all([createUser(server), createUser(server), createUser(server)])

const videoBody = (id: string, playlist_id?: string) => ({
  liked_type: 'video' as const,
  liked_id: id,
  ...(playlist_id && { playlist_id }),
})
const channelBody = (id: string) => ({ liked_type: 'playlist' as const, liked_id: id })
type Body = ReturnType<typeof videoBody> | ReturnType<typeof channelBody>
const like = (client: Client, body: Body) => client(contract.like, { body })
const unlike = (client: Client, body: Body) => client(contract.unlike, { body })
const readVideo = ({ client }: { client: Client }, id: string) => client(channelsContract.getVideo, { params: { id } })
const readChannel = (client: Client, id: string) => client(channelsContract.getPlaylist, { params: { id } })
const listFavoriteTitles = async ({ client }: { client: Client }) =>
  (await client(channelsContract.listMyPlaylists, {})).favorites.map(({ title }) => title)

/** Returns channels and videos whose like count differs from the number of rows. */
async function listWrongCounts(): Promise<unknown[]> {
  const { rows } = await sql`
    select id from video where likes <> (select count(*) from liking where video_id = video.id)
    union all select playlist_key::text from playlist_count counted where likes <> (select count(*) from liking where liking.playlist_key = counted.playlist_key)`.execute(
    db,
  )
  return rows
}

test('likes and unlikes a video idempotently', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const body = videoBody(videoIds[0]!)
  expect(await like(bob.client, body)).toEqual({ liked: true, likes: 1 })
  expect(await like(bob.client, body)).toEqual({ liked: true, likes: 1 })
  expect(await like(ann.client, body)).toEqual({ liked: true, likes: 2 })
  expect(await readVideo(bob, videoIds[0]!)).toMatchObject({ liked: true, likes: 2 })
  expect(await listFavoriteTitles(bob)).toEqual(['Film'])
  expect(await unlike(bob.client, body)).toEqual({ liked: false, likes: 1 })
  expect(await unlike(bob.client, body)).toEqual({ liked: false, likes: 1 })
  expect(await readVideo(bob, videoIds[0]!)).toMatchObject({ liked: false, likes: 1 })
  expect(await listFavoriteTitles(bob)).toEqual([])
})

test('a liked channel keeps its count when its id is replaced', async () => {
  const { id } = await makeChannel(ann.client, { status_id: status.privateLink })
  expect(await like(bob.client, channelBody(id))).toEqual({ liked: true, likes: 1 })
  const { id: renewed } = await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { new_link: true } })
  expect(await outcome(unlike(bob.client, channelBody(id)))).toBe('404 not_found')
  expect(await like(ann.client, channelBody(renewed))).toEqual({ liked: true, likes: 2 })
  for (const [client, liked] of [
    [ann.client, true],
    [bob.client, true],
    [cas.client, false],
    [guest, false],
  ] as const)
    expect(await readChannel(client, renewed)).toMatchObject({ liked, likes: 2 })
  expect(await unlike(bob.client, channelBody(renewed))).toEqual({ liked: false, likes: 1 })
  expect(await readChannel(bob.client, renewed)).toMatchObject({ liked: false, likes: 1 })
})

test('only visible things can be liked: hidden ones look missing', async () => {
  const secret = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.privateLink })
  const adult = await makeFilledChannel(db, ann.client, ['Film'], { adult: true })
  const [hidden, behindLink] = [secret.videoIds[0]!, linked.videoIds[0]!]
  for (const call of [like, unlike]) {
    expect(await outcome(call(guest, videoBody(hidden)))).toBe('401 login_required')
    for (const body of [videoBody(hidden), videoBody(hidden, secret.playlistId), channelBody(secret.playlistId), videoBody(behindLink)])
      expect(await outcome(call(bob.client, body))).toBe('404 not_found')
    for (const body of [videoBody('nowhere0000'), channelBody('nowhere0000'), channelBody(hidden)])
      expect(await outcome(call(bob.client, body))).toBe('404 not_found')
    expect(await outcome(call(bob.client, channelBody(adult.playlistId)))).toBe('403 adult_only')
    expect(await outcome(call(bob.client, videoBody(behindLink, linked.playlistId)))).toBe('done')
    expect(await outcome(call(ann.client, videoBody(hidden)))).toBe('done')
  }
})

test.each([
  [{ liked_type: 'serie', liked_id: 'kZ3Qm8TfW1a' }, 'liked_type'],
  [{ liked_type: ['video'], liked_id: 'kZ3Qm8TfW1a' }, 'liked_type'],
  [{ liked_type: 'video', liked_id: 'short' }, 'liked_id'],
  [{ liked_type: 'video', liked_id: ['kZ3Qm8TfW1a'] }, 'liked_id'],
  [{ liked_type: 'video', liked_id: 'kZ3Qm8TfW1a', playlist_id: { a: 1 } }, 'playlist_id'],
  [{}, 'liked_type liked_id'],
])('%j is refused', async (body, fields) => {
  expect(await outcome(bob.client(contract.like, { body: body as never }))).toBe(`422 invalid ${fields}`)
  expect(await outcome(bob.client(contract.unlike, { body: body as never }))).toBe(`422 invalid ${fields}`)
})

test('simultaneous likes count once per user, with a correct total', async () => {
  const { videoIds, playlistId } = await makeFilledChannel(db, ann.client, ['Film', 'Other'])
  const [film, other] = videoIds as [string, string]
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
  const calls = users.flatMap(({ client }) => [
    like(client, videoBody(film)),
    like(client, videoBody(film)),
    like(client, videoBody(other)),
    like(client, channelBody(playlistId)),
    unlike(client, videoBody(other)),
  ])
  expect(new Set(await Promise.all(calls.map(outcome)))).toEqual(new Set(['done']))
  expect(await readVideo(ann, film)).toMatchObject({ likes: 6 })
  expect(await listWrongCounts()).toEqual([])
  // Deleting a user deletes all of the user's likes in one statement.
  await Promise.all(users.slice(1).map(({ id }) => db.deleteFrom('account').where('id', '=', id).execute()))
  expect(await readVideo(ann, film)).toMatchObject({ likes: 1 })
  expect(await listWrongCounts()).toEqual([])
})

test('a video deleted while it is liked leaves no like', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const results = await Promise.all([
    outcome(like(bob.client, videoBody(videoIds[0]!))),
    outcome(ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } })),
  ])
  expect(results[1]).toBe('done')
  expect(['done', '404 not_found']).toContain(results[0])
  expect(await listFavoriteTitles(bob)).toEqual([])
})

test('likes during deletions of the things, their containers or users leave a correct state without a deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
    const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
    const other = await makeFilledChannel(db, ann.client, ['D'])
    await Promise.all(users.slice(0, 3).flatMap(({ client }) => videoIds.map((id) => like(client, videoBody(id)))))
    const likes = users.flatMap(({ client }) => [
      ...[...videoIds, ...other.videoIds].map((id) => outcome(like(client, videoBody(id)))),
      outcome(like(client, channelBody(playlistId))),
      outcome(unlike(client, videoBody(videoIds[0]!))),
      outcome(like(client, channelBody(other.playlistId))),
    ])
    const deletions = [
      outcome(ann.client(channelsContract.deleteVideo, { params: { id: videoIds[1]! } })),
      outcome(ann.client(channelsContract.deleteSeries, { params: { id: seriesId } })),
      ...(round % 2 ? [outcome(ann.client(channelsContract.deletePlaylist, { params: { id: playlistId } }))] : []),
      db.deleteFrom('account').where('id', '=', users[0]!.id).execute(),
      db.deleteFrom('account').where('id', '=', users[5]!.id).execute(),
    ]
    const [results] = await Promise.all([Promise.all(likes), Promise.all(deletions)])
    expect(results.filter((result) => !['done', '404 not_found', '401 token_invalid'].includes(result))).toEqual([])
    expect(await listWrongCounts()).toEqual([])
    expect(await readVideo(ann, other.videoIds[0]!)).toMatchObject({ likes: 4 })
  }
}, 30_000)

test('a crowd that likes one video uses one connection, while others read', async () => {
  const { videoIds, playlistId } = await makeFilledChannel(db, ann.client, ['Film'])
  const users = await Promise.all(Array.from({ length: 25 }, () => createUser(server)))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let holding: Promise<void> | undefined
  await new Promise<void>((resolve) => {
    holding = services.backgroundDb.transaction().execute(async (tx) => {
      await sql`select from video where id = ${videoIds[0]!} for update`.execute(tx)
      resolve()
      await released
    })
  })
  const likes = users.map(({ client }) => outcome(like(client, videoBody(videoIds[0]!))))
  const countWaiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(services.backgroundDb)
  await expect.poll(async () => (await countWaiting()).rows.length).toBeGreaterThan(0)
  const poolUsage = () => {
    const { total, idle, waiting } = poolFigures(services.writeDb)
    return { busy: total - idle, waiting }
  }
  await expect.poll(poolUsage).toEqual({ busy: 1, waiting: 0 })
  expect(await outcome(guest(channelsContract.getPlaylist, { params: { id: playlistId } }))).toBe('done')
  release()
  await holding
  expect(new Set(await Promise.all(likes))).toEqual(new Set(['done']))
  expect(await readVideo(ann, videoIds[0]!)).toMatchObject({ likes: 25 })
  expect(await listWrongCounts()).toEqual([])
})

test('the last of a user’s simultaneous likes and unlikes counts, and users being deleted are skipped', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [body, leaving] = [videoBody(videoIds[0]!), await createUser(server)]
  const results = await Promise.all([
    ...[like, unlike, like, unlike, like].map((call) => outcome(call(bob.client, body))),
    outcome(like(leaving.client, body)),
    db
      .deleteFrom('account')
      .where('id', '=', leaving.id)
      .execute()
      .then(() => 'gone'),
  ])
  expect(results.filter((result) => !['done', 'gone', '401 token_invalid'].includes(result))).toEqual([])
  expect(await listWrongCounts()).toEqual([])
})

test.each(['liking', 'playlist_count', 'follow', 'follow_event'])(
  'if the disk is full at a write to %s, nothing is partially written, and later calls succeed',
  async (table) => {
    const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
    await sql`create or replace function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
    await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(db)
    const isLike = ['liking', 'playlist_count'].includes(table)
    const change = () =>
      isLike
        ? outcome(like(bob.client, channelBody(playlistId)))
        : followChannel(db, bob, playlistId).then(
            () => 'done',
            (error: unknown) => String(isDatabaseFull(error)),
          )
    expect(await change()).toBe(isLike ? '503 storage_full' : 'true')
    expect(await outcome(readVideo(bob, videoIds[0]!))).toBe('done')
    const rows =
      await sql`select from liking where user_id = ${bob.id} and playlist_key = (select key from playlist where id = ${playlistId})
    union all select from follow where user_id = ${bob.id} and playlist_key = (select key from playlist where id = ${playlistId})`.execute(
        db,
      )
    expect(rows.rows).toEqual([])
    await sql`drop trigger no_room on ${sql.table(table)}`.execute(db)
    expect(await change()).toBe('done')
    expect(await listWrongCounts()).toEqual([])
  },
)
