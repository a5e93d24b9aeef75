import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { poolFigures } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startViewCounting } from '#test/counted-views.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { watchingContract as contract } from '../contract.ts'
import { countAllViews, createCountScheduler } from './jobs.ts'
import { countViews, insertViews, listViewed, type NewView } from './queries/views.ts'
import { createViewWriter } from './view-writer.ts'

const { server, db, services, other, ann, bob, keyOf, figuresOf, insertView, view, count } = await startViewCounting()
const countWaiting = async (key: number) =>
  (await db.selectFrom('view_to_count').select('viewer').where('channel_id', '=', `${key}`).execute()).length

test('simultaneous views count once per viewer and video, also for the series, and once per viewer for the channel', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B', 'C', 'D'])
  const people = await Promise.all(Array.from({ length: 25 }, () => createUser(server)))
  await Promise.all([
    ...people.flatMap(({ client }) => [...videoIds.map((id) => view(client, id)), view(client, playlistId, 'playlist')]),
    count(),
    count(other.services.db),
  ])
  await Promise.all([count(), count(other.services.db), count(services.backgroundDb)])
  await count()
  expect(await figuresOf(playlistId, videoIds)).toEqual({ channel: 25, videos: 100, shown: 25, shownOfVideos: 100 })
  const { rows } = await sql`
    select series.name, sum(counted.views)::int as views, count(*)::int as rows from item_view_count counted join series on series.id = series_id
    where playlist_key = ${await keyOf(playlistId)} group by 1`.execute(db)
  expect(rows).toMatchObject([{ views: 100 }])
  expect(await countWaiting(await keyOf(playlistId))).toBe(0)
})

test('views of many users are written together: deleted users affect no others, and duplicates become one view', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const [video, another] = videoIds as [string, string]
  const people = await Promise.all(Array.from({ length: 40 }, () => createUser(server)))
  const first = await view(people[0]!.client, video)
  const hash = (index: number) => index.toString(16).padStart(32, '0')
  const users = people.map(({ id: user }, index) => ({ user, visitor: hash(index) }))
  const viewers = [...users, ...Array.from({ length: 960 }, (_, index) => ({ visitor: hash(1000 + index) }))]
  type Views = [NewView, ...NewView[]]
  const views = () => viewers.map((viewer) => ({ id: newId(), viewer, viewed: { video }, source: 'direct' })) as Views
  const asked = views()
  // Two processes write the same views in opposite order.
  const reversedViews = views().toReversed() as Views
  const [insertedViews] = await Promise.all([insertViews(db, asked), insertViews(other.services.db, reversedViews)])
  expect(insertedViews.get(asked[0].id)).toBe(first.viewActionId)
  const second = await insertViews(db, asked)
  expect(second.size).toBe(viewers.length)
  expect(new Set(second.values()).size).toBe(viewers.length)

  const deletedUser = await createUser(server)
  await db.deleteFrom('account').where('id', '=', deletedUser.id).execute()
  const write = createViewWriter(db)
  const crowd = [...users, { user: deletedUser.id, visitor: hash(99) }, { visitor: hash(5000) }, ...users]
  const written = await Promise.all(crowd.map((viewer) => write(db, { viewer, viewed: { video }, source: 'direct' })))
  expect(written.slice(0, 40)).toEqual(written.slice(42))
  expect([written[40], typeof written[41], new Set(written).size]).toEqual([undefined, 'string', 42])
  // Users view one of the two videos, or both. Views of deleted things, such as the new id, don't count.
  const subjects = [video, another, newId()]
  const apart = await Promise.all(
    subjects.flatMap((id) => users.slice(0, 2).map((viewer) => write(db, { viewer, viewed: { video: id }, source: 'direct' }))),
  )
  expect(apart.map((id) => typeof id)).toEqual(['string', 'string', 'string', 'string', 'undefined', 'undefined'])
  expect(apart.slice(0, 2)).toEqual(written.slice(0, 2))
  await count()
  expect(await figuresOf(playlistId, [video])).toMatchObject({ videos: viewers.length + 3, shownOfVideos: viewers.length + 1 })
  expect(await figuresOf(playlistId, [another])).toMatchObject({ shownOfVideos: 2 })
})

