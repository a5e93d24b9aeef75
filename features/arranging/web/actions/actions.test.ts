import { expect, test, vi } from 'vitest'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import { confirm } from '#ui/confirm.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract, type Group, type Playlist } from '#features/channels/contract.ts'
import { channelActions } from '#features/channels/web/actions/actions.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'
import { createGroupStep } from '../dialogs/create-group-step.ts'
import { openChooseGroupDialog } from '../open.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { groupSubject, openPlaylistSubject, playlistSubject, serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { arrangingActions } from './actions.ts'
import { groupActions } from './group.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

vi.mock(import('../open.ts'), async (original) => ({ ...(await original()), openChooseGroupDialog: vi.fn<typeof openChooseGroupDialog>() }))
vi.mock(import('#ui/confirm.ts'), async (original) => ({ ...(await original()), confirm: vi.fn<typeof confirm>() }))

const contents = { s1: ['a', 'b', 'c'], s2: ['d'] }
const ownChannel = sampleChannel(contents)
const foreignChannel = sampleChannel(contents, { may_edit: false })
const reader = { signedIn: true, inTeam: false }

/** The actions of channels and of arranging together, as in menus. */
const all = {
  playlist: [...channelActions.playlist, ...arrangingActions.playlist],
  serie: [...channelActions.serie, ...arrangingActions.serie],
  video: [...channelActions.video, ...arrangingActions.video],
  group: arrangingActions.group,
}

const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id)

function videoOf(channel: Playlist, id: string) {
  const series = channel.series.find(({ videos }) => videos.some((video) => video.id === id))!
  return videoSubject(
    channel,
    series,
    series.videos.find((video) => video.id === id)!,
  )
}
const videoActionIds = (channel: Playlist, id: string) => ids(visibleActions(all.video, videoOf(channel, id), reader))
const ofRow = (channel: Playlist, index = 0) => ids(visibleActions(all.serie, serieSubject(channel, channel.series[index]!), reader))
const channelActionIds = (fields: Partial<Playlist>) =>
  ids(visibleActions(all.playlist, openPlaylistSubject(sampleChannel(contents, fields)), reader))

test('viewers can only save, copy and share a channel and its content', () => {
  expect(videoActionIds(foreignChannel, 'b')).toEqual(['video.save', 'video.copy', 'video.share'])
  expect(ofRow(foreignChannel)).toEqual(['serie.save', 'serie.copy', 'serie.share'])
  expect(channelActionIds({ may_edit: false })).toEqual(['playlist.share', 'playlist.save', 'playlist.copy'])
})

test('nothing in Watch Later can be shared', () => {
  const watchLater = sampleChannel(contents, { watch_later: true })
  const all = [...videoActionIds(watchLater, 'b'), ...ofRow(watchLater), ...channelActionIds({ watch_later: true })]
  expect(all.filter((id) => id.endsWith('.share'))).toEqual([])
})

test('a video in the middle has all actions', () => {
  expect(videoActionIds(ownChannel, 'b')).toEqual([
    'video.edit',
    'video.related',
    'video.makeHome',
    'video.moveSeriesDown',
    'video.moveEarlier',
    'video.moveLater',
    'video.move',
    'video.save',
    'video.copy',
    'video.cut',
    'video.share',
    'video.delete',
  ])
})

test('the first video can’t move earlier, the last can’t move later, and the opener can’t be made the opener again', () => {
  expect(videoActionIds(ownChannel, 'a')).not.toContain('video.moveEarlier')
  expect(videoActionIds(ownChannel, 'a')).not.toContain('video.makeHome')
  expect(videoActionIds(ownChannel, 'c')).not.toContain('video.moveLater')
  expect(videoActionIds(ownChannel, 'd')).toContain('video.moveSeriesUp')
  expect(videoActionIds(ownChannel, 'd')).not.toContain('video.moveSeriesDown')
})

test('in a channel with one series, a video can still move to another channel', () => {
  expect(videoActionIds(sampleChannel({ s1: ['a', 'b'] }), 'a').filter((id) => id.includes('move'))).toEqual([
    'video.moveLater',
    'video.move',
  ])
})

test('a series has the actions of a row', () => {
  expect(ofRow(ownChannel)).toEqual([
    'serie.addItem',
    'serie.edit',
    'serie.makeHeader',
    'serie.moveDown',
    'serie.move',
    'serie.save',
    'serie.copy',
    'serie.cut',
    'serie.share',
    'serie.delete',
  ])
})

