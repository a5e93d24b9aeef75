import { describe, expect, test } from 'vitest'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import type { DragSource } from '#features/channels/drop-rules.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'
import { type BarEntry, findDropBetween, findDropOnto, toShortcutPlace } from './places.ts'

const tile = (id: string) => ({ id, name: id, may_edit: true }) as PlaylistTile
const channel = (id: string, at: BarPlace, index: number): BarEntry => ({ kind: 'channel', channel: tile(id), at, index })
const groupOf = (id: string, is_archived = false) => ({ id, name: id, status_id: 1, is_archived }) as Group
const group = (id: string, index: number, is_archived = false): BarEntry => ({ kind: 'group', group: groupOf(id, is_archived), index })
const watchLater: BarEntry = { kind: 'special', channel: tile('later'), at: 'left' }
const separator: BarEntry = { kind: 'none' }

const other: DragSource = { kind: 'channel', place: 'other', id: 'x', status_id: 1 }
const film: DragSource = { kind: 'shortcut', place: 'shortcuts', id: 's' }
const move = () => Promise.resolve({ label: '', undo: () => {}, redo: () => {} })
const shortcut = (index: number, isLeft = false): BarEntry => ({
  kind: 'shortcut',
  shortcut: { type: 'shortcut', id: `s${index}`, name: 'S', isLeft, index, count: 9, picture: null, href: '/', move },
})
const zooGroup: DragSource = { kind: 'group', place: 'groups', id: 'g' }

/** Returns the place, such as `left 2`, or the refusal. */
function describeDropBetween(source: DragSource, before?: BarEntry, after?: BarEntry, shelf?: BarPlace): string {
  const { result, place } = findDropBetween([source], before, after, shelf, groupOf)
  if (!result.allowed) return result.refusal
  const { list, index } = place!
  return `${typeof list === 'object' ? list.groupId : list} ${index === Number.MAX_SAFE_INTEGER ? 'end' : index}`
}

describe('a gap of the bar belongs to the list that accepts the dragged thing', () => {
  test('a separator is between two sections', () => {
    const lastLeft = channel('l', 'left', 2)
    expect(describeDropBetween(other, watchLater, separator)).toBe('left 0')
    expect(describeDropBetween(other, lastLeft, separator)).toBe('left 3')
    expect(describeDropBetween(other, separator, channel('o', 'other', 0))).toBe('other 0')
    expect(describeDropBetween(other, channel('a', 'other', 4), channel('b', 'other', 5))).toBe('other 5')
  })

  test('groups are adjacent, followed by channels', () => {
    expect(describeDropBetween(zooGroup, group('a', 0), group('b', 1))).toBe('groups 1')
    expect(describeDropBetween(zooGroup, group('b', 1), channel('o', 'other', 0))).toBe('groups 2')
    expect(describeDropBetween(zooGroup, channel('o', 'other', 0), channel('p', 'other', 1))).toBe('groups_stand_together')
    expect(describeDropBetween(other, group('a', 0), group('b', 1), 'other')).toBe('groups_only')
    expect(describeDropBetween(other, group('b', 1), channel('o', 'other', 0))).toBe('other 0')
  })

  test('channels of an open group are between its disc and a separator', () => {
    const first = channel('m', { groupId: 'a' }, 0)
    expect(describeDropBetween(other, group('a', 0), first)).toBe('a 0')
    expect(describeDropBetween(other, channel('n', { groupId: 'a' }, 3), separator)).toBe('a 4')
    expect(describeDropBetween(zooGroup, group('a', 0), first)).toBe('groups 1')
    expect(describeDropBetween(zooGroup, first, separator)).toBe('group_in_group')
  })

  test('the main section follows the separator of an open group, even if the section is empty', () => {
    const end: BarEntry = { kind: 'end', group: groupOf('b'), index: 1 }
    expect(describeDropBetween(other, channel('n', { groupId: 'b' }, 3), end)).toBe('b 4')
    expect(describeDropBetween(other, group('b', 1), end)).toBe('b 0')
    expect(describeDropBetween(other, end, separator)).toBe('other 0')
    expect(describeDropBetween(other, end, undefined)).toBe('other 0')
    expect(describeDropBetween(other, end, channel('o', 'other', 0))).toBe('other 0')
    expect(describeDropBetween(other, end, group('c', 2))).toBe('groups_only')
    expect([describeDropBetween(zooGroup, end, separator), describeDropBetween(zooGroup, end, group('c', 2))]).toEqual([
      'groups 2',
      'groups 2',
    ])
    expect(describeDropBetween({ ...other, place: 'archive' }, { kind: 'end', group: groupOf('b', true), index: 1 }, undefined)).toBe(
      'archive 0',
    )
  })

  test('an empty list has its place beside the others', () => {
    expect(describeDropBetween(other, group('b', 1), separator)).toBe('other 0')
    expect(describeDropBetween(zooGroup, separator, channel('o', 'other', 0))).toBe('groups 0')
    expect(describeDropBetween(zooGroup, undefined, undefined, 'other')).toBe('groups 0')
    expect(describeDropBetween(other, undefined, undefined, 'archive')).toBe('archive 0')
    expect(describeDropBetween(other, undefined, undefined, { groupId: 'a' })).toBe('a 0')
  })

  test('groups precede channels in the archive', () => {
    const archived = group('b', 1, true)
    const old = channel('o', 'archive', 0)
    expect([describeDropBetween(other, archived, old), describeDropBetween(zooGroup, archived, old)]).toEqual([
      'archive 0',
      'archivedGroups 2',
    ])
    expect(describeDropBetween(zooGroup, old, channel('p', 'archive', 1))).toBe('archivedGroups end')
    expect(describeDropBetween(other, group('a', 0, true), archived)).toBe('archive 0')
  })
})

