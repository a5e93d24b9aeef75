import { expect, test, vi } from 'vitest'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import { curationContract, type Playlist } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { openPlaylistSubject, playlistSubject, serieSubject, videoSubject } from '../subjects.ts'
import { playlistActions } from './playlist.ts'
import { serieActions } from './serie.ts'
import { videoActions } from './video.ts'

const contents = { s1: ['a', 'b', 'c'], s2: ['d'] }
const own = sampleChannel(contents)
const foreign = sampleChannel(contents, { may_edit: false })
const reader = { signedIn: true, inTeam: false }

const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id)

function videoOf(channel: Playlist, id: string) {
  const series = channel.series.find(({ videos }) => videos.some((video) => video.id === id))!
  return videoSubject(
    channel,
    series,
    series.videos.find((video) => video.id === id)!,
  )
}
const ofVideo = (channel: Playlist, id: string) => ids(visibleActions(videoActions, videoOf(channel, id), reader))
const ofRow = (channel: Playlist, at = 0) => ids(visibleActions(serieActions, serieSubject(channel, channel.series[at]!), reader))
const ofChannel = (more: Partial<Playlist>) =>
  ids(visibleActions(playlistActions, openPlaylistSubject(sampleChannel(contents, more)), reader))

test('who may not edit a channel can only share it and what is in it', () => {
  expect(ofVideo(foreign, 'b')).toEqual(['video.share'])
  expect(ofRow(foreign)).toEqual(['serie.share'])
  expect(ofChannel({ may_edit: false })).toEqual(['playlist.share'])
})

test('nothing of what one wants to watch later is shared', () => {
  const later = sampleChannel(contents, { watch_later: true })
  const all = [...ofVideo(later, 'b'), ...ofRow(later), ...ofChannel({ watch_later: true })]
  expect(all.filter((id) => id.endsWith('.share'))).toEqual([])
})

test('a video in the middle can go everywhere', () => {
  expect(ofVideo(own, 'b')).toEqual([
    'video.edit',
    'video.makeHome',
    'video.moveSeriesDown',
    'video.moveEarlier',
    'video.moveLater',
    'video.moveToSeries',
    'video.share',
    'video.delete',
  ])
})

test('the first video can not go earlier, the last not later, and the home video is home already', () => {
  expect(ofVideo(own, 'a')).not.toContain('video.moveEarlier')
  expect(ofVideo(own, 'a')).not.toContain('video.makeHome')
  expect(ofVideo(own, 'c')).not.toContain('video.moveLater')
  expect(ofVideo(own, 'd')).toContain('video.moveSeriesUp')
  expect(ofVideo(own, 'd')).not.toContain('video.moveSeriesDown')
})

test('without another series there is nowhere to go', () => {
  expect(ofVideo(sampleChannel({ s1: ['a', 'b'] }), 'a')).toEqual(['video.edit', 'video.moveLater', 'video.share', 'video.delete'])
})

test('what can be done with a row', () => {
  expect(ofRow(own)).toEqual(['serie.addItem', 'serie.edit', 'serie.moveDown', 'serie.share', 'serie.delete'])
})

test('what an owner can do with a channel; one that only a list knows takes no items', () => {
  const always = ['playlist.share', 'playlist.edit', 'playlist.settings', 'playlist.finish', 'playlist.archive', 'playlist.delete']
  expect(ofChannel({})).toEqual(['playlist.addItem', 'playlist.addSeries', ...always])
  expect(ids(visibleActions(playlistActions, playlistSubject(own), reader))).toEqual(always)
  expect(ofChannel({ is_archived: true })).toContain('playlist.restore')
  expect(ofChannel({ is_archived: true })).not.toContain('playlist.archive')
  expect(ofChannel({ finished: 1 })).toContain('playlist.unfinish')
  expect(ofChannel({ finished: 1 })).not.toContain('playlist.finish')
})

test.each([
  [{ watch_later: true }, ['playlist.edit']],
  [{ direct_publish: true }, ['playlist.share', 'playlist.edit', 'playlist.settings']],
])('%o came with the account and stays, as public or private as it is', (kind, more) => {
  expect(ofChannel(kind)).toEqual(['playlist.addItem', 'playlist.addSeries', ...more])
})

const calls = vi.fn<(endpoint: unknown, input: unknown) => Promise<unknown>>(() => Promise.resolve({}))
const tools: ActionTools = { go: () => {}, change: (endpoint, input) => calls(endpoint, input) as never }

async function run<T extends 'video' | 'serie' | 'playlist'>(
  actions: readonly Action<T>[],
  id: string,
  subject: Parameters<Action<T>['run']>[0],
): Promise<UndoableStep> {
  calls.mockClear()
  const step = await actions.find((one) => one.id === id)!.run(subject, tools)
  return step as UndoableStep
}

test('a move names the place that the video has afterwards; taken back, it is where it was', async () => {
  const move = (index: number) => [curationContract.moveVideo, { params: { videoId: 'b', seriesId: 's1', destId: 's1' }, body: { index } }]
  const step = await run(videoActions, 'video.moveEarlier', videoOf(own, 'b'))
  await step.undo()
  await step.redo?.()
  expect(calls.mock.calls).toEqual([move(0), move(1), move(0)])
})

test('a row is moved past its neighbour and back, from the row and from a video in it', async () => {
  const move = (position: number) => [curationContract.updateSeries, { params: { id: 's1' }, body: { position } }]
  for (const step of [
    () => run(videoActions, 'video.moveSeriesDown', videoOf(own, 'b')),
    () => run(serieActions, 'serie.moveDown', serieSubject(own, own.series[0]!)),
  ]) {
    await (await step()).undo()
    expect(calls.mock.calls).toEqual([move(1), move(0)])
  }
})

test('the home video that was is home again', async () => {
  const step = await run(videoActions, 'video.makeHome', videoOf(own, 'b'))
  await step.undo()
  expect(calls.mock.calls.map(([, input]) => (input as { params: { id: string } }).params.id)).toEqual(['b', 'a'])
})

test.each([
  ['playlist.archive', { is_archived: true }, { is_archived: false }],
  ['playlist.finish', { finished: true }, { finished: false }],
])('%s is taken back by its opposite', async (id, body, opposite) => {
  const step = await run(playlistActions, id, openPlaylistSubject(own))
  await step.undo()
  expect(calls.mock.calls.map(([, input]) => (input as { body: unknown }).body)).toEqual([body, opposite])
})
