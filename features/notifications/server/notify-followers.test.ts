import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { fillSeries, followChannel, makeChannel, makeSeries } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { notifyFollowersJob } from './job-kinds.ts'
import { notifyFollowers } from './notify-followers.ts'

const server = await startTestServer({ WORKER: 'off' })
const { db, services } = server
const { backgroundDb } = services
const neverAborted = new AbortController().signal

/** Makes all times of new videos earlier, as if these seconds had passed. */
async function backdateNewVideos(seconds: number) {
  const span = sql`make_interval(secs => ${seconds})`
  await sql`update channel_news set since = since - ${span}, due_at = due_at - ${span}, until = until - ${span}`.execute(db)
  await sql`update video set created_at = created_at - make_interval(secs => ${seconds})`.execute(db)
}
const notifyDue = () => notifyFollowers(backgroundDb, neverAborted)
const textsOf = async ({ client }: Person) => (await client(contract.listNotifications, { query: {} })).data.map(({ text }) => text)

/** Index at which the next video is appended. */
let place = 0
const add = (seriesId: string, titles: readonly string[]) => fillSeries(db, seriesId, titles, { position: (place += 100_000) })

/** Creates a channel with followers, without new videos. */
async function makeFollowed(fields: Parameters<typeof makeChannel>[1] = {}) {
  const [owner, follower] = [await createUser(server), await createUser(server)]
  const { id } = await makeChannel(owner.client, { name: 'Slow Waters', ...fields })
  const series = await makeSeries(owner.client, id)
  await followChannel(db, follower, id)
  return { owner, follower, id, series }
}

const listUnfinished = () => db.selectFrom('channel_news').select('id').where('is_told', '=', false).execute()

/** Adds followers to a channel. */
const addCrowd = (key: number, name: string, count: number) =>
  sql`
    with people as (insert into account (id, email, password_hash, nickname, nickname_key)
      select substr(md5(${name} || n), 1, 11), n || '@' || ${name} || '.test', 'none', ${name} || n, ${name} || n from generate_series(1, ${count}::int) n returning id)
    insert into follow (user_id, playlist_key, position) select id, ${key}, 1 from people`.execute(db)

test('a new video in a followed channel notifies once with its title, within seconds; further unread ones add up', async () => {
  const { owner, follower, id, series } = await makeFollowed()
  const outsider = await createUser(server)
  const [first] = await add(series.id, ['Herons'])
  await notifyDue()
  expect(await textsOf(follower)).toEqual([])
  await backdateNewVideos(5)
  await notifyDue()
  expect(await textsOf(follower)).toEqual(['“Herons” in Slow Waters'])
  const dutch = await server.clientFor({ token: follower.token, language: 'nl' })(contract.listNotifications, { query: {} })
  expect(dutch.data[0]).toMatchObject({
    text: '“Herons” in Slow Waters',
    url: `/nl/playlists?playlist=${id}&serie=${series.id}&video=${first}`,
  })
  await notifyDue()
  await add((await makeSeries(owner.client, id)).id, ['D'])
  await backdateNewVideos(61)
  await notifyDue()
  expect(await textsOf(follower)).toEqual(['2 new videos in Slow Waters'])
  expect([await textsOf(owner), await textsOf(outsider)]).toEqual([[], []])
})

test('videos within a minute after the first are notified together at its end', async () => {
  const { follower, series } = await makeFollowed()
  await add(series.id, ['A'])
  await backdateNewVideos(5)
  await notifyDue()
  for (const title of ['B', 'C', 'D']) {
    await add(series.id, [title])
    await backdateNewVideos(10)
    await notifyDue()
  }
  expect(await textsOf(follower)).toEqual(['“A” in Slow Waters'])
  await follower.client(contract.readNotifications, { body: { all: true } })
  await backdateNewVideos(31)
  await notifyDue()
  expect(await textsOf(follower)).toEqual(['3 new videos in Slow Waters', '“A” in Slow Waters'])
  // After a minute without new videos, the next one notifies immediately again.
  await backdateNewVideos(61)
  await notifyDue()
  await add(series.id, ['E'])
  await backdateNewVideos(5)
  await notifyDue()
  expect(await textsOf(follower)).toEqual(['4 new videos in Slow Waters', '“A” in Slow Waters'])
})

