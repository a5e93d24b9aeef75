import { expect, test, vi } from 'vitest'
import { visibleActions } from '#ui/actions.ts'
import type { Playlist } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { channelActions } from './channel-actions.ts'
import { seriesActions, videoActions } from './item-actions.ts'
import type { Edits } from './useEdits.ts'

const contents = { s1: ['a', 'b', 'c'], s2: ['d'] }
const own = sampleChannel(contents)
const foreign = sampleChannel(contents, { may_edit: false })

const edits = () =>
  ({
    moveVideo: vi.fn<Edits['moveVideo']>(),
    moveSeries: vi.fn<Edits['moveSeries']>(),
    makeHome: vi.fn<Edits['makeHome']>(),
    deleteVideo: vi.fn<Edits['deleteVideo']>(),
    deleteSeries: vi.fn<Edits['deleteSeries']>(),
  }) satisfies Edits

function ofVideo(channel: Playlist, id: string, acts = edits()) {
  const series = channel.series.find(({ videos }) => videos.some((video) => video.id === id))!
  return visibleActions(
    videoActions(
      { channel, edits: acts },
      series,
      series.videos.find((video) => video.id === id)!,
    ),
  )
}
const nothing = { finish: () => {}, archive: () => {}, restore: () => {}, remove: () => {} }
const names = (actions: readonly { name: string }[]) => actions.map(({ name }) => name)
const press = (actions: readonly { name: string; perform: () => void }[], name: string) =>
  actions.find((one) => one.name === name)?.perform()

test('who may not edit a channel can only share what is in it', () => {
  expect(names(ofVideo(foreign, 'b'))).toEqual(['share.name'])
  expect(names(visibleActions(seriesActions({ channel: foreign, edits: edits() }, foreign.series[0]!)))).toEqual(['share.name'])
})

test('nothing of what one wants to watch later is shared', () => {
  const later = sampleChannel(contents, { watch_later: true })
  const menus = [ofVideo(later, 'b'), seriesActions({ channel: later, edits: edits() }, later.series[0]!), channelActions(later, nothing)]
  for (const menu of menus) expect(names(visibleActions(menu))).not.toContain('share.name')
})

test('a video in the middle can go everywhere', () => {
  expect(names(ofVideo(own, 'b'))).toEqual([
    'video.edit',
    'video.make_home',
    'video.earlier',
    'video.later',
    'video.to_other',
    'series.down',
    'share.name',
    'video.delete',
  ])
})

test('the first video can not go earlier, the last not later, and the home video is home already', () => {
  expect(names(ofVideo(own, 'a'))).not.toContain('video.earlier')
  expect(names(ofVideo(own, 'a'))).not.toContain('video.make_home')
  expect(names(ofVideo(own, 'c'))).not.toContain('video.later')
  expect(names(ofVideo(own, 'd'))).toContain('series.up')
  expect(names(ofVideo(own, 'd'))).not.toContain('series.down')
})

test('without another series there is nowhere to go', () => {
  const single = sampleChannel({ s1: ['a', 'b'] })
  expect(names(ofVideo(single, 'a'))).toEqual(['video.edit', 'video.later', 'share.name', 'video.delete'])
})

test('moves name the place that the thing has afterwards', () => {
  const acts = edits()
  const actions = ofVideo(own, 'b', acts)
  press(actions, 'video.earlier')
  press(actions, 'video.later')
  press(actions, 'series.down')
  const [series] = own.series
  expect(acts.moveVideo.mock.calls).toEqual([
    [series?.videos[1], series, 0],
    [series?.videos[1], series, 2],
  ])
  expect(acts.moveSeries).toHaveBeenCalledWith(series, 1)
})

const ofChannel = (more: Partial<Playlist>) => names(visibleActions(channelActions(sampleChannel(contents, more), nothing)))

test('what an owner can do with a channel', () => {
  expect(ofChannel({})).toEqual([
    'add.menu',
    'series.add.title',
    'share.name',
    'edit.title',
    'settings.title',
    'finished.put',
    'archive.put',
    'remove.action',
  ])
  expect(ofChannel({ is_archived: true })).toContain('archive.take')
  expect(ofChannel({ is_archived: true })).not.toContain('archive.put')
  expect(ofChannel({ finished: 1 })).toContain('finished.take')
  expect(ofChannel({ finished: 1 })).not.toContain('finished.put')
})

test('others can share it', () => expect(ofChannel({ may_edit: false })).toEqual(['share.name']))

test.each([
  [{ watch_later: true }, ['edit.title']],
  [{ direct_publish: true }, ['share.name', 'edit.title', 'settings.title']],
])('%o came with the account and stays, as public or private as it is', (kind, more) => {
  expect(ofChannel(kind)).toEqual(['add.menu', 'series.add.title', ...more])
})
