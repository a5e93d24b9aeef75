import { expect, test } from 'vitest'
import type { MyPlaylists } from '../contract.ts'
import { sampleChannel } from './samples.ts'
import { allOf, barOf } from './useMine.ts'

const tile = (id: string, more = {}) => sampleChannel({}, { id, ...more })
const group = (id: string, ...members: string[]) => ({
  id,
  name: id,
  icon: null,
  status: 'Private' as const,
  status_id: 1,
  order: 0,
  playlists: members.map((member) => tile(member)),
})
const mine: MyPlaylists = {
  archive: [tile('old')],
  other: [tile('left', { is_left: true }), tile('other')],
  public: [tile('public')],
  groups: [group('g', 'in-group')],
  archivedGroups: [group('put-away', 'in-old-group')],
  directPublish: tile('direct', { direct_publish: true }),
  watchLater: tile('later', { watch_later: true }),
  finished: [],
  unfinished: [],
  favorites: [],
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('the bar stands left, groups, other, public; the two channels of the account open their sides', () => {
  const bar = barOf(mine)
  expect([bar.left, bar.groups, bar.other, bar.public].map(ids)).toEqual([['later', 'left'], ['g'], ['other'], ['direct', 'public']])
})

test('the direct publish channel stands there once, though it is public too', () => {
  const { public: shown } = barOf({ ...mine, public: [mine.directPublish, tile('public')] })
  expect(ids(shown)).toEqual(['direct', 'public'])
})

test('every channel is known, in groups and in the archive too', () => {
  expect(ids(allOf(mine)).toSorted()).toEqual(['direct', 'in-group', 'in-old-group', 'later', 'left', 'old', 'other', 'public'])
})