test('a view of a locked account is written after the lock, and views of other accounts at once', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const [held, still, ...others] = await Promise.all(Array.from({ length: 12 }, () => createUser(server)))
  const before = await createUser(server)
  await view(before.client, videoIds[0]!)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let locking: Promise<void> | undefined
  await new Promise<void>((locked) => {
    locking = services.backgroundDb.transaction().execute(async (tx) => {
      await sql`select from account where id in (${held!.id}, ${still!.id}, ${before.id}) for update`.execute(tx)
      locked()
      await released
    })
  })
  const waits = [held!, still!].map(({ client }) => outcome(view(client, videoIds[0]!)))
  const done: string[] = []
  void waits[0]!.then((how) => done.push(how))
  const clock = measureUndisturbedMs()
  // A repeated view within 30 minutes writes no row.
  const written = [...others, before].map(({ client }) => outcome(view(client, videoIds[0]!)))
  expect(new Set(await Promise.all(written))).toEqual(new Set(['done']))
  expect(clock()).toBeLessThan(2000)
  expect(poolFigures(services.writeDb).waiting).toBe(0)
  expect(done).toEqual([])
  release()
  await locking
  expect(await Promise.all(waits)).toEqual(['done', 'done'])
  await count()
  expect(await figuresOf(playlistId, videoIds)).toEqual({ channel: 13, videos: 13, shown: 13, shownOfVideos: 13 })
})

test('a view of a permanently locked account is refused in time, and not counted', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const cas = await createUser(server)
  await services.backgroundDb.transaction().execute(async (tx) => {
    await sql`select from account where id = ${cas.id} for update`.execute(tx)
    const clock = measureUndisturbedMs()
    expect(await outcome(view(cas.client, videoIds[0]!))).toMatch(/^503/)
    expect(clock()).toBeLessThan(5000)
  })
  await count()
  expect(await figuresOf(playlistId, videoIds)).toMatchObject({ channel: 0, videos: 0 })
  expect(await outcome(view(cas.client, videoIds[0]!))).toBe('done')
})

test('an interrupted count counts nothing, or resumes', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const key = await keyOf(playlistId)
  await Promise.all(videoIds.map((id) => view(bob.client, id)))
  await view(ann.client, videoIds[0]!)
  // Counts in a transaction that fails before it is committed.
  for (const subject of await listViewed(db, 1000)) {
    const killed = db.transaction().execute(async (tx) => {
      await countViews(tx, subject, 1000)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
  }
  // Counts only the channel's first view and a video's first view, as an interrupted run does.
  await countViews(db, { channel_type: 'playlist', channel_id: `${key}`, item_id: '' }, 1)
  await countViews(db, { channel_type: 'playlist', channel_id: `${key}`, item_id: videoIds[0]! }, 1)
  const stopped = new AbortController()
  stopped.abort()
  await countAllViews(db, stopped.signal)
  await Promise.all([count(), count(other.services.db)])
  await count()
  expect(await figuresOf(playlistId, videoIds)).toEqual({ channel: 2, videos: 3, shown: 2, shownOfVideos: 3 })
  expect(await listViewed(db, 1000)).toEqual([])
})

test('a view stays with its channel after its video was moved or deleted', async () => {
  const [from, to] = [await makeFilledChannel(db, ann.client, ['Film', 'Short']), await makeFilledChannel(db, ann.client, [])]
  const [film, short] = from.videoIds as [string, string]
  await Promise.all([view(bob.client, film), view(bob.client, short)])
  const { id: place } = await makeSeries(ann.client, to.playlistId)
  await ann.client(channelsContract.moveVideo, { params: { videoId: film, seriesId: from.seriesId, destId: place }, body: { index: 0 } })
  await ann.client(channelsContract.deleteVideo, { params: { id: short } })
  await view(ann.client, film)
  await count()
  expect(await figuresOf(from.playlistId, [film])).toEqual({ channel: 1, videos: 2, shown: 1, shownOfVideos: 2 })
  expect(await figuresOf(to.playlistId)).toMatchObject({ channel: 1, videos: 1, shown: 1 })
})

test('a video locked by a move is counted later, and counting does not wait for it', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await Promise.all(videoIds.map((id) => view(bob.client, id)))
  await services.backgroundDb.transaction().execute(async (tx) => {
    // Locks like a move: the channel first, then its videos in order.
    await sql`select from playlist where id = ${playlistId} for no key update`.execute(tx)
    await sql`update video set position = position + 1 where id = ${videoIds[0]}`.execute(tx)
    const subjects = (await listViewed(db, 1000)).filter(({ item_id }) => item_id)
    expect(new Set(await Promise.all(subjects.map((subject) => countViews(db, subject, 1000))))).toEqual(new Set([0, 1]))
    await sql`update video set position = position + 1 where id = ${videoIds[1]}`.execute(tx)
  })
  await count()
  expect(await figuresOf(playlistId, videoIds)).toEqual({ channel: 1, videos: 2, shown: 1, shownOfVideos: 2 })
})