test('a hundred simultaneous videos are one notification', async () => {
  const { owner, follower, id } = await makeFollowed()
  for (const half of ['first', 'second'])
    await fillSeries(
      db,
      (await makeSeries(owner.client, id)).id,
      Array.from({ length: 50 }, (_, index) => `${half} ${index}`),
    )
  await backdateNewVideos(5)
  await notifyDue()
  expect(await textsOf(follower)).toEqual(['100 new videos in Slow Waters'])
  expect(await sql`select from notification where account_id = ${follower.id}`.execute(db)).toMatchObject({ rows: [{}] })
})

test('a deleted video deletes its own notification, but not one of several videos', async () => {
  const { owner, follower, series } = await makeFollowed()
  const removeVideo = (id: string) => owner.client(channelsContract.removeVideos, { params: { id: series.id }, body: { videos: [id] } })
  const [first] = await add(series.id, ['A'])
  await backdateNewVideos(5)
  await notifyDue()
  await removeVideo(first!)
  expect(await textsOf(follower)).toEqual([])
  const [second] = await add(series.id, ['B'])
  await backdateNewVideos(61)
  await notifyDue()
  const [third] = await add(series.id, ['C'])
  await backdateNewVideos(61)
  await notifyDue()
  await removeVideo(third!)
  await removeVideo(second!)
  expect(await textsOf(follower)).toEqual(['2 new videos in Slow Waters'])
})

test('a new video schedules its job within five seconds', async () => {
  const { id, series } = await makeFollowed()
  await add(series.id, ['A'])
  await add(series.id, ['B'])
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const { rows } = await sql<{ name: string; wait: number }>`
    select name, extract(epoch from run_after - created_at)::float8 as wait from job where singleton_key = ${`channel:${key}`}`.execute(db)
  expect(rows).toEqual([{ name: notifyFollowersJob.name, wait: expect.closeTo(4, 0) }])
})

test('a channel that becomes due during a large crowd does not wait for it', async () => {
  const followers = await makeFollowed()
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', followers.id).executeTakeFirstOrThrow()
  await addCrowd(key, 'early', 500)
  await add(followers.series.id, ['A'])
  await backdateNewVideos(5)
  const running = notifyDue()
  const countNotified = async () => (await db.selectFrom('notification').select('id').where('playlist_key', '=', key).execute()).length
  await vi.waitFor(async () => expect(await countNotified()).toBeGreaterThan(0), { interval: 5 })
  const small = await makeFollowed({ name: 'Small' })
  await add(small.series.id, ['B'])
  await sql`update channel_news set due_at = now() where until is null`.execute(db)
  await vi.waitFor(async () => expect(await textsOf(small.follower)).toEqual(['“B” in Small']), { interval: 5 })
  const then = await countNotified()
  await running
  expect(then).toBeLessThan(501)
  expect(await countNotified()).toBe(501)
})

test('videos deleted immediately, or not public when due, notify no followers', async () => {
  const undone = await makeFollowed()
  const [video] = await fillSeries(db, undone.series.id, ['A'])
  await undone.owner.client(channelsContract.removeVideos, { params: { id: undone.series.id }, body: { videos: [video!] } })
  const hidden = await makeFollowed()
  await fillSeries(db, hidden.series.id, ['A'])
  await hidden.owner.client(channelsContract.updatePlaylist, { params: { id: hidden.id }, body: { status_id: status.private } })
  const neverPublic = await makeFollowed({ status_id: status.private })
  await fillSeries(db, neverPublic.series.id, ['A'])
  await backdateNewVideos(61)
  await notifyDue()
  for (const { follower } of [undone, hidden, neverPublic]) expect(await textsOf(follower)).toEqual([])
  expect(await listUnfinished()).toEqual([])
})