test('an owner has all actions of a channel; items can be added only if it is loaded', () => {
  const always = [
    'playlist.share',
    'playlist.edit',
    'playlist.settings',
    'playlist.finish',
    'playlist.archive',
    'playlist.save',
    'playlist.copy',
    'playlist.delete',
  ]
  // On its own screen, a channel can also be put into a group, from any place in the bar.
  expect(channelActionIds({})).toEqual(['playlist.addItem', 'playlist.addSeries', ...always.toSpliced(5, 0, 'playlist.group')])
  expect(ids(visibleActions(all.playlist, playlistSubject(ownChannel), reader))).toEqual(always)
  expect(channelActionIds({ is_archived: true })).toContain('playlist.restore')
  expect(channelActionIds({ is_archived: true })).not.toContain('playlist.archive')
  expect(channelActionIds({ finished: 1 })).toContain('playlist.unfinish')
  expect(channelActionIds({ finished: 1 })).not.toContain('playlist.finish')
})

test.each([
  [{ watch_later: true }, ['playlist.edit']],
  [{ direct_publish: true }, ['playlist.share', 'playlist.edit', 'playlist.settings']],
])('the built-in channel %o can’t be archived or deleted', (kind, fields) => {
  expect(channelActionIds(kind)).toEqual(['playlist.addItem', 'playlist.addSeries', ...fields, 'playlist.save', 'playlist.copy'])
})

const calls = vi.fn<(endpoint: unknown, input: unknown) => Promise<unknown>>(() => Promise.resolve({}))
const send: ActionTools['read'] = (endpoint, input) => calls(endpoint, input) as never
const tools: ActionTools = { go: () => {}, change: send, read: send }

/** The bodies of all requests so far. */
const bodies = () => calls.mock.calls.map(([, input]) => (input as { body?: unknown }).body)

async function run<T extends 'video' | 'serie' | 'playlist' | 'group'>(
  actions: readonly Action<T>[],
  id: string,
  subject: Parameters<Action<T>['run']>[0],
): Promise<UndoableStep> {
  calls.mockClear()
  const step = await actions.find((action) => action.id === id)!.run(subject, tools)
  return step as UndoableStep
}

test('a move sends the new index of a video, and undo the old one', async () => {
  const move = (index: number, neighbours: object) => [
    channelsContract.moveVideo,
    { params: { videoId: 'b', seriesId: 's1', destId: 's1' }, body: { index, ...neighbours, op_id: expect.any(String) } },
  ]
  const step = await run(videoActions, 'video.moveEarlier', videoOf(ownChannel, 'b'))
  await step.undo()
  await step.redo()
  expect(calls.mock.calls).toEqual([move(0, { before: 'a' }), move(1, { after: 'a', before: 'c' }), move(0, { before: 'a' })])
})

test('a row moves past its neighbour and back, by its own action and by that of a video', async () => {
  const move = { series: ['s1'], playlist_id: 'channel', index: 1, after: 's2', op_id: expect.any(String) }
  const back = { series: ['s1'], playlist_id: 'channel', indexes: [0] }
  calls.mockImplementation(() => Promise.resolve({ series: [], undo: [back] }))
  for (const step of [
    () => run(videoActions, 'video.moveSeriesDown', videoOf(ownChannel, 'b')),
    () => run(serieActions, 'serie.moveDown', serieSubject(ownChannel, ownChannel.series[0]!)),
  ]) {
    await (await step()).undo()
    expect(calls.mock.calls.map(([endpoint]) => endpoint)).toEqual([channelsContract.moveSeries, channelsContract.moveSeries])
    expect(bodies()).toEqual([move, { ...back, op_id: expect.any(String) }])
  }
})

const inBar = (at: BarPlace, index: number, count: number, fields: Partial<Playlist> = {}) =>
  playlistSubject(sampleChannel({}, { status: 'Private', status_id: 1, ...fields }), { at, index, count })
const movesOf = (subject: SubjectOf<'playlist'>) =>
  ids(visibleActions(playlistActions, subject, reader)).filter((id) => /move|toLeft|toOther|group/.test(id))

test('the moves of a channel depend on its place in the bar', () => {
  expect(movesOf(inBar('other', 1, 3))).toEqual(['playlist.moveEarlier', 'playlist.moveLater', 'playlist.toLeft', 'playlist.group'])
  expect(movesOf(inBar('left', 0, 2))).toEqual(['playlist.moveLater', 'playlist.toOther', 'playlist.group'])
  expect(movesOf(inBar('public', 0, 1))).toEqual(['playlist.group'])
  expect(movesOf(inBar({ groupId: 'g' }, 1, 2))).toEqual(['playlist.moveEarlier', 'playlist.ungroup'])
  expect(movesOf(inBar('other', 1, 3, { watch_later: true }))).toEqual([])
  expect(movesOf(inBar('other', 1, 3, { may_edit: false }))).toEqual([])
})