test('shortcuts are adjacent, after the channels of the left and the other section', () => {
  const [left, last] = [channel('l', 'left', 2), channel('o', 'other', 4)]
  expect([describeDropBetween(film, shortcut(0), shortcut(1)), describeDropBetween(film, shortcut(0, true), shortcut(1, true))]).toEqual([
    'otherShortcuts 1',
    'leftShortcuts 1',
  ])
  expect([describeDropBetween(film, left, shortcut(0, true)), describeDropBetween(other, left, shortcut(0, true))]).toEqual([
    'leftShortcuts 0',
    'left 3',
  ])
  expect([describeDropBetween(film, last, shortcut(0)), describeDropBetween(other, last, shortcut(0))]).toEqual([
    'otherShortcuts 0',
    'other 5',
  ])
  expect([describeDropBetween(film, shortcut(3), separator), describeDropBetween(other, shortcut(3), separator)]).toEqual([
    'otherShortcuts 4',
    'shortcuts_only',
  ])
  expect(describeDropBetween(film, channel('a', 'other', 0), last)).toBe('shortcuts_stand_together')
  // An empty list of shortcuts follows the last channel or group of its side.
  expect([watchLater, left, last, group('a', 0)].map((before) => describeDropBetween(film, before, separator))).toEqual([
    'leftShortcuts 0',
    'leftShortcuts 0',
    'otherShortcuts 0',
    'otherShortcuts 0',
  ])
  expect([
    describeDropBetween(other, separator, shortcut(0)),
    describeDropBetween(zooGroup, separator, shortcut(0)),
    describeDropBetween(zooGroup, group('a', 0), shortcut(0)),
  ]).toEqual(['other 0', 'groups 0', 'groups 1'])
  expect([describeDropBetween(film, undefined, undefined, 'other'), describeDropBetween(film, undefined, undefined, 'public')]).toEqual([
    'otherShortcuts 0',
    'shortcuts_stand_together',
  ])
  const from = { isLeft: false, index: 1 }
  expect(toShortcutPlace({ list: 'otherShortcuts', index: 3 }, from)).toEqual({ isLeft: false, index: 2 })
  expect(toShortcutPlace({ list: 'otherShortcuts', index: 0 }, from)).toEqual({ isLeft: false, index: 0 })
  expect(toShortcutPlace({ list: 'leftShortcuts', index: 3 }, from)).toEqual({ isLeft: true, index: 3 })
})

test('a drop on a thing creates a group, or moves to a group or the archive, unless it is already there', () => {
  const onto = (source: DragSource, entry: BarEntry) => {
    const drop = findDropOnto([source], entry)
    return drop && (drop.result.allowed ? drop.result.act : drop.result.refusal)
  }
  expect(onto(other, channel('o', 'other', 0))).toBe('make_group')
  expect(onto(other, channel('x', 'other', 0))).toBe('onto_itself')
  expect(onto(other, watchLater)).toBe('special_channel')
  expect(onto(other, group('a', 0))).toBe('join_group')
  expect(onto(zooGroup, group('a', 0))).toBe('group_in_group')
  expect([other, zooGroup].map((source) => onto(source, { kind: 'archive' }))).toEqual(['archive', 'archive'])
  expect(onto({ ...other, place: 'archive' }, { kind: 'archive' })).toBe('already_there')
  expect(onto(other, separator)).toBeUndefined()
})
