// @module-tag slow
/** Performance of moves in long lists, and concurrent moves. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { insertGroups } from './queries/groups.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server

interface Owner {
  id: string
  teamId?: string
}
/** Inserts private channels, in groups if given. @returns their ids, in order */
async function fillBar({ id: user_id, teamId }: Owner, count: number, groupIds: readonly string[] = []): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await insertPlaylists(
    db,
    ids.map((id, index) => ({
      id,
      user_id,
      team_id: teamId ?? null,
      name: `Channel ${index}`,
      status_id: status.private,
      group_id: groupIds[index % groupIds.length] ?? null,
      position: (index + 1) * 2 ** 20,
    })),
  )
  return ids
}
async function fillGroups({ id: user_id, teamId }: Owner, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await insertGroups(
    db,
    ids.map((id, index) => ({
      id,
      user_id,
      team_id: teamId ?? null,
      name: `Group ${index}`,
      status_id: 1,
      position: (index + 1) * 2 ** 20,
    })),
  )
  return ids
}

/** Counts the rows of a table that a change writes. */
async function countWrites(table: 'playlist' | 'playlist_group' | 'series' | 'video', change: () => Promise<unknown>): Promise<number> {
  const versions = async () => {
    const { rows } = await sql<{ id: string; version: string }>`select id, xmin::text as version from ${sql.table(table)}`.execute(db)
    return new Map(rows.map(({ id, version }) => [id, version]))
  }
  const before = await versions()
  await change()
  return [...(await versions())].filter(([id, version]) => before.get(id) !== version).length
}
/** Counts the statements that match a text. */
async function countStatements(text: RegExp, work: () => Promise<unknown>): Promise<number> {
  return (await recordStatements(work)).filter((statementText) => text.test(statementText)).length
}
/** Counts duplicate positions within a section or group. */
async function countDoubled(): Promise<number> {
  const { rows } = await sql`
    select from playlist where kind = 'channel' group by owner_id, section, group_id, position having count(*) > 1`.execute(db)
  return rows.length
}

test('a move writes one row in a series of 1,000 videos, a bar of 300 channels and a group of 100', async () => {
  const user = await createUser(server)
  const { seriesId, videoIds } = await makeFilledChannel(db, user.client, Array.from({ length: limits.videos }, String))
  const moveVideo = (index: number) =>
    user.client(contract.moveVideo, { params: { videoId: videoIds[500]!, seriesId, destId: seriesId }, body: { index } })
  const groups = await fillGroups(user, 100)
  await fillBar(user, 99, groups.slice(0, 1))
  const ids = await fillBar(user, 300)
  const move = (body: object) => () => user.client(contract.movePlaylists, { body: { playlists: [ids[150]!], ...body } })
  expect(await countWrites('video', () => moveVideo(0))).toBe(1)
  expect(await countWrites('video', () => moveVideo(998))).toBe(1)
  // Statements of the move: find the video, lock, find its neighbours, write, read the response. Statements for other pages: the series'
  // openers before and after, the places, the revision, and the receivers.
  expect(await countStatements(/\b(?:playlist|series|video)\b/, () => moveVideo(500))).toBe(6)
  expect(await countWrites('playlist', move({ section: 'other', order: 0 }))).toBe(1)
  expect(await countWrites('playlist', move({ section: 'archive' }))).toBe(1)
  expect(await countWrites('playlist', move({ group_id: groups[0], order: 50 }))).toBe(1)
  expect(await countWrites('playlist', move({ section: 'left', order: 0 }))).toBe(1)
  expect(
    await countWrites('playlist_group', () => user.client(contract.updateGroup, { params: { id: groups[99]! }, body: { order: 3 } })),
  ).toBe(1)
  // Writes only items outside the longest ascending run.
  const order = [ids[299]!, ...ids.slice(0, 150), ids[200]!, ...ids.slice(151, 200), ...ids.slice(201, 299)]
  expect(await countWrites('playlist', () => user.client(contract.rearrangePlaylists, { body: { playlists: order } }))).toBe(2)
  expect(await countWrites('playlist_group', () => user.client(contract.rearrangeGroups, { body: { groups } }))).toBe(1)
})

