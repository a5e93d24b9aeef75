import { expect, test } from 'vitest'
import { visibleActions } from '#shell/run-action.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import { tvSubject } from '#features/guide/web/subjects.ts'
import { tvWatchingActions } from './actions.ts'
import { groupItems } from './channel/ItemsScreen.tsx'

test('a TV channel can be copied by readers who may watch it: others get no address', () => {
  const idsOf = (fields: Parameters<typeof sampleTv>[1]) =>
    visibleActions(tvWatchingActions.channel!, tvSubject(sampleTv('a', fields)), { signedIn: true, inTeam: false }).map(({ id }) => id)
  expect(idsOf({})).toEqual(['channel.copy', 'channel.external'])
  expect(idsOf({ liveStreamUrl: null })).toEqual([])
})

test('on-demand videos are grouped, in the order of their first items', () => {
  const item = (id: string, group: string) => ({ id, channel_id: 'a', url: '', poster: null, title: id, group })
  const groups = groupItems([item('1', 'Films'), item('2', ''), item('3', 'Films')])
  expect(groups.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
    ['Films', ['1', '3']],
    ['', ['2']],
  ])
})
