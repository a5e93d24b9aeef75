import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { socialContract as contract } from '../contract.ts'
import { maxFollows } from '../rules.ts'
import { notifyOwners } from './new-followers.ts'

// Runs no jobs, because the scheduled one would notify owners at each full minute.
const server = await startTestServer({ WORKER: 'off' })
const { db, services, guest } = server
const [ann, bob] = await Promise.all([createUser(server, { is_public: true }), createUser(server)])

const channelTarget = (id: string) => ({ following_type: 'playlist' as const, following_id: id })
const userTarget = ({ id }: Person) => ({ following_type: 'user' as const, following_id: id })
type Body = ReturnType<typeof channelTarget> | ReturnType<typeof userTarget>
const follow = (client: Client, body: Body) => client(contract.follow, { body })
const unfollow = (client: Client, body: Body) => client(contract.unfollow, { body })
const change = (id: string, body: { status_id?: number; adult?: boolean }) =>
  ann.client(channelsContract.updatePlaylist, { params: { id }, body })
const listFollowing = async ({ client }: Person) => (await client(contract.listFollowing, {})).followed.map(({ name }) => name)

/** Returns channels and users whose follower count differs from the number of rows. */
async function listWrongCounts(): Promise<unknown[]> {
  const { rows } = await sql`
    select playlist_key::text from playlist_count counted where followers <> (select count(*) from follow where follow.playlist_key = counted.playlist_key)
    union all select user_id from person_count counted where followers <> (select count(*) from follow where followed_user_id = counted.user_id)
    union all select id from follow where not exists (select from playlist_count counted where counted.playlist_key = follow.playlist_key)
      and not exists (select from person_count where person_count.user_id = follow.followed_user_id)`.execute(db)
  return rows
}

test('follows and unfollows a channel idempotently', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const read = () => bob.client(channelsContract.getPlaylist, { params: { id: playlistId } })
  expect(await follow(bob.client, channelTarget(playlistId))).toEqual({ is_followed: true, followers: 1 })
  expect(await follow(bob.client, channelTarget(playlistId))).toEqual({ is_followed: true, followers: 1 })
  expect(await read()).toMatchObject({ is_followed: true })
  expect(await unfollow(bob.client, channelTarget(playlistId))).toEqual({ is_followed: false, followers: 0 })
  expect(await unfollow(bob.client, channelTarget(playlistId))).toEqual({ is_followed: false, followers: 0 })
  expect(await read()).toMatchObject({ is_followed: false })
})

test('a public user can be followed, and their profile shows it', async () => {
  const profile = (client: Client) => client(accountsContract.getPublicProfile, { params: { id: ann.id } })
  expect(await follow(bob.client, userTarget(ann))).toEqual({ is_followed: true, followers: 1 })
  expect(await profile(bob.client)).toMatchObject({ is_followed: true, followers: 1 })
  expect(await profile(guest)).toMatchObject({ is_followed: false, followers: 1 })
  expect(await unfollow(bob.client, userTarget(ann))).toEqual({ is_followed: false, followers: 0 })
  expect(await profile(bob.client)).toMatchObject({ is_followed: false, followers: 0 })
})

test('only public things can be followed: hidden ones look missing, and the user’s own are refused', async () => {
  const [secret, linked, adult, own] = await Promise.all([
    makeChannel(ann.client, { status_id: status.private }),
    makeChannel(ann.client, { status_id: status.privateLink }),
    makeChannel(ann.client, { adult: true }),
    makeChannel(bob.client),
  ])
  const { watchLater } = await bob.client(channelsContract.listMyPlaylists, {})
  const hidden = await createUser(server)
  for (const call of [follow, unfollow]) {
    expect(await outcome(call(guest, channelTarget(own.id)))).toBe('401 login_required')
    for (const body of [
      channelTarget(secret.id),
      channelTarget('nowhere0000'),
      userTarget(hidden),
      channelTarget(ann.id),
      userTarget({ ...ann, id: own.id }),
    ])
      expect(await outcome(call(bob.client, body))).toBe('404 not_found')
    expect(await outcome(call(bob.client, channelTarget(adult.id)))).toBe('403 adult_only')
    expect(
      await outcome(
        bob.client(contract[call === follow ? 'follow' : 'unfollow'], { body: { following_type: 'channel', following_id: own.id } }),
      ),
    ).toBe('404 not_found')
  }
  for (const body of [channelTarget(own.id), channelTarget(watchLater.id), userTarget(bob)])
    expect(await outcome(follow(bob.client, body))).toBe('422 own_not_followed following_id')
  expect(await outcome(follow(bob.client, channelTarget(linked.id)))).toBe('422 not_public following_id')
  const mate = await createUser(server)
  const team = await makeTeam(db, { members: [bob, mate] })
  await db.updateTable('playlist').set({ team_id: team }).where('id', '=', own.id).execute()
  expect(await outcome(follow(mate.client, channelTarget(own.id)))).toBe('422 own_not_followed following_id')
})