test('many followers are notified in batches; interrupted or parallel runs duplicate and lose nothing', async () => {
  const { series, id } = await makeFollowed()
  const count = 1200
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await addCrowd(key, 'crowd', count)
  await fillSeries(db, series.id, ['A', 'B'])
  await backdateNewVideos(61)
  const cut = new AbortController()
  const running = notifyFollowers(backgroundDb, cut.signal)
  await vi.waitFor(async () =>
    expect(
      (await db.selectFrom('channel_news').select('after_user_id').where('is_told', '=', false).executeTakeFirstOrThrow()).after_user_id,
    ).not.toBe(''),
  )
  cut.abort()
  await running
  // Rolls a batch back, as if the process had been killed during the batch.
  await backgroundDb
    .transaction()
    .execute(async (tx) => {
      await sql`update channel_news set after_user_id = 'zzz' where not is_told`.execute(tx)
      throw new Error('killed')
    })
    .catch(() => {})
  await Promise.all([notifyDue(), notifyDue()])
  const { rows } = await sql<{ people: number; least: number; most: number }>`
    select count(*)::int as people, min(count) as least, max(count) as most from notification where playlist_key = ${key}`.execute(db)
  expect(rows).toEqual([{ people: count + 1, least: 2, most: 2 }])
  expect(await listUnfinished()).toEqual([])
})

test(
  '20,000 followers are notified once each, at most 100 per transaction, in little memory, without delaying a small channel',
  { tags: ['slow'] },
  async () => {
    const followers = await makeFollowed({ name: 'Crowd' })
    const { key } = await db.selectFrom('playlist').select('key').where('id', '=', followers.id).executeTakeFirstOrThrow()
    for (let part = 0; part < 10; part++) await addCrowd(key, `multitude${part}`, 2000)
    await sql`analyze account, follow`.execute(backgroundDb)
    await add(followers.series.id, ['A'])
    await backdateNewVideos(5)
    const before = process.memoryUsage().heapUsed
    let maxHeapBytes = 0
    const watching = setInterval(() => (maxHeapBytes = Math.max(maxHeapBytes, process.memoryUsage().heapUsed)), 50)
    const countNotified = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from notification where playlist_key = ${key}`.execute(db)).rows[0]!.count
    try {
      const running = Promise.all([notifyDue(), notifyDue()])
      await vi.waitFor(async () => expect(await countNotified()).toBeGreaterThan(0), { interval: 20 })
      const small = await makeFollowed({ name: 'Beside a crowd' })
      await add(small.series.id, ['B'])
      await sql`update channel_news set due_at = now() where until is null`.execute(db)
      await vi.waitFor(async () => expect(await textsOf(small.follower)).toEqual(['“B” in Beside a crowd']), {
        timeout: 20_000,
        interval: 50,
      })
      expect(await countNotified()).toBeLessThan(20_001)
      await running
    } finally {
      clearInterval(watching)
    }
    const { rows } = await sql<{ people: number; most: number }>`
      select count(distinct account_id)::int as people, max(count) as most from notification where playlist_key = ${key}`.execute(db)
    expect([rows, await countNotified()]).toEqual([[{ people: 20_001, most: 1 }], 20_001])
    const { rows: transactions } = await sql<{ most: number }>`
      select max(told)::int as most from (select count(*) as told from notification where playlist_key = ${key} group by xmin) as each`.execute(
      db,
    )
    expect(transactions).toEqual([{ most: 100 }])
    expect(await listUnfinished()).toEqual([])
    expect((maxHeapBytes - before) / 2 ** 20).toBeLessThan(150)
  },
)