test('views of a deleted channel are ignored and delay no others', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const key = await keyOf(playlistId)
  await view(bob.client, videoIds[0]!)
  await Promise.all([ann.client(channelsContract.deletePlaylist, { params: { id: playlistId } }), count(), count(other.services.db)])
  await count()
  expect(await countWaiting(key)).toBe(0)
  expect(await db.selectFrom('channel_view_count').select('views').where('playlist_key', '=', key).execute()).toEqual([])
})

test('after a pause in counting the 30-minute rule still applies', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const key = await keyOf(playlistId)
  const times = Array.from({ length: 12 }, (_, tenth) => new Date(Date.UTC(2026, 2, 9, 10, tenth * 10)).toISOString())
  for (const at of times.toReversed()) await insertView(key, 'one', at, videoIds[0])
  await count()
  // The views were at 10:00, 10:30, 11:00 and 11:30.
  expect(await figuresOf(playlistId)).toMatchObject({ channel: 4, videos: 12 })
})

test('a user cannot fill a table with views and playbacks', async () => {
  const cas = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, cas.client)
  const viewAgain = () => view(cas.client, videoIds[0]!)
  const { viewActionId } = await viewAgain()
  const start = () => outcome(cas.client(contract.startView, { body: { viewActionId } }))
  expect(await start()).toBe('done')
  services.limits.count(`views-kept:${cas.id}`, { max: 5000, windowSeconds: 86_400 }, 4900)
  const outcomes: string[] = []
  for (let count = 0; count < 160; count++) outcomes.push(await start())
  expect(outcomes[0]).toBe('done')
  expect(outcomes.at(-1)).toMatch(/^429/)
  expect(await outcome(viewAgain())).toMatch(/^429/)
})

test('a view is counted within seconds, and views before that share the count', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  await view(bob.client, playlistId, 'playlist')
  const scheduled = db.selectFrom('job').select('id').where('name', '=', 'watching-counting').where('singleton_key', 'like', 'soon:%')
  await expect.poll(async () => (await scheduled.execute()).length).toBeGreaterThan(0)

  const delays: unknown[] = []
  const schedule = createCountScheduler({ send: (_job, _payload, options) => Promise.resolve(String(delays.push(options?.startAfter))) })
  for (let nth = 0; nth < 5; nth++) await schedule()
  expect(delays).toEqual([1])

  // While a due count waits for its worker, each view tries again.
  let sent = 0
  const scheduleAgain = createCountScheduler({ send: () => Promise.resolve((sent++, null)) })
  for (let nth = 0; nth < 3; nth++) await scheduleAgain()
  expect(sent).toBe(3)
})

test('views do not fail while no count can be scheduled', async () => {
  const schedule = createCountScheduler({ send: () => Promise.reject(new Error('the queue is away')) })
  await expect(schedule()).resolves.toBeUndefined()
})