test('500 channels in 100 groups are read in one statement, and moved in as many as one channel', async () => {
  const user = await createUser(server)
  const groups = await fillGroups(user, 100)
  const ids = await fillBar(user, limits.playlists, groups)
  await user.client(contract.listMyPlaylists, {})
  // Counts without the statements that find the user.
  const statements = (work: () => Promise<unknown>) => countStatements(/\b(?:from|update) "?(?:playlist|playlist_group)\b/, work)
  const read = await statements(async () => {
    const myPlaylists = await user.client(contract.listMyPlaylists, {})
    expect(myPlaylists.groups.map(({ playlists }) => playlists.length)).toEqual(Array<number>(100).fill(5))
  })
  expect(read).toBe(1)
  const move = (playlists: string[], group_id: string) =>
    statements(() => user.client(contract.movePlaylists, { body: { playlists, group_id } }))
  // Moves one channel from each group.
  const inFirst = ids.filter((_, index) => index % 100 === 0)
  const one = await move(inFirst.slice(0, 1), groups[1]!)
  expect(await move(inFirst.slice(1), groups[1]!)).toBe(one)
  expect(one).toBeLessThanOrEqual(8)
  // Moves channels from all groups.
  const { playlists } = await user.client(contract.movePlaylists, { body: { playlists: ids, group_id: groups[50]! } })
  expect(playlists.map(({ id }) => id)).toEqual(ids)
  await user.client(contract.deleteGroup, { params: { id: groups[50]! } })
  expect((await user.client(contract.listMyPlaylists, {})).other.map(({ id }) => id)).toEqual(ids)
})

test('concurrent reorders of everything on two servers end in one of the two orders', async () => {
  const [ann, bob, other] = [await createUser(server), await createUser(server), await server.again()]
  const team = await makeTeam(db, { members: [ann, bob] })
  const ids = await fillBar({ id: ann.id, teamId: team }, 40)
  const groups = await fillGroups({ id: ann.id, teamId: team }, 10)
  const [here, there] = [server.clientFor({ token: ann.token, teamId: team }), other.clientFor({ token: bob.token, teamId: team })]
  const read = async () => {
    const { other, groups } = await here(contract.listMyPlaylists, {})
    return { channels: other.map(({ id }) => id), groups: groups.map(({ id }) => id) }
  }
  const put = (client: Client, playlists: string[], order: string[]) => [
    outcome(client(contract.rearrangePlaylists, { body: { playlists } })),
    outcome(client(contract.rearrangeGroups, { body: { groups: order } })),
  ]
  for (let round = 0; round < 20; round++) {
    const channels = [...ids.slice(round * 2), ...ids.slice(0, round * 2)]
    const orders = [channels, channels.toReversed()]
    const groupOrders = [groups, groups.toReversed()]
    const results = await Promise.all([here, there].flatMap((client, index) => put(client, orders[index]!, groupOrders[index]!)))
    expect(new Set(results)).toEqual(new Set(['done']))
    const now = await read()
    expect(orders).toContainEqual(now.channels)
    expect(groupOrders).toContainEqual(now.groups)
  }
  expect(await countDoubled()).toBe(0)
})

test('concurrent moves of the same channels on two servers lose no channel', async () => {
  const [ann, other] = [await createUser(server), await server.again()]
  const ids = await fillBar(ann, 12)
  const groups = await fillGroups(ann, 2)
  const clients = [ann.client, other.clientFor({ token: ann.token })]
  const places = [
    { section: 'left' },
    { section: 'archive' },
    { group_id: groups[0]! },
    { group_id: groups[1]! },
    { section: 'public', status_id: 3 },
  ] as const
  const calls = Array.from({ length: 30 }, (_, index) => {
    const playlists = [ids[index % 12]!, ids[(index * 5 + 1) % 12]!]
    const body = { playlists: [...new Set(playlists)], ...places[index % places.length]!, order: index % 3 }
    return outcome(clients[index % 2]!(contract.movePlaylists, { body }))
  })
  const changes = [true, false, true].map((is_archived, index) =>
    outcome(clients[index % 2]!(contract.updateGroup, { params: { id: groups[0]! }, body: { is_archived } })),
  )
  const removal = outcome(ann.client(contract.deleteGroup, { params: { id: groups[1]! } }))
  const results = new Set(await Promise.all([...calls, ...changes, removal]))
  results.delete('404 not_found')
  expect(results).toEqual(new Set(['done']))
  const { archive, other: sides, public: open, groups: shownGroups, archivedGroups } = await ann.client(contract.listMyPlaylists, {})
  const all = [...archive, ...sides, ...open, ...[...shownGroups, ...archivedGroups].flatMap(({ playlists }) => playlists)]
  expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(await countDoubled()).toBe(0)
})
