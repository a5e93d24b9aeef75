import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillSeries, makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { socialContract as contract } from '../contract.ts'
import { listSorts } from '#features/channels/rules.ts'

const server = await startTestServer()
const { db, guest } = server
const ann = await createUser(server, { is_public: true })

const channelTarget = (id: string) => ({ following_type: 'playlist' as const, following_id: id })
const userTarget = ({ id }: Person) => ({ following_type: 'user' as const, following_id: id })
const follow = ({ client }: Person, body: ReturnType<typeof channelTarget> | ReturnType<typeof userTarget>) =>
  client(contract.follow, { body })
const list = ({ client }: Person, sort?: (typeof listSorts)[number]) => client(contract.listFollowing, { query: { ...(sort && { sort }) } })
const listNames = async (follower: Person, sort?: (typeof listSorts)[number]) =>
  (await list(follower, sort)).followed.map(({ name }) => name)

/** Creates a user who follows new channels of Ann with these names, in this order. The latest follow is at the top of their list. */
async function fanOf(...names: string[]) {
  const follower = await createUser(server)
  const ids: string[] = []
  for (const name of names) {
    const { playlistId } = await makeFilledChannel(db, ann.client, ['Film'], { name })
    await follow(follower, channelTarget(playlistId))
    ids.push(playlistId)
  }
  return { fan: follower, ids }
}

test('a followed thing has its data, its new videos, and their latest date', async () => {
  const { fan: follower, ids } = await fanOf('Trains')
  await follow(follower, userTarget(ann))
  const { followed } = await list(follower)
  expect(followed).toMatchObject([
    { following_type: 'user', following_id: ann.id, name: ann.nickname, image: null, playlist: null, new_count: 0 },
    { following_type: 'playlist', following_id: ids[0], name: 'Trains', new_count: 0, playlist: { id: ids[0], is_followed: true } },
  ])
  expect(followed[1]!.latest_at).not.toBeNull()
  expect(await outcome(guest(contract.listFollowing, {}))).toBe('401 login_required')
  expect(await outcome(follower.client(contract.listFollowing, { query: { sort: 'name' as never } }))).toBe('422 invalid sort')
})

test('videos added since the last visit are new, up to a hundred, until the next visit', async () => {
  const follower = await createUser(server)
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client)
  await follow(follower, channelTarget(playlistId))
  await follow(follower, userTarget(ann))
  const counts = async () => (await list(follower)).followed.map(({ new_count: count }) => count)
  expect(await counts()).toEqual([0, 0])
  await ann.client(channelsContract.removeVideos, {
    params: { id: seriesId },
    body: {
      videos: (await ann.client(channelsContract.getPlaylist, { params: { id: playlistId } })).series[0]!.videos.map(({ id }) => id),
    },
  })
  await fillSeries(db, seriesId, ['One', 'Two'])
  expect(await counts()).toEqual([2, 2])
  expect(await follower.client(contract.markSeen, { body: channelTarget(playlistId) })).toEqual({})
  expect(await counts()).toEqual([2, 0])
  await follower.client(contract.markSeen, { body: userTarget(ann) })
  expect(await counts()).toEqual([0, 0])
  const { id: more } = await ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'More' } })
  await fillSeries(
    db,
    more,
    Array.from({ length: 120 }, (_, index) => `Film ${index}`),
  )
  expect(await counts()).toEqual([100, 100])
  await fillSeries(
    db,
    (await ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Adult' } })).id,
    ['Not for all'],
    {
      adult: true,
    },
  )
  expect(await outcome(guest(contract.markSeen, { body: channelTarget(playlistId) }))).toBe('401 login_required')
  const outsider = await createUser(server)
  expect(await outsider.client(contract.markSeen, { body: channelTarget(playlistId) })).toEqual({})
  const secret = await makeChannel(ann.client, { status_id: status.private })
  for (const id of [secret.id, 'nowhere0000'])
    expect(await outcome(outsider.client(contract.markSeen, { body: channelTarget(id) }))).toBe('404 not_found')
})

test('lists follows in the user’s own order, latest first, and in each of five other orders', async () => {
  const { fan: follower, ids } = await fanOf('A', 'B', 'C')
  const other = await createUser(server)
  await follow(other, channelTarget(ids[1]!))
  const times = { [ids[0]!]: 3, [ids[1]!]: 1, [ids[2]!]: 2 }
  for (const [id, day] of Object.entries(times))
    await sql`update video set created_at = make_date(2026, 1, ${day}) from series where series.id = series_id and playlist_id = ${id}`.execute(
      db,
    )
  expect(await listNames(follower)).toEqual(['C', 'B', 'A'])
  const result = await Promise.all(listSorts.map(async (sort) => [sort, (await listNames(follower, sort)).join('')]))
  expect(Object.fromEntries(result)).toEqual({
    added_desc: 'CBA',
    added_asc: 'ABC',
    popular: 'BCA',
    published_desc: 'ACB',
    published_asc: 'BCA',
  })
})

