import { describe, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { describeBar, fillSeries, followChannel, makeChannel, makeFilledChannel, makeGroup, makeSeries, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract as contract, type MyPlaylists, type PlaylistTile, type UndoMove } from '../contract.ts'
import { type DragSource, dropResult, type DropTarget } from '../drop-rules.ts'
import { sectionFor, status, type StatusId } from '../rules.ts'
import { insertGroups } from './queries/groups.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const server = await startTestServer()
const { db } = server

/**
 * A bar with channels and groups in every place. Each name contains the place, the status and the position. The middle items are moved, to
 * detect a wrong position after undo.
 */
const places = {
  archive: ['a1first', 'a1', 'a2', 'a3', 'a1last'],
  left: ['l1first', 'l1', 'l2', 'l1last'],
  other: ['o1first', 'o1', 'o2', 'o1last'],
  public: ['p3first', 'p3', 'p3last'],
  'group of 1': ['g1first', 'g1', 'g2', 'g3', 'g1last'],
  'group of 2': ['h1first', 'h1', 'h1last'],
  'group of 3': ['i1first', 'i1', 'i1last'],
  'archived group of 1': ['j1first', 'j3', 'j1last'],
} as const
type Place = keyof typeof places
const names = Object.keys(places) as Place[]

async function withBar(): Promise<Person & { groups: Record<string, string> }> {
  const user = await createUser(server)
  const grouped = names.filter((name) => name.includes('group'))
  const groups = Object.fromEntries(grouped.map((name) => [name, newId()]))
  const user_id = user.id
  await insertGroups(
    db,
    grouped.map((name, index) => ({
      id: groups[name]!,
      user_id,
      name,
      status_id: Number(name.at(-1)),
      is_archived: name.startsWith('archived'),
      position: (index + 1) * 100,
    })),
  )
  await insertPlaylists(
    db,
    names.flatMap((place) =>
      places[place].map((name, index) => ({
        id: newId(),
        user_id,
        name,
        status_id: Number(name[1]),
        is_archived: place === 'archive',
        is_left: place === 'left',
        group_id: groups[place] ?? null,
        position: (index + 1) * 100,
      })),
    ),
  )
  return { ...user, groups }
}

type TileWithPlace = PlaylistTile & { place: string; groupId: string | null }
function findTile(myPlaylists: MyPlaylists, tileName: string): TileWithPlace {
  for (const section of ['archive', 'other', 'public'] as const)
    for (const tile of myPlaylists[section]) if (tile.name === tileName) return { ...tile, place: sectionFor(tile), groupId: null }
  for (const { id, name, playlists } of [...myPlaylists.groups, ...myPlaylists.archivedGroups])
    for (const tile of playlists) if (tile.name === tileName) return { ...tile, place: name, groupId: id }
  throw new Error(`${tileName} is nowhere`)
}
const read = async (client: Client, name: string) => findTile(await client(contract.listMyPlaylists, {}), name)

async function undoAll(client: Client, undo: readonly UndoMove[]) {
  const answers = []
  for (const body of undo) answers.push(await client(contract.movePlaylists, { body }))
  return answers
}

const user = await withBar()
const before = await describeBar(user.client)
/** The bar without one channel, which a move of that channel must not change. */
const withoutName = (bar: string, name: string) => bar.replaceAll(new RegExp(` ${name}\\dl?|(?<=\\()${name}\\dl? ?`, 'g'), '')

const dragged = names.flatMap((place) => places[place].filter((name) => !/first|last/.test(name)).map((name) => ({ name, place })))
const dragCases = dragged.flatMap(({ name, place }) => names.map((to) => ({ name, place, to })))

describe('channels follow the drop rules', () => {
  test.each(dragCases)('$name of $place moves to $to and back', async ({ name, to }) => {
    const tile = await read(user.client, name)
    const groupId = user.groups[to]
    const source: DragSource = {
      kind: 'channel',
      place: tile.groupId === null ? sectionFor(tile) : 'group',
      id: tile.id,
      status_id: tile.status_id as StatusId,
      groupId: tile.groupId,
    }
    const target: DropTarget = groupId
      ? { at: 'group', id: groupId, status_id: Number(to.at(-1)) as StatusId }
      : { at: to as 'archive' | 'left' | 'other' | 'public' }
    const drop = dropResult(source, target, 'editor')
    if (!drop.allowed) throw new Error(`Refused: ${drop.refusal}`)
    // The status follows from the place, except for `public`.
    const body = {
      playlists: [tile.id],
      ...(groupId ? { group_id: groupId } : { section: to as 'archive' }),
      ...(drop.asks === 'publish' && { status_id: status.public }),
      order: 1,
    }
    const { playlists, undo } = await user.client(contract.movePlaylists, { body })
    expect(playlists).toMatchObject([{ name, order: 1, status_id: drop.status_id ?? tile.status_id }])
    const channelAfter = await read(user.client, name)
    expect(channelAfter).toMatchObject({ ...playlists[0], place: to, groupId: groupId ?? null })
    expect(withoutName(await describeBar(user.client), name)).toBe(withoutName(before, name))
    expect(undo).toHaveLength(1)
    await undoAll(user.client, undo)
    expect(await describeBar(user.client)).toBe(before)
  })

  test('built-in channels and channels of other users can’t be moved', async () => {
    const { directPublish, watchLater } = await user.client(contract.listMyPlaylists, {})
    const outsider = await createUser(server)
    const tile = await read(user.client, 'p3')
    for (const to of names) {
      const group_id = user.groups[to]
      const place = group_id ? { group_id } : { section: to as 'archive', ...(to === 'public' && { status_id: status.public }) }
      const move = (client: Client, id: string) => outcome(client(contract.movePlaylists, { body: { playlists: [id], ...place } }))
      for (const special of [directPublish, watchLater]) expect(await move(user.client, special.id)).toBe('403 special_channel playlists')
      expect(await move(outsider.client, tile.id)).toBe(group_id ? '404 not_found' : '422 not_one_owner playlists')
      expect(await move(server.guest, tile.id)).toBe('401 login_required')
    }
    expect(await describeBar(user.client)).toBe(before)
  })
})

describe('groups follow the drop rules', () => {
  const groupNames = names.filter((name) => name.includes('group'))
  test.each(groupNames.flatMap((name) => ['archive', 'groups'].map((at) => ({ name, at }))))(
    '$name moves to $at and back',
    async ({ name, at }) => {
      const myPlaylists = await user.client(contract.listMyPlaylists, {})
      const group = [...myPlaylists.groups, ...myPlaylists.archivedGroups].find((group) => group.name === name)!
      const change = (body: object) => user.client(contract.updateGroup, { params: { id: group.id }, body })
      const changed = await change({ is_archived: at === 'archive', order: 0 })
      expect(changed).toMatchObject({ is_archived: at === 'archive', order: 0 })
      expect(changed.playlists.map((tile) => tile.name)).toEqual(places[name])
      await change({ is_archived: group.is_archived, order: group.order })
      expect(await describeBar(user.client)).toBe(before)
    },
  )
})

test('several channels from different places move together in the requested order, and back', async () => {
  const myPlaylists = await user.client(contract.listMyPlaylists, {})
  const moveOrder = ['p3', 'a2', 'g3', 'g2', 'o1', 'l2', 'j3', 'a1', 'g1']
  const ids = moveOrder.map((name) => findTile(myPlaylists, name).id)
  const to = user.groups['group of 2']!
  const { playlists, undo } = await user.client(contract.movePlaylists, { body: { playlists: ids, group_id: to, order: 1 } })
  // Private channels stay private; the others get the group's status Private link.
  expect(playlists.map(({ name, status_id, order }) => `${order} ${name} ${status_id}`)).toEqual([
    '1 p3 2',
    '2 a2 2',
    '3 g3 2',
    '4 g2 2',
    '5 o1 1',
    '6 l2 2',
    '7 j3 2',
    '8 a1 1',
    '9 g1 1',
  ])
  // Public channels got a new id for their private link.
  expect(playlists.map(({ id }, index) => id === ids[index])).toEqual([false, true, false, true, true, true, false, true, true])
  expect(await describeBar(user.client)).toContain('group of 2(h1first1 p32 a22 g32 g22 o11 l22l j32 a11 g11 h11 h1last1)')
  await undoAll(user.client, undo)
  expect(await describeBar(user.client)).toBe(before)
  // Adjacent channels share an undo call.
  const together = ['a1', 'a2', 'a3'].map((name) => findTile(myPlaylists, name).id)
  const archived = await user.client(contract.movePlaylists, { body: { playlists: together, section: 'archive' } })
  expect(archived.undo).toEqual([{ playlists: together, section: 'archive', order: 1 }])
  await undoAll(user.client, archived.undo)
  expect(await describeBar(user.client)).toBe(before)
})

test('one refused channel leaves all channels in place', async () => {
  const myPlaylists = await user.client(contract.listMyPlaylists, {})
  const [o1, p3] = [findTile(myPlaylists, 'o1'), findTile(myPlaylists, 'p3')]
  const move = (playlists: string[], body: object) => outcome(user.client(contract.movePlaylists, { body: { playlists, ...body } }))
  // The first one would become public without an explicit status.
  expect(await move([p3.id, o1.id], { section: 'public', order: 0 })).toBe('422 section_by_status status_id')
  expect(await move([o1.id, myPlaylists.watchLater.id], { section: 'left' })).toBe('403 special_channel playlists')
  expect(await move([o1.id, newId()], { section: 'left' })).toBe('422 not_one_owner playlists')
  expect(await move([o1.id], { group_id: newId() })).toBe('404 not_found')
  expect(await describeBar(user.client)).toBe(before)
})

test('undo restores the side of an archived channel', async () => {
  const { client } = await createUser(server)
  const { id } = await makeChannel(client, { name: 'A', status_id: status.private, is_left: true })
  await client(contract.movePlaylists, { body: { playlists: [id], section: 'archive' } })
  const { undo } = await client(contract.movePlaylists, { body: { playlists: [id], section: 'other' } })
  expect(await describeBar(client)).toBe('other A1')
  await undoAll(client, undo)
  expect(await describeBar(client)).toBe('archive A1l')
})

test('a channel that is unpublished and published again keeps its link, slug and followers', async () => {
  const [owner, follower] = [await createUser(server), await createUser(server)]
  const { playlistId: id } = await makeFilledChannel(db, owner.client)
  const slug = `kept-${id.toLowerCase()}`
  await owner.client(contract.updatePlaylist, { params: { id }, body: { slug } })
  await followChannel(db, follower, id)
  const { playlists, undo } = await owner.client(contract.movePlaylists, { body: { playlists: [id], section: 'other' } })
  expect(playlists).toMatchObject([{ id, status: 'Private' }])
  expect(await outcome(follower.client(contract.getPlaylist, { params: { id } }))).toBe('404 not_found')
  expect(await outcome(server.guest(contract.findPlaylistBySlug, { params: { slug } }))).toBe('404 not_found')
  await undoAll(owner.client, undo)
  expect(await follower.client(contract.getPlaylist, { params: { id } })).toMatchObject({ id, slug, is_followed: true })
})

test('videos and series follow the drop rules on series, channels and built-in channels', async () => {
  const { client } = await createUser(server)
  const [source, target] = [await makeFilledChannel(db, client, ['A', 'B']), await makeFilledChannel(db, client, ['X'])]
  const { directPublish } = await client(contract.listMyPlaylists, {})
  const { id: shared } = await makeSeries(client, directPublish.id, 'Shared')
  await fillSeries(db, shared, ['S'])
  const move = (seriesId: string, destId: string) =>
    client(contract.moveVideo, { params: { videoId: source.videoIds[0]!, seriesId, destId }, body: { index: 1_000_000 } })
  await move(source.seriesId, target.seriesId)
  await move(target.seriesId, shared)
  await client(contract.updateSeries, { params: { id: target.seriesId }, body: { playlist_id: directPublish.id } })
  const { series } = await client(contract.getPlaylist, { params: { id: directPublish.id } })
  expect(series.map(({ videos }) => videos.map(({ title }) => title).join(''))).toEqual(['SA', 'X'])
})

test('a group created from channels of two groups removes them from those groups', async () => {
  const { client } = await createUser(server)
  const [a, b] = [
    (await makeChannel(client, { name: 'A' })).id,
    (await makeChannel(client, { name: 'B', status_id: status.privateLink })).id,
  ]
  await makeGroup(client, [a], { name: 'G', status_id: status.public })
  await makeGroup(client, [b], { name: 'H', status_id: status.privateLink })
  expect(await describeBar(client)).toBe('groups G(A3) H(B2)')
  await makeGroup(client, [b, a], { name: 'I', status_id: status.public, order: 1 })
  expect(await describeBar(client)).toBe('groups G() I(B3 A3) H()')
})