test.each([
  [{ following_type: 'video', following_id: 'kZ3Qm8TfW1a' }, 'following_type'],
  [{ following_type: ['playlist'], following_id: 'kZ3Qm8TfW1a' }, 'following_type'],
  [{ following_type: 'playlist', following_id: 'short' }, 'following_id'],
  [{ following_type: 'user', following_id: { a: 1 } }, 'following_id'],
  [{}, 'following_type following_id'],
])('%j is refused', async (body, fields) => {
  for (const call of [contract.follow, contract.unfollow, contract.markSeen])
    expect(await outcome(bob.client(call, { body: body as never }))).toBe(`422 invalid ${fields}`)
})

test('hidden follows are in no response, and come back unchanged', async () => {
  const { playlistId: id } = await makeFilledChannel(db, ann.client, ['Film'], { name: 'Coming and going' })
  const follower = await createUser(server)
  await follow(follower.client, channelTarget(id))
  const feed = async () => (await follower.client(contract.listFollowedVideos, { query: {} })).data.map(({ title }) => title)
  expect([await listFollowing(follower), await feed()]).toEqual([['Coming and going'], ['Film']])
  await change(id, { adult: true })
  expect([await listFollowing(follower), await feed()]).toEqual([[], []])
  await change(id, { adult: false, status_id: status.private })
  expect([await listFollowing(follower), await feed()]).toEqual([[], []])
  await change(id, { status_id: status.public })
  expect([await listFollowing(follower), await feed()]).toEqual([['Coming and going'], ['Film']])
  const { id: idWithNewLink } = await change(id, { status_id: status.privateLink })
  expect([await listFollowing(follower), await feed()]).toEqual([[], []])
  expect(await outcome(unfollow(follower.client, channelTarget(id)))).toBe('404 not_found')
  await change(idWithNewLink, { status_id: status.public })
  expect(await listFollowing(follower)).toEqual(['Coming and going'])
  await ann.client(channelsContract.deletePlaylist, { params: { id: idWithNewLink } })
  expect([await listFollowing(follower), await feed()]).toEqual([[], []])
  expect(await listWrongCounts()).toEqual([])
})

test('a user whose profile becomes private disappears from the lists, with all their channels', async () => {
  const maker = await createUser(server, { is_public: true })
  await makeFilledChannel(db, maker.client, ['Film'])
  const follower = await createUser(server)
  await follow(follower.client, userTarget(maker))
  const feed = async () => (await follower.client(contract.listFollowedVideos, { query: {} })).data.length
  expect([await listFollowing(follower), await feed()]).toEqual([[maker.nickname], 1])
  await maker.client(accountsContract.updateProfile, { body: { is_public: false } })
  expect([await listFollowing(follower), await feed()]).toEqual([[], 0])
  await maker.client(accountsContract.updateProfile, { body: { is_public: true } })
  expect([await listFollowing(follower), await feed()]).toEqual([[maker.nickname], 1])
  await db.deleteFrom('account').where('id', '=', follower.id).execute()
  expect(await listWrongCounts()).toEqual([])
})

test('after a hundred simultaneous toggles by many users counts match the rows and positions are distinct', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => createUser(server)))
  const channels = await Promise.all(Array.from({ length: 3 }, () => makeChannel(ann.client)))
  const things: Body[] = [...channels.map(({ id }) => channelTarget(id)), userTarget(ann)]
  const calls = people.flatMap(({ client }, index) =>
    things.flatMap((thing, which) =>
      [follow, unfollow, follow].slice(0, 2 + ((index + which) % 2)).map((call) => outcome(call(client, thing))),
    ),
  )
  expect(calls.length).toBe(100)
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']))
  expect(await listWrongCounts()).toEqual([])
  // Deleting a user deletes all of the user's follows in one statement.
  await Promise.all(people.map(({ client }) => client(contract.like, { body: { liked_type: 'playlist', liked_id: channels[0]!.id } })))
  await Promise.all(people.slice(1).map(({ id }) => db.deleteFrom('account').where('id', '=', id).execute()))
  expect(await listWrongCounts()).toEqual([])
})

test('a user follows many things concurrently, up to the limit', async () => {
  const [follower, maker] = await Promise.all([createUser(server), createUser(server)])
  const channels = await Promise.all(Array.from({ length: 6 }, () => makeChannel(ann.client)))
  // Inserts almost the maximum number of follows directly into the database.
  await sql`with made as (
      insert into playlist (id, user_id, name, status_id, public_since, position)
      select left(replace(gen_random_uuid()::text, '-', ''), 11), ${maker.id}, 'Many', 3, now(), -1000 - number from generate_series(1, ${maxFollows - 3}::int) number
      returning key)
    insert into follow (user_id, playlist_key, position) select ${follower.id}, key, key from made`.execute(db)
  const results = await Promise.all(channels.map(({ id }) => outcome(follow(follower.client, channelTarget(id)))))
  expect(results.filter((result) => result === 'done')).toHaveLength(3)
  expect(results.filter((result) => result === '422 follow_limit following_id')).toHaveLength(3)
  expect((await listFollowing(follower)).length).toBe(maxFollows)
  expect(await listWrongCounts()).toEqual([])
})