test('moves and reorders; hidden follows keep their neighbours, and other users’ things are refused', async () => {
  const { fan: follower, ids } = await fanOf('A', 'B', 'C', 'D')
  const [a, b, c, d] = ids as [string, string, string, string]
  await follow(follower, userTarget(ann))
  const move = (id: string, index: number) => follower.client(contract.moveFollow, { body: { ...channelTarget(id), index } })
  expect(await listNames(follower)).toEqual([ann.nickname, 'D', 'C', 'B', 'A'])
  expect(await move(a, 0)).toEqual({ order: [a, ann.id, d, c, b] })
  expect(await move(a, 2)).toEqual({ order: [ann.id, d, a, c, b] })
  expect(await outcome(move(ann.id, 0))).toBe('404 not_found')
  expect(await follower.client(contract.moveFollow, { body: { ...userTarget(ann), index: 99 } })).toEqual({ order: [d, a, c, b, ann.id] })
  const show = (id: string, status_id: number) => ann.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id } })
  await show(a, status.private)
  expect(await move(b, 1)).toEqual({ order: [d, b, c, ann.id] })
  expect(await follower.client(contract.rearrangeFollows, { body: { playlists: [ann.id, d] } })).toEqual({ order: [ann.id, d, b, c] })
  await show(a, status.public)
  expect((await listNames(follower)).toSorted()).toEqual(['A', 'B', 'C', 'D', ann.nickname!].toSorted())

  const { id: otherId } = await makeChannel(ann.client)
  expect(await outcome(move(otherId, 0))).toBe('422 not_followed following_id')
  expect(await outcome(move('nowhere0000', 0))).toBe('404 not_found')
  expect(await outcome(move(b, -1))).toBe('422 invalid index')
  const before = await listNames(follower)
  for (const [playlists, refusal] of [
    [[b, otherId], '422 not_followed playlists'],
    [[b, 'nowhere0000'], '422 not_followed playlists'],
    [[b, b], '422 invalid playlists'],
    [[], '422 invalid playlists'],
    ['b', '422 invalid playlists'],
  ] as const)
    expect(await outcome(follower.client(contract.rearrangeFollows, { body: { playlists: playlists as never } }))).toBe(refusal)
  expect(await listNames(follower)).toEqual(before)
  for (const call of [contract.moveFollow, contract.rearrangeFollows] as const)
    expect(await outcome(guest(call as never, { body: { ...channelTarget(b), index: 0, playlists: [b] } } as never))).toBe(
      '401 login_required',
    )
})

test('simultaneous moves and follows of one user give distinct positions', async () => {
  const { fan: follower, ids } = await fanOf('A', 'B', 'C', 'D', 'E')
  const newChannels = await Promise.all(Array.from({ length: 4 }, () => makeChannel(ann.client, { name: 'New' })))
  const results = await Promise.all([
    ...ids.flatMap((id) =>
      [0, 2, 4].map((index) => outcome(follower.client(contract.moveFollow, { body: { ...channelTarget(id), index } }))),
    ),
    outcome(follower.client(contract.rearrangeFollows, { body: { playlists: ids } })),
    ...newChannels.map(({ id }) => outcome(follow(follower, channelTarget(id)))),
  ])
  expect(new Set(results)).toEqual(new Set(['done']))
  expect((await listNames(follower)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'New', 'New', 'New', 'New'])
})

test('the feed is one list, latest first, complete over all pages', async () => {
  const { fan: follower, ids } = await fanOf('A', 'B')
  const series = await Promise.all(ids.map((id) => ann.client(channelsContract.createSeries, { body: { playlist_id: id, name: 'More' } })))
  // Videos that were added by one statement have the same time.
  for (const [nth, { id }] of series.entries())
    await fillSeries(
      db,
      id,
      Array.from({ length: 15 }, (_, index) => `${nth} ${index}`),
    )
  await fillSeries(db, series[0]!.id, ['Adult'], { adult: true, position: 5 })
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await follower.client(contract.listFollowedVideos, { query: { limit: 7, ...(cursor && { cursor }) } })
    read.push(...page.data.map(({ title }) => title))
    for (const { playlist } of page.data) expect(ids).toContain(playlist.id)
    cursor = page.next_cursor
  } while (cursor)
  expect(read).toHaveLength(32)
  expect(new Set(read).size).toBe(31)
  // The feed begins with the videos of the latest call, in the order of their series.
  const titlesAdded = (at: number) => Array.from({ length: 15 }, (_, index) => `${at} ${index}`)
  expect(read.slice(0, 30)).toEqual([...titlesAdded(1), ...titlesAdded(0)])
  expect(read.slice(-2)).toEqual(['Film', 'Film'])
  expect(await outcome(guest(contract.listFollowedVideos, { query: {} }))).toBe('401 login_required')
  for (const query of [{ limit: 51 }, { cursor: 'x' }])
    expect(await outcome(follower.client(contract.listFollowedVideos, { query }))).toMatch(/^422/)
  expect((await (await createUser(server)).client(contract.listFollowedVideos, { query: {} })).data).toEqual([])
})