test('undo of archiving sends the calls of the response: place, group and status', async () => {
  const back = { playlists: ['channel'], group_id: 'g', order: 1, status_id: 1 }
  calls.mockImplementation(() => Promise.resolve({ playlists: [], undo: [back] }))
  const step = await run(playlistActions, 'playlist.archive', inBar({ groupId: 'g' }, 1, 2))
  await step.undo()
  await step.redo()
  const archived = { playlists: ['channel'], section: 'archive' }
  expect(bodies()).toEqual([archived, back, archived])
})

const evenings: Group = {
  id: 'g',
  name: 'Evenings',
  icon: null,
  status: 'Private',
  status_id: 1,
  is_archived: false,
  order: 0,
  playlists: [],
}

test('undo of a new group returns its channels to their places under their new ids, and redo groups them again', async () => {
  const places = new Map([
    ['a', { at: 'public' as const, index: 2, count: 3 }],
    ['b', { at: 'public' as const, index: 0, count: 3 }],
  ])
  const { createGroup, deleteGroup, movePlaylists } = channelsContract
  // The group's status is Private link, so Public channels get new ids.
  const madeOf = (...now: string[]): Group => ({
    ...evenings,
    status_id: 2,
    playlists: now.map((id) => ({ ...sampleChannel({}, { id }), pictures: [] })),
  })
  calls.mockClear()
  calls.mockImplementation((endpoint, input) => {
    const { playlists } = (input as { body?: { playlists?: string[] } }).body ?? {}
    return Promise.resolve(endpoint === createGroup ? madeOf('a3', 'b3') : { playlists: playlists?.map((id) => ({ id })), undo: [] })
  })
  const step = createGroupStep(madeOf('a2', 'b2'), [sampleChannel({}, { id: 'a' }), sampleChannel({}, { id: 'b' })], places, tools)
  await step.undo()
  await step.redo()
  await step.undo()
  const undone = [deleteGroup, movePlaylists, movePlaylists]
  expect(calls.mock.calls.map(([endpoint]) => endpoint)).toEqual([...undone, createGroup, ...undone])
  const backTo = (playlist: string, order: number) => ({ playlists: [playlist], section: 'public', order, status_id: 3 })
  expect(bodies().filter(Boolean)).toEqual([
    backTo('b2', 0),
    backTo('a2', 2),
    { name: 'Evenings', status_id: 2, playlists: ['a2', 'b2'] },
    backTo('b3', 0),
    backTo('a3', 2),
  ])
})

test('a group moves to the archive and back to its position', async () => {
  const subject = groupSubject(evenings, { index: 2, count: 4 })
  expect(ids(visibleActions(all.group, subject, reader))).toEqual([
    'group.edit',
    'group.archive',
    'group.moveEarlier',
    'group.moveLater',
    'group.arrange',
    'group.copy',
    'group.cut',
    'group.delete',
  ])
  await (await run(groupActions, 'group.archive', subject)).undo()
  expect(bodies()).toEqual([{ is_archived: true }, { is_archived: false, order: 2 }])
})

test.each([
  [3, 1, false, 0],
  [3, 1, true, 1],
  [2, 3, false, 0],
  [3, 3, undefined, 1],
  [1, 3, undefined, 1],
])('a channel of status %i goes into a group of status %i; confirmed: %o', async (status_id, groupStatus, agrees, moves) => {
  vi.mocked(openChooseGroupDialog).mockResolvedValue({ ...evenings, status_id: groupStatus })
  vi.mocked(confirm)
    .mockReset()
    .mockResolvedValue(agrees === true)
  calls.mockImplementation(() => Promise.resolve({ playlists: [], undo: [] }))
  await run(playlistActions, 'playlist.group', inBar('other', 0, 1, { status_id }))
  expect(vi.mocked(confirm).mock.calls.length).toBe(agrees === undefined ? 0 : 1)
  expect(calls.mock.calls.length).toBe(moves)
})

test('several channels are restored to the sections of their statuses in one undo step', async () => {
  const restore = playlistActions.find(({ id }) => id === 'playlist.restore')!
  const archivedChannel = (id: string, fields: Partial<Playlist>) => inBar('archive', 0, 3, { id, is_archived: true, ...fields })
  calls.mockReset().mockImplementation((_, input) => {
    const { playlists } = (input as { body: { playlists: string[] } }).body
    return Promise.resolve({ undo: [{ playlists, section: 'archive', order: 0 }] })
  })
  const channels = [archivedChannel('a', {}), archivedChannel('b', { status_id: 3 }), archivedChannel('c', { is_left: true })]
  const step = (await restore.many!.run(channels, tools)) as UndoableStep
  await step.pending
  await step.undo()
  expect(bodies()).toEqual([
    { playlists: ['c'], section: 'left' },
    { playlists: ['a'], section: 'other' },
    { playlists: ['b'], section: 'public' },
    { playlists: ['b'], section: 'archive', order: 0 },
    { playlists: ['a'], section: 'archive', order: 0 },
    { playlists: ['c'], section: 'archive', order: 0 },
  ])
})
