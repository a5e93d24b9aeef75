import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { maxUnread } from '../limits.ts'
import { notify } from './notify.ts'

const server = await startTestServer()
const { db, guest, clientFor } = server

/** Returns the keys of a channel's and a video's rows. */
async function subjectsOf({ playlistId, videoIds }: { playlistId: string; videoIds: readonly string[] }) {
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  return { channel: { type: 'playlist', key }, video: { type: 'video', key: videoIds[0]! } } as const
}
const list = (client: typeof guest, query = {}) => client(contract.listNotifications, { query })

test('notifications are in their user’s list only, in that user’s language', async () => {
  const [ann, bob] = [await createUser(server, { nickname: 'ann-one', is_public: true }), await createUser(server)]
  const made = await makeFilledChannel(db, ann.client, ['Rivers'], { name: 'Slow Waters' })
  const { channel, video } = await subjectsOf(made)
  await notify(db, { kind: 'new_items', to: bob.id, subject: channel, count: 12 })
  await notify(db, { kind: 'direct_share', to: bob.id, subject: video, actor: ann.id })
  await notify(db, { kind: 'new_follower', to: bob.id, actor: ann.id })
  await notify(db, { kind: 'search_match', to: bob.id, path: '/search?keyword=fog', details: { keyword: 'fog' }, count: 3 })
  const { data, unread, next_cursor } = await list(bob.client)
  expect(data.map(({ text, url, read_at }) => [text, url, read_at])).toEqual([
    ['3 new results for “fog”', '/en/search?keyword=fog', null],
    ['ann-one follows you', `/en/settings?user=${ann.id}`, null],
    ['ann-one shared “Rivers”', `/en/playlists?playlist=${made.playlistId}&serie=${made.seriesId}&video=${made.videoIds[0]}`, null],
    ['12 new videos in Slow Waters', `/en/playlists?playlist=${made.playlistId}`, null],
  ])
  expect([unread, next_cursor]).toEqual([4, null])
  const dutch = await list(clientFor({ token: bob.token, language: 'nl' }))
  expect(dutch.data.map(({ text }) => text)).toEqual([
    '3 nieuwe resultaten voor “fog”',
    'ann-one volgt je',
    'ann-one deelde “Rivers”',
    '12 nieuwe video’s in Slow Waters',
  ])
  expect((await list(ann.client)).data).toEqual([])
  expect(await outcome(list(guest))).toBe('401 login_required')
})

test('users are not notified of their own actions, and only public users are named', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  await notify(db, { kind: 'new_follower', to: [ann.id, bob.id], actor: ann.id })
  expect((await list(ann.client)).data).toEqual([])
  const [notification] = (await list(bob.client)).data
  expect([notification?.text, notification?.url]).toEqual(['Someone follows you', '/en/settings?view=inbox'])
})

test('hidden things immediately disappear from the list and the count', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const made = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const { channel, video } = await subjectsOf(made)
  await notify(db, { kind: 'new_items', to: bob.id, subject: channel })
  await notify(db, { kind: 'direct_share', to: bob.id, subject: video, actor: ann.id })
  const visibleTexts = async () => {
    const { data, unread } = await list(bob.client)
    return [data.length, unread]
  }
  const setStatus = (params: { id: string }, status_id: number) =>
    ann.client(channelsContract.updatePlaylist, { params, body: { status_id } })
  expect(await visibleTexts()).toEqual([2, 2])
  await setStatus({ id: made.playlistId }, status.private)
  expect(await visibleTexts()).toEqual([0, 0])
  await setStatus({ id: made.playlistId }, status.public)
  expect(await visibleTexts()).toEqual([2, 2])
  await ann.client(channelsContract.removeVideos, { params: { id: made.seriesId }, body: { videos: [made.videoIds[0]!] } })
  expect(await visibleTexts()).toEqual([1, 1])
  // Other users' notifications contain no private links.
  await setStatus({ id: made.playlistId }, status.privateLink)
  expect(await visibleTexts()).toEqual([0, 0])
})

