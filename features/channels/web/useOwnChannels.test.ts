import { expect, test } from 'vitest'
import type { MyPlaylists } from '../contract.ts'
import { toDestinations } from './destinations.ts'
import { sampleChannel } from './samples.ts'
import { allChannels, barSections } from './useOwnChannels.ts'

const tile = (id: string, overrides = {}) => ({ ...sampleChannel({}, { id, ...overrides }), pictures: [] })
const group = (id: string, ...members: string[]) => ({
  is_archived: id === 'put-away',
  id,
  name: id,
  icon: null,
  status: 'Private' as const,
  status_id: 1,
  order: 0,
  playlists: members.map((member) => tile(member)),
})
const myPlaylists: MyPlaylists = {
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

test('the sections of the bar contain the channels that `order` counts, without the built-in ones', () => {
  const bar = barSections(myPlaylists)
  expect([bar.left, bar.groups, bar.other, bar.public].map(ids)).toEqual([['left'], ['g'], ['other'], ['public']])
})

test('all channels are listed, including those in groups and in the archive', () => {
  expect(ids(allChannels(myPlaylists)).toSorted()).toEqual([
    'direct',
    'in-group',
    'in-old-group',
    'later',
    'left',
    'old',
    'other',
    'public',
  ])
})

test('the palette lists all channels and groups, with a note for grouped and archived ones', () => {
  const list = toDestinations(myPlaylists)
  expect(ids(list).toSorted()).toEqual(['direct', 'g', 'in-group', 'in-old-group', 'later', 'left', 'old', 'other', 'public', 'put-away'])
  expect(list.filter(({ detail }) => detail !== undefined).map(({ id, detail }) => [id, detail])).toEqual([
    ['in-group', 'In g'],
    ['put-away', 'In the archive'],
    ['in-old-group', 'In put-away'],
    ['old', 'In the archive'],
  ])
})
