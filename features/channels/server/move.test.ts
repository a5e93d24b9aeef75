import { expect, test, vi } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { barLock, type Container, groupContainer, sectionContainer, seriesContainer, videosContainer } from './containers.ts'
import { withContainerLocks, moveThings } from './move.ts'
import { insertGroups } from './queries/groups.ts'

const server = await startTestServer()
const { db } = server
const ann = await createUser(server)

// Loads the module a second time, as another process would, with its own queue and connections.
vi.resetModules()
const otherProcess = { ...(await import('./move.ts')), db: server.services.backgroundDb }
const thisProcess = { withContainerLocks, moveThings, db }
const processes = [thisProcess, otherProcess] as const

const moveIn = (
  { withContainerLocks: inContainers, moveThings: moveTo, db }: Pick<typeof thisProcess, 'withContainerLocks' | 'moveThings'> & { db: Db },
  ids: readonly string[],
  from: Container,
  to: Container,
  index?: number,
) => inContainers(db, [from, to], (locked) => moveTo(locked, { ids, from, to, index }))
const move = (...args: [ids: readonly string[], from: Container, to: Container, index?: number]) => moveIn(thisProcess, ...args)
/** Returns 'done' or the error code, in either process. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error & { problem?: { code: string } }) => error.problem?.code ?? error.message,
  )

const readTitles = async (playlistId: string) =>
  (await ann.client(contract.getPlaylist, { params: { id: playlistId } })).series.map(({ videos }) =>
    videos.map(({ title }) => title).join(''),
  )
async function withVideos(letters: string) {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, letters.split(''))
  const id = Object.fromEntries(letters.split('').map((letter, index) => [letter, videoIds[index]!]))
  const idsOf = (letters: string) => letters.split('').map((letter) => id[letter]!)
  return { playlistId, videos: videosContainer({ id: seriesId, playlistId }), idsOf }
}

test.each([
  ['A', 2, 'BCADE'],
  ['E', 0, 'EABCD'],
  ['A', 4, 'BCDEA'],
  ['A', 99, 'BCDEA'],
  ['A', undefined, 'BCDEA'],
  ['D', -5, 'DABCE'],
  ['C', 2, 'ABCDE'],
  ['DB', 1, 'ADBCE'],
  ['EA', 99, 'BCDEA'],
  ['EDCBA', 0, 'EDCBA'],
])('%s moves to %s of its own container and back', async (letters, index, expected) => {
  const { playlistId, videos, idsOf } = await withVideos('ABCDE')
  const before = await move(idsOf(letters), videos, videos, index)
  expect(await readTitles(playlistId)).toEqual([expected])
  for (const { id, container, index } of before) await move([id], videos, container, index)
  expect(await readTitles(playlistId)).toEqual(['ABCDE'])
})

test('several things move together to another container and back', async () => {
  const [source, target] = [await withVideos('ABCD'), await withVideos('XY')]
  const before = await move(source.idsOf('DB'), source.videos, target.videos, 1)
  expect([await readTitles(source.playlistId), await readTitles(target.playlistId)]).toEqual([['AC'], ['XDBY']])
  expect(before.map(({ index }) => index)).toEqual([1, 3])
  for (const { id, container, index } of before) await move([id], target.videos, container, index)
  expect([await readTitles(source.playlistId), await readTitles(target.playlistId)]).toEqual([['ABCD'], ['XY']])
})

test('a thing outside of its claimed container leaves all named things in place', async () => {
  const [source, target] = [await withVideos('AB'), await withVideos('XY')]
  expect(await codeOf(move([...source.idsOf('A'), ...target.idsOf('X')], source.videos, target.videos, 0))).toBe('not_found')
  expect(await codeOf(move([newId()], source.videos, target.videos, 0))).toBe('not_found')
  // The series is not in the locked channel.
  const otherContainer = videosContainer({ id: target.videos.id!, playlistId: source.playlistId })
  expect(await codeOf(move(source.idsOf('A'), source.videos, otherContainer, 0))).toBe('not_found')
  expect([await readTitles(source.playlistId), await readTitles(target.playlistId)]).toEqual([['AB'], ['XY']])
  const unlocked = withContainerLocks(db, [source.videos], (locked) =>
    moveThings(locked, { ids: source.idsOf('A'), from: source.videos, to: target.videos, index: 0 }),
  )
  await expect(unlocked).rejects.toThrow('without its lock')
})

test('a video that left its series, or whose series left its channel, stays in place', async () => {
  const [source, target] = [await withVideos('AB'), await withVideos('XY')]
  const place = ({ playlistId, videos }: typeof source) => ({ id: videos.id!, playlistId })
  const [a] = source.idsOf('A') as [string]
  const tryMove = (series: ReturnType<typeof place>, to: ReturnType<typeof place>) =>
    codeOf(move([a], videosContainer(series), videosContainer(to), 1))
  expect(await tryMove(place(target), place(target))).toBe('not_found')
  expect(await tryMove(place(source), { ...place(target), playlistId: source.playlistId })).toBe('not_found')
  expect(await tryMove({ ...place(source), playlistId: target.playlistId }, place(target))).toBe('not_found')
  expect([await readTitles(source.playlistId), await readTitles(target.playlistId)]).toEqual([['AB'], ['XY']])
  expect(await tryMove(place(source), place(target))).toBe('done')
  expect([await readTitles(source.playlistId), await readTitles(target.playlistId)]).toEqual([['B'], ['XAY']])
})

test('a series moves to another channel with its videos, which count towards the limit', async () => {
  const [source, target] = [await withVideos('AB'), await withVideos('XY')]
  const seriesId = source.videos.id!
  const [from, to] = [seriesContainer(source.playlistId), seriesContainer(target.playlistId)]
  await move([seriesId], from, to, 0)
  expect(await readTitles(target.playlistId)).toEqual(['AB', 'XY'])
  await move([seriesId], to, from)
  const { id: long } = await makeSeries(ann.client, target.playlistId)
  await fillSeries(db, long, Array<string>(limits.videos - 3).fill('Z'))
  expect(await codeOf(move([seriesId], from, to))).toBe('video_limit')
  const full = await makeChannel(ann.client)
  await fillChannel(db, full.id, limits.series)
  expect(await codeOf(move([seriesId], from, seriesContainer(full.id)))).toBe('series_limit')
  expect(await readTitles(source.playlistId)).toEqual(['AB'])
})

test('channels move between sections and groups', async () => {
  const user = await createUser(server)
  const make = async (name: string) => (await makeChannel(user.client, { name, status_id: status.private })).id
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  const groupId = newId()
  await insertGroups(db, [{ id: groupId, user_id: user.id, name: 'Group', status_id: status.private, position: 0 }])
  const [other, left, archive, open] = (['other', 'left', 'archive', 'public'] as const).map((section) =>
    sectionContainer(user.id, section),
  )
  const group = groupContainer(user.id, groupId)
  const bar = async () => {
    const { other, archive, groups } = await user.client(contract.listMyPlaylists, {})
    return [other, groups[0]!.playlists, archive].map((channels) => channels.map(({ name }) => name).join(''))
  }
  await move([b, a], other!, group)
  expect(await bar()).toEqual(['C', 'BA', ''])
  await move([a], group, archive!)
  await move([c], other!, left!)
  expect(await bar()).toEqual(['C', 'B', 'A'])
  await move([b], group, other!, 0)
  await move([a], archive!, group)
  expect(await bar()).toEqual(['CB', 'A', ''])
  // A private channel can't move to the public section: callers must set the status first.
  await expect(move([b], other!, open!)).rejects.toThrow('not in its container')
  expect(await bar()).toEqual(['CB', 'A', ''])
})

test('two processes can move the same thing, and different things to the same place', async () => {
  const { playlistId, videos, idsOf } = await withVideos('ABCDEF')
  const repeatedMoves = processes.map((process) => codeOf(moveIn(process, idsOf('F'), videos, videos, 0)))
  expect(await Promise.all(repeatedMoves)).toEqual(['done', 'done'])
  expect(await readTitles(playlistId)).toEqual(['FABCDE'])
  const concurrentMoves = 'ABCDE'
    .split('')
    .flatMap((letter) => processes.map((process) => codeOf(moveIn(process, idsOf(letter), videos, videos, 1))))
  expect(new Set(await Promise.all(concurrentMoves))).toEqual(new Set(['done']))
  expect((await readTitles(playlistId))[0]).toMatch(/^F(?!.*(.).*\1)[A-E]{5}$/)
})

test('two processes moving in both directions between two containers don’t deadlock', async () => {
  const [first, second] = [await withVideos('ABCDEF'), await withVideos('UVWXYZ')]
  const reverseMoves = 'ABCDEF'.split('').map((letter) => codeOf(moveIn(thisProcess, first.idsOf(letter), first.videos, second.videos, 0)))
  const back = 'UVWXYZ'.split('').map((letter) => codeOf(moveIn(otherProcess, second.idsOf(letter), second.videos, first.videos, 0)))
  expect(new Set(await Promise.all([...reverseMoves, ...back]))).toEqual(new Set(['done']))
  const sortedTitles = async (playlistId: string) => (await readTitles(playlistId))[0]!.split('').toSorted().join('')
  expect([await sortedTitles(first.playlistId), await sortedTitles(second.playlistId)]).toEqual(['UVWXYZ', 'ABCDEF'])
})

test('one of two processes that reach the limit concurrently succeeds', async () => {
  const [first, second, full] = [await withVideos('A'), await withVideos('B'), await withVideos('X')]
  await fillSeries(db, (await makeSeries(ann.client, full.playlistId)).id, Array<string>(limits.videos - 2).fill('Z'))
  const moves = [
    codeOf(moveIn(thisProcess, first.idsOf('A'), first.videos, full.videos, 0)),
    codeOf(moveIn(otherProcess, second.idsOf('B'), second.videos, full.videos, 0)),
  ]
  expect((await Promise.all(moves)).toSorted()).toEqual(['done', 'video_limit'])
})

test('a channel returned by a team during changes in two processes ends in one place', async () => {
  const maker = await createUser(server)
  const team = await makeTeam(db, { members: [maker, ann] })
  const teamClient = server.clientFor({ token: maker.token, teamId: team })
  const { id } = await makeChannel(teamClient, { name: 'Shared', status_id: status.private })
  await makeChannel(maker.client, { name: 'Own', status_id: status.private })
  const results = await Promise.all([
    outcome(teamClient(contract.deletePlaylist, { params: { id } })),
    outcome(ann.client(contract.updatePlaylist, { params: { id }, body: { is_left: true, order: 0 } })),
    codeOf(otherProcess.withContainerLocks(otherProcess.db, [barLock(team), barLock(maker.id)], () => Promise.resolve())),
    outcome(maker.client(contract.updatePlaylist, { params: { id }, body: { order: 0 } })),
  ])
  expect(results[0]).toBe('done')
  // Requests after the team returned the channel can't use it; they get the reason if the loss is already recorded.
  for (const result of results) expect(['done', '404 not_found', '404 lost_given_back', '403 forbidden']).toContain(result)
  const { other } = await maker.client(contract.listMyPlaylists, {})
  expect(other.map(({ name }) => name).toSorted()).toEqual(['Own', 'Shared'])
})

test('a video found before its channel got a new link is missing', async () => {
  const { id: playlistId } = await makeChannel(ann.client, { status_id: status.privateLink })
  const { id: seriesId } = await makeSeries(ann.client, playlistId)
  const [a, b] = await fillSeries(db, seriesId, ['A', 'B'])
  const videos = videosContainer({ id: seriesId, playlistId })
  await ann.client(contract.updatePlaylist, { params: { id: playlistId }, body: { new_link: true } })
  expect(await codeOf(move([a!, b!], videos, videos, 0))).toBe('not_found')
})