test('an unread bundle grows and counts; after it is read, a new one starts', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const { channel } = await subjectsOf(await makeFilledChannel(db, ann.client, ['One'], { name: 'Fog' }))
  const notifyItems = (count: number) => notify(db, { kind: 'new_items', to: bob.id, subject: channel, bundle: String(channel.key), count })
  await Promise.all([notifyItems(1), notifyItems(5), notifyItems(6)])
  const [one, ...others] = (await list(bob.client)).data
  expect([one?.text, others.length]).toEqual(['12 new videos in Fog', 0])
  expect(await bob.client(contract.readNotifications, { body: { ids: [one!.id] } })).toEqual({ unread: 0 })
  await notifyItems(2)
  expect((await list(bob.client)).data.map(({ text, read_at }) => [text, read_at !== null])).toEqual([
    ['2 new videos in Fog', false],
    ['12 new videos in Fog', true],
  ])
})

test('each user counts once in a bundle', async () => {
  const bob = await createUser(server)
  const people = [await createUser(server, { nickname: 'first-one', is_public: true }), await createUser(server)]
  for (const { id } of [...people, ...people, people[0]!].toReversed())
    await notify(db, { kind: 'new_follower', to: bob.id, actor: id, bundle: '2026-11-23' })
  expect((await list(bob.client)).data.map(({ text }) => text)).toEqual(['Someone and 1 other follow you'])
})

test("marks some or all notifications as read, repeatably; other users' and unknown ones stay unchanged", async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  for (let i = 0; i < 3; i++)
    await notify(db, { kind: 'reminder', to: [ann.id, bob.id], details: { programme: `P${i}` }, path: '/channels' })
  const { data } = await list(bob.client)
  const read = (client: typeof guest, body: object) => client(contract.readNotifications, { body })
  expect(await read(ann.client, { ids: [data[0]!.id] })).toEqual({ unread: 3 })
  expect(await read(bob.client, { ids: [data[0]!.id] })).toEqual({ unread: 2 })
  expect(await read(bob.client, { ids: [data[0]!.id] })).toEqual({ unread: 2 })
  expect(await Promise.all([read(bob.client, { all: true }), read(bob.client, { all: true })])).toEqual([{ unread: 0 }, { unread: 0 }])
  expect((await list(ann.client)).unread).toBe(3)
  expect(await outcome(read(guest, { all: true }))).toBe('401 login_required')
  expect(await outcome(read(bob.client, {}))).toBe('422 required ids')
  expect(await outcome(read(bob.client, { all: false }))).toBe('422 required ids')
  expect(await outcome(read(bob.client, { ids: ['x'] }))).toMatch(/^422 invalid ids/)
  expect(await outcome(read(bob.client, { ids: Array.from({ length: 101 }, () => data[0]!.id) }))).toBe('422 invalid ids')
  expect(await outcome(read(bob.client, { all: 'perhaps' }))).toBe('422 invalid all')
})

test('the list has pages without gaps, and counts up to a hundred', async () => {
  const bob = await createUser(server)
  for (let i = 0; i < 105; i++) await notify(db, { kind: 'reminder', to: bob.id, details: { programme: `P${i}` }, path: '/channels' })
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(bob.client, { limit: 40, ...(cursor !== undefined && { cursor }) })
    expect(page.unread).toBe(maxUnread)
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect([ids.length, new Set(ids).size]).toEqual([105, 105])
  const cursors = [['0000-01-01T00:00:00Z', bob.id], [0], [1e300], ['1']].map((key) =>
    Buffer.from(JSON.stringify(key)).toString('base64url'),
  )
  for (const cursor of ['x', ...cursors]) expect(await outcome(list(bob.client, { cursor }))).toBe('422 cursor_outdated cursor')
  expect(await outcome(list(bob.client, { limit: 101 }))).toBe('422 invalid limit')
})

test("a notification of a kind without delivery methods isn't stored; notifications are deleted with their account", async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  await db
    .insertInto('notification_setting')
    .values({ account_id: bob.id, kind: 'reminder', bell: false, push: false, mail: false })
    .execute()
  await notify(db, { kind: 'reminder', to: [ann.id, bob.id], details: { programme: 'P' }, path: '/channels' })
  expect((await list(bob.client)).data).toEqual([])
  expect((await list(ann.client)).data).toHaveLength(1)
})