test('a thing deleted while it is followed leaves no row', async () => {
  const { id } = await makeChannel(ann.client)
  const leaving = await createUser(server)
  const results = await Promise.all([
    outcome(follow(bob.client, channelTarget(id))),
    outcome(follow(leaving.client, channelTarget(id))),
    outcome(ann.client(channelsContract.deletePlaylist, { params: { id } })),
    db.deleteFrom('account').where('id', '=', leaving.id).execute(),
  ])
  expect(results[2]).toBe('done')
  expect(['done', '404 not_found']).toContain(results[0])
  expect(await listWrongCounts()).toEqual([])
})

const notifyNow = () => notifyOwners(server.services.backgroundDb, new AbortController().signal)

test('owners are notified once per follower, and once for all followers of a day', async () => {
  const [owner, follower, other] = [
    await createUser(server, { is_public: true }),
    await createUser(server, { nickname: 'bob-the-fan', is_public: true }),
    await createUser(server),
  ]
  const { id } = await makeChannel(owner.client, { name: 'Slow Waters' })
  for (let i = 0; i < 2; i++) {
    await follow(follower.client, channelTarget(id))
    await unfollow(follower.client, channelTarget(id))
  }
  await follow(other.client, userTarget(owner))
  await follow(follower.client, userTarget(owner))
  await notifyNow()
  const { data } = await owner.client(notificationsContract.listNotifications, { query: {} })
  expect(data.map(({ text }) => text)).toEqual(['bob-the-fan and 1 other follow you', 'bob-the-fan follows Slow Waters'])
})

test('followers notified twice, by two processes and later, count once each; deleted ones do not count', async () => {
  const owner = await createUser(server)
  const fans = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
  const { id } = await makeChannel(owner.client, { name: 'Crowded' })
  const deletedChannel = await makeChannel(owner.client)
  const texts = async () => (await owner.client(notificationsContract.listNotifications, { query: {} })).data.map(({ text }) => text)
  await Promise.all(fans.slice(0, 4).map(({ client }) => follow(client, channelTarget(id))))
  await follow(fans[0]!.client, channelTarget(deletedChannel.id))
  await Promise.all([
    owner.client(channelsContract.deletePlaylist, { params: { id: deletedChannel.id } }),
    db.deleteFrom('account').where('id', '=', fans[3]!.id).execute(),
  ])
  await Promise.all([notifyNow(), notifyNow()])
  expect(await texts()).toEqual(['Someone and 2 others follow Crowded'])
  await follow(fans[4]!.client, channelTarget(id))
  await Promise.all([notifyNow(), notifyNow()])
  expect(await texts()).toEqual(['Someone and 3 others follow Crowded'])
  expect((await sql`select from follow_to_tell`.execute(db)).rows).toEqual([])
})

test('one run notifies of more followers than a transaction takes', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  await sql`
    with event as (
      insert into follow_event (playlist_key, user_id, kind)
      select playlist.key, ${bob.id}, 'first_follow' from playlist cross join generate_series(1, 1001) where playlist.id = ${playlistId} returning id)
    insert into follow_to_tell select id from event`.execute(db)
  await notifyNow()
  expect((await sql`select from follow_to_tell`.execute(db)).rows).toEqual([])
})

test('members are notified of a team channel’s followers, except the follower and invited users', async () => {
  const [maker, member, invited, follower] = await Promise.all([1, 2, 3, 4].map(() => createUser(server, { is_public: true })))
  const team = await makeTeam(db, { members: [maker!, member!], invited: [invited!] })
  const { id } = await makeChannel(server.clientFor({ token: maker!.token, teamId: team }), { name: 'Ours' })
  await db.deleteFrom('team_member').where('user_id', '=', maker!.id).execute()
  await follow(follower!.client, channelTarget(id))
  await notifyNow()
  const notificationsOf = async ({ client }: Person) =>
    (await client(notificationsContract.listNotifications, { query: {} })).data.map(({ kind }) => kind)
  expect(await Promise.all([maker!, member!, invited!, follower!].map(notificationsOf))).toEqual([[], ['new_follower'], [], []])
})

test('a user cannot fill a table by following and unfollowing', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const cas = await createUser(server)
  const events = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from follow_event where user_id = ${cas.id}`.execute(db)).rows[0]!.count
  expect((await follow(cas.client, channelTarget(playlistId))).is_followed).toBe(true)
  services.limits.count(`follows:${cas.id}`, { max: 6 * maxFollows, windowSeconds: 86_400 }, 6 * maxFollows - 10)
  const outcomes: string[] = []
  for (let turn = 0; turn < 30; turn++)
    for (const change of [unfollow, follow]) outcomes.push(await outcome(change(cas.client, channelTarget(playlistId))))
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['done', '429 too_many'])
  expect(await events()).toBeLessThan(50)
})
