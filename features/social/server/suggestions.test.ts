import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { followChannel, makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { socialContract as contract } from '../contract.ts'
import { updatePopularity } from './queries/suggestions.ts'

const server = await startTestServer()
const { db, guest } = server
const ann = await createUser(server)

const channelTarget = (id: string) => ({ following_type: 'playlist' as const, following_id: id })
const follow = ({ client }: Person, id: string) => client(contract.follow, { body: channelTarget(id) })
const makePublicChannel = async (name: string, fields: { tags?: string[]; adult?: boolean; status_id?: number } = {}) =>
  (await makeFilledChannel(db, ann.client, ['Film'], { name, ...fields })).playlistId
async function updatePopularityNow() {
  await updateSearchIndex(db)
  await updatePopularity(db, { days: 28, halfLifeDays: 7, points: { follow: 4, like: 2, view: 1 } })
}
const listSuggested = async ({ client }: Person) =>
  (await client(contract.listFollowing, {})).suggested.map(({ name, reason }) => [name, reason.kind, ...reason.names.toSorted()])

test('suggests channels of similar followers, with shared tags, and popular ones, with reasons', async () => {
  // Created one after the other, because the newest of equally popular channels comes first.
  const trains = await makePublicChannel('Trains', { tags: ['Slow TV'] })
  const inactiveChannel = await makePublicChannel('Sleepers')
  const boatsChannel = await makePublicChannel('Harbours', { tags: ['slow tv', 'boats'] })
  const clouds = await makePublicChannel('Clouds')
  const unseen = await makePublicChannel('Unseen', { tags: ['slow'] })
  await makeChannel(ann.client, { name: 'Empty', tags: ['Slow TV'] })
  const [follower, ...others] = await Promise.all(Array.from({ length: 4 }, () => createUser(server)))
  for (const other of others.slice(0, 2)) for (const id of [trains, inactiveChannel]) await followChannel(db, other, id)
  await followChannel(db, others[2]!, clouds)
  await updatePopularityNow()
  expect(await listSuggested(follower!)).toEqual([
    ['Sleepers', 'popular'],
    ['Trains', 'popular'],
    ['Clouds', 'popular'],
  ])
  await follow(follower!, trains)
  // A followed channel leaves the list at once. Channels similar to it are added later.
  expect((await listSuggested(follower!)).map(([name]) => name)).toEqual(['Sleepers', 'Clouds'])
  await expect
    .poll(() => listSuggested(follower!))
    .toEqual([
      ['Sleepers', 'follows', 'Trains'],
      ['Harbours', 'tags', 'slow tv'],
      ['Clouds', 'popular'],
    ])

  // Dismisses a suggestion, then restores it.
  expect(await follower!.client(contract.dismissSuggestion, { params: { id: boatsChannel } })).toEqual({})
  expect(await follower!.client(contract.dismissSuggestion, { params: { id: boatsChannel } })).toEqual({})
  expect((await listSuggested(follower!)).map(([name]) => name)).toEqual(['Sleepers', 'Clouds'])
  expect(await follower!.client(contract.restoreSuggestion, { params: { id: boatsChannel } })).toEqual({})
  expect((await listSuggested(follower!)).map(([name]) => name)).toEqual(['Sleepers', 'Harbours', 'Clouds'])

  // Invisible and own channels leave the list immediately.
  const change = (id: string, change: { status_id?: number; adult?: boolean }) =>
    ann.client(channelsContract.updatePlaylist, { params: { id }, body: change })
  await change(inactiveChannel, { status_id: status.private })
  await change(boatsChannel, { adult: true })
  expect((await listSuggested(follower!)).map(([name]) => name)).toEqual(['Clouds'])
  await change(inactiveChannel, { status_id: status.public })
  // Reasons don't name channels that are no longer public.
  await change(trains, { status_id: status.private })
  expect(await listSuggested(follower!)).toEqual([
    ['Sleepers', 'popular'],
    ['Clouds', 'popular'],
  ])
  expect(await listSuggested(ann)).toEqual([])
  for (const call of [contract.dismissSuggestion, contract.restoreSuggestion]) {
    expect(await outcome(guest(call, { params: { id: unseen } }))).toBe('401 login_required')
    for (const id of [trains, 'nowhere0000']) expect(await outcome(follower!.client(call, { params: { id } }))).toBe('404 not_found')
    expect(await outcome(follower!.client(call, { params: { id: boatsChannel } }))).toBe('403 adult_only')
    expect(await outcome(follower!.client(call, { params: { id: 'short' } }))).toBe('404 not_found')
  }
})

test('more than four channels of one owner come after those of others', async () => {
  const eve = await createUser(server)
  const flood = await Promise.all(
    Array.from({ length: 6 }, (_, index) => makeFilledChannel(db, eve.client, ['Film'], { name: `Flood ${index}`, tags: ['mushrooms'] })),
  )
  const { playlistId: ownId } = await makeFilledChannel(db, ann.client, ['Film'], { name: 'Chanterelles', tags: ['mushrooms'] })
  const { playlistId: other } = await makeFilledChannel(db, ann.client, ['Film'], { name: 'Boletes', tags: ['mushrooms'] })
  const fan = await createUser(server)
  for (const follower of await Promise.all([createUser(server), createUser(server)]))
    for (const { playlistId } of flood) await followChannel(db, follower, playlistId)
  await updatePopularityNow()
  await follow(fan, ownId)
  await expect
    .poll(async () => (await listSuggested(fan)).filter(([, kind]) => kind === 'tags').map(([name = '']) => name.replace(/\d/, '')))
    .toEqual(['Flood ', 'Flood ', 'Flood ', 'Flood ', 'Boletes', 'Flood ', 'Flood '])
  await db
    .deleteFrom('playlist')
    .where('id', 'in', [ownId, other, ...flood.map(({ playlistId }) => playlistId)])
    .execute()
})

test('an owner of a hundred newer channels with a tag doesn’t hide others’ channels with that tag', async () => {
  const eve = await createUser(server)
  const ownChannel = await makePublicChannel('Crusts', { tags: ['lichens'] })
  const other = await makePublicChannel('Leaves', { tags: ['lichens'] })
  await sql`insert into playlist (id, user_id, name, tags, status_id, public_since, position)
    select 'L' || lpad(number::text, 10, '0'), ${eve.id}, 'Flood ' || number, array['lichens'], 3, now() + number * interval '1 second', number
    from generate_series(1, 100) number`.execute(db)
  const follower = await createUser(server)
  await updateSearchIndex(db)
  await follow(follower, ownChannel)
  await listSuggested(follower)
  await expect.poll(() => listSuggested(follower)).toContainEqual(['Leaves', 'tags', 'lichens'])
  await db
    .deleteFrom('playlist')
    .where((eb) => eb.or([eb('id', 'in', [ownChannel, other]), eb('user_id', '=', eve.id)]))
    .execute()
})

test('an owner of the 50 most popular channels does not hide the popular channels of others', async () => {
  const eve = await createUser(server)
  const other = await makePublicChannel('Quiet hit')
  await sql`insert into playlist (id, user_id, name, status_id, public_since, position)
    select 'H' || lpad(number::text, 10, '0'), ${eve.id}, 'Hit ' || number, 3, now(), number from generate_series(1, 50) number`.execute(db)
  await sql`insert into series (id, playlist_id, name, position) select id, id, 'Videos', 0 from playlist where user_id = ${eve.id} and name like 'Hit %'`.execute(
    db,
  )
  await sql`insert into video (id, series_id, title, src, kind, site, position)
    select id, id, 'Film', 'https://films.test/1.mp4', 'file', 'films.test', 0 from series where playlist_id like 'H00%'`.execute(db)
  await sql`update playlist_popularity set score = case id when ${other} then 900 else 1000 end
    from playlist where playlist.key = playlist_key and (id like 'H00%' or id = ${other})`.execute(db)
  const suggested = await listSuggested(await createUser(server))
  expect(suggested).toContainEqual(['Quiet hit', 'popular'])
  expect(suggested.filter(([name = '']) => name.startsWith('Hit '))).toHaveLength(6)
  await db
    .deleteFrom('playlist')
    .where((eb) => eb.or([eb('id', '=', other), eb('user_id', '=', eve.id)]))
    .execute()
})

test('a list that is old, or older than a change of follows, is recomputed once for all concurrent visits', async () => {
  const id = await makePublicChannel('Ferries')
  const [follower, other] = await Promise.all([createUser(server), createUser(server)])
  await Promise.all(Array.from({ length: 5 }, () => listSuggested(follower)))
  const madeAt = async ({ id: userId }: Person) =>
    (await db.selectFrom('suggestion_list').select('made_at').where('user_id', '=', userId).executeTakeFirst())?.made_at.getTime()
  const first = (await madeAt(follower))!
  await listSuggested(follower)
  expect(await madeAt(follower)).toBe(first)
  expect(await madeAt(other)).toBeUndefined()
  for (const change of [
    () => sql`update suggestion_list set made_at = now() - interval '61 minutes' where user_id = ${follower.id}`.execute(db),
    () => follow(follower, id),
    () => follower.client(contract.unfollow, { body: channelTarget(id) }),
  ]) {
    // Reads the time for each change, because an earlier change may still cause a new list.
    const before = (await madeAt(follower))!
    await change()
    await Promise.all([listSuggested(follower), listSuggested(follower)])
    await expect.poll(() => madeAt(follower)).toBeGreaterThan(before)
  }
})

test('on a full disk, follows are returned without suggestions', async () => {
  const follower = await createUser(server)
  const id = await makePublicChannel('Still there')
  await follow(follower, id)
  await sql`create function no_list() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
  await sql`create trigger no_list before insert on suggestion_list execute function no_list()`.execute(db)
  const { followed, suggested: none } = await follower.client(contract.listFollowing, {})
  expect([followed.map(({ name }) => name), none]).toEqual([['Still there'], []])
  await sql`drop trigger no_list on suggestion_list`.execute(db)
  expect(await db.selectFrom('suggestion_list').where('user_id', '=', follower.id).selectAll().execute()).toEqual([])
  await listSuggested(follower)
  expect(await db.selectFrom('suggestion_list').where('user_id', '=', follower.id).selectAll().execute()).toHaveLength(1)
})

test('old activity loses weight every week, and finally counts nothing', async () => {
  const [now, before, never] = await Promise.all([makePublicChannel('Now'), makePublicChannel('Before'), makePublicChannel('Never')])
  const [first, other] = await Promise.all([createUser(server), createUser(server)])
  await follow(first, now)
  for (const follower of [first, other]) await follow(follower, before)
  const scores = async () => {
    await updatePopularityNow()
    const { rows } = await sql<{ id: string; score: number }>`
      select id, score from playlist_popularity join playlist on key = playlist_key where id = any(${[now, before, never]}::text[]) and score > 0 order by score desc`.execute(
      db,
    )
    return rows.map(({ id, score }) => [id, Math.round(score * 100) / 100])
  }
  expect(await scores()).toEqual([
    [before, 8],
    [now, 4],
  ])
  const age = (days: number) =>
    sql`update follow set created_at = now() - make_interval(days => ${days}) from playlist where key = playlist_key and playlist.id = ${before}`.execute(
      db,
    )
  await age(14)
  expect(await scores()).toEqual([
    [now, 4],
    [before, 2],
  ])
  await age(29)
  expect(await scores()).toEqual([[now, 4]])
})

test('on a full disk, refused calls write nothing, and later calls succeed', async () => {
  const id = await makePublicChannel('Full')
  const follower = await createUser(server)
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
  for (const [table, call] of [
    ['person_count', () => follower.client(contract.follow, { body: { following_type: 'user', following_id: channelOwner.id } })],
    ['follow_event', () => follow(follower, id)],
    ['dismissed_suggestion', () => follower.client(contract.dismissSuggestion, { params: { id } })],
  ] as const) {
    await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(db)
    expect(await outcome(call())).toBe('503 storage_full')
    await sql`drop trigger no_room on ${sql.table(table)}`.execute(db)
    expect(await outcome(call())).toBe('done')
  }
})
const channelOwner = await createUser(server, { is_public: true })
