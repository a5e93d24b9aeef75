import { expect, test } from 'vitest'
import type { Group, MyPlaylists } from '../contract.ts'
import { type BarPlace, findBarPlaces, withChannelsAt, withGroupAt, withoutGroup } from './bar-edits.ts'
import { sampleChannel } from './samples.ts'

const tile = (id: string, overrides = {}) => ({ ...sampleChannel({}, { id, status: 'Private', status_id: 1, ...overrides }), pictures: [] })
const group = (id: string, playlists: Group['playlists'], is_archived = false): Group => ({
  id,
  name: id,
  icon: null,
  status: 'Private',
  status_id: 1,
  is_archived,
  order: 0,
  playlists,
})
const myPlaylists: MyPlaylists = {
  archive: [tile('a1', { is_archived: true })],
  other: [tile('l1', { is_left: true }), tile('l2', { is_left: true }), tile('o1'), tile('o2')],
  public: [tile('p1', { status: 'Public', status_id: 3 })],
  groups: [group('g', [tile('g1'), tile('g2', { is_left: true })]), group('h', [])],
  archivedGroups: [group('old', [tile('x1')], true)],
  directPublish: tile('direct', { direct_publish: true }),
  watchLater: tile('later', { watch_later: true }),
  finished: [],
  unfinished: [],
  favorites: [],
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ')
const layoutOf = ({ archive, other, public: open, groups, archivedGroups }: MyPlaylists) => ({
  archive: ids(archive),
  other: ids(other),
  public: ids(open),
  groups: groups.map(({ id, playlists }) => `${id}: ${ids(playlists)}`).join(', '),
  archivedGroups: archivedGroups.map(({ id, playlists }) => `${id}: ${ids(playlists)}`).join(', '),
})
const before = layoutOf(myPlaylists)
const layoutAfterMove = (at: BarPlace, index: number | undefined, ...channels: string[]) =>
  layoutOf(withChannelsAt(myPlaylists, channels, at, index))

test.each<[BarPlace, number | undefined, string[], Partial<typeof before>]>([
  ['left', 0, ['l2'], { other: 'l2 l1 o1 o2' }],
  ['left', undefined, ['o1'], { other: 'l1 l2 o1 o2' }],
  ['other', 1, ['l1'], { other: 'l2 o1 l1 o2' }],
  ['public', 0, ['o2'], { other: 'l1 l2 o1', public: 'o2 p1' }],
  ['archive', 99, ['o1', 'p1'], { other: 'l1 l2 o2', public: '', archive: 'a1 o1 p1' }],
  ['other', undefined, ['a1'], { archive: '', other: 'l1 l2 o1 o2 a1' }],
  [{ groupId: 'g' }, 1, ['o1', 'l1'], { other: 'l2 o2', groups: 'g: g1 o1 l1 g2, h: ' }],
  [{ groupId: 'g' }, 0, ['g2'], { groups: 'g: g2 g1, h: ' }],
  [{ groupId: 'h' }, undefined, ['g1'], { groups: 'g: g2, h: g1' }],
  ['left', 0, ['x1'], { other: 'x1 l1 l2 o1 o2', archivedGroups: 'old: ' }],
])('channels move to %o at %o: %o', (at, index, channels, after) => {
  expect(layoutAfterMove(at, index, ...channels)).toEqual({ ...before, ...after })
})

test('the fields of a channel follow its place', () => {
  const other = (channels: MyPlaylists) => channels.other.map(({ id, is_left, is_archived }) => [id, is_left, is_archived])
  expect(other(withChannelsAt(myPlaylists, ['a1'], 'left', 0))[0]).toEqual(['a1', true, false])
  expect(other(withChannelsAt(myPlaylists, ['l1'], 'other', 0))[1]).toEqual(['l1', false, false])
})

test('an unknown channel moves nothing', () => {
  expect(layoutAfterMove('left', 0, 'nobody')).toEqual(before)
})

test('a group moves among groups, to the archive with its channels, and back', () => {
  expect(layoutOf(withGroupAt(myPlaylists, 'h', { is_archived: false, index: 0 })).groups).toBe('h: , g: g1 g2')
  const archived = withGroupAt(myPlaylists, 'g', { is_archived: true })
  expect(layoutOf(archived)).toEqual({ ...before, groups: 'h: ', archivedGroups: 'old: x1, g: g1 g2' })
  expect(layoutOf(withGroupAt(archived, 'g', { is_archived: false, index: 0 }))).toEqual(before)
})

test('channels of a deleted group move to the end of their sections', () => {
  expect(layoutOf(withoutGroup(myPlaylists, 'g'))).toEqual({ ...before, groups: 'h: ', other: 'l1 l2 g2 o1 o2 g1' })
})

test('each channel except the built-in ones has a place', () => {
  const places = findBarPlaces(myPlaylists)
  expect(places.get('l2')).toEqual({ at: 'left', index: 1, count: 2 })
  expect(places.get('o1')).toEqual({ at: 'other', index: 0, count: 2 })
  expect(places.get('g2')).toEqual({ at: { groupId: 'g' }, index: 1, count: 2 })
  expect([places.get('direct'), places.get('later')]).toEqual([undefined, undefined])
})
