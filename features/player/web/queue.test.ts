import { describe, expect, test } from 'vitest'
import type { PlayableItem } from './plan.ts'
import {
  appendItems,
  insertNext,
  maxQueued,
  moveItem,
  neighbourIndex,
  queueToPresent,
  type Queue,
  removeItem,
  type Repeat,
  shuffleQueue,
  unshuffleQueue,
} from './queue.ts'

const itemOf = (id: string): PlayableItem => ({
  id,
  title: id,
  src: null,
  href: `/${id}`,
  partOf: 'A channel',
  ...(id >= 'x' && { gone: true }),
})
const items = (ids: string) => ids.split('').map(itemOf)
/** `abC`: three items, of which the one in upper case plays. */
const queueOf = (text: string, repeat: Repeat = 'off'): Queue => ({
  items: items(text.toLowerCase()),
  index: text.split('').findIndex((letter) => letter !== letter.toLowerCase()),
  repeat,
  isOwn: false,
})
const queueText = ({ items: all, index }: Queue) => all.map(({ id }, place) => (place === index ? id.toUpperCase() : id)).join('')

test.each<[queue: string, repeat: Repeat, next: string | undefined, previous: string | undefined]>([
  ['Abc', 'off', 'b', undefined],
  ['abC', 'off', undefined, 'b'],
  ['abC', 'all', 'a', 'b'],
  ['Abc', 'all', 'b', 'c'],
  ['abC', 'one', 'a', 'b'],
  ['A', 'all', undefined, undefined],
  // Skips items with a dead link (x, y).
  ['Axyb', 'off', 'b', undefined],
  ['aXyb', 'off', 'b', 'a'],
  ['Axy', 'off', undefined, undefined],
  ['Axy', 'all', undefined, undefined],
])('%s, repeat %s: next %s, previous %s', (text, repeat, next, previous) => {
  const queue = queueOf(text, repeat)
  const idAt = (index: number | undefined) => (index === undefined ? undefined : queue.items[index]?.id)
  expect([idAt(neighbourIndex(queue, 1)), idAt(neighbourIndex(queue, -1))]).toEqual([next, previous])
})

test.each<[what: string, change: (queue: Queue) => Queue, before: string, after: string]>([
  ['play next', (queue) => insertNext(queue, items('de')), 'aBc', 'aBdec'],
  ['play next what stands before', (queue) => insertNext(queue, items('a')), 'aBc', 'Bac'],
  ['play next what comes last', (queue) => insertNext(queue, items('c')), 'Abc', 'Acb'],
  ['play next what plays', (queue) => insertNext(queue, items('b')), 'aBc', 'aBc'],
  ['play next the same twice', (queue) => insertNext(queue, items('dd')), 'aB', 'aBd'],
  ['add', (queue) => appendItems(queue, items('de')), 'aBc', 'aBcde'],
  ['add what is there', (queue) => appendItems(queue, items('ca')), 'aBc', 'aBc'],
  ['move on', (queue) => moveItem(queue, 1, 2), 'Abcd', 'Acbd'],
  ['move back', (queue) => moveItem(queue, 3, 1), 'Abcd', 'Adbc'],
  ['move what plays', (queue) => moveItem(queue, 0, 2), 'Abc', 'bcA'],
  ['move what is not there', (queue) => moveItem(queue, 9, 0), 'Abc', 'Abc'],
  ['remove what comes', (queue) => removeItem(queue, 2), 'aBc', 'aB'],
  ['remove what was', (queue) => removeItem(queue, 0), 'aBc', 'Bc'],
  ['remove what plays', (queue) => removeItem(queue, 1), 'aBc', 'aBc'],
])('%s', (_, change, before, after) => expect(queueText(change(queueOf(before)))).toBe(after))

test('the length of a queue is limited', () => {
  const many = Array.from({ length: maxQueued + 5 }, (_, n) => itemOf(`item ${n}`))
  expect(appendItems(queueOf('A'), many).items).toHaveLength(maxQueued)
  expect(insertNext(queueOf('A'), many).items).toHaveLength(maxQueued)
})

test('shuffling puts the playing item first and loses none; unshuffling restores the order, with additions at the end', () => {
  const shuffled = shuffleQueue(queueOf('abCde'), () => 0)
  expect(queueText(shuffled)).toMatch(/^C[abde]{4}$/)
  expect(
    shuffled.items
      .map(({ id }) => id)
      .toSorted()
      .join(''),
  ).toBe('abcde')
  expect(queueText(unshuffleQueue(appendItems(shuffled, items('f'))))).toBe('abCdef')
})

describe('the queue of a screen', () => {
  const ownQueue = { ...queueOf('Abc'), isOwn: true }
  test('is its own sequence, unless the user’s queue contains the item', () => {
    expect(queueText(queueToPresent(null, items('de'), 1))).toBe('dE')
    expect(queueText(queueToPresent(queueOf('Abc'), items('bcd'), 0))).toBe('Bcd')
    expect(queueText(queueToPresent(ownQueue, items('cde'), 0))).toBe('abC')
    expect(queueText(queueToPresent(ownQueue, items('de'), 0))).toBe('De')
  })
  test('updates the items’ data', () => {
    const renamed = queueToPresent(ownQueue, [{ ...itemOf('b'), title: 'Another title' }], 0)
    expect(renamed.items.map(({ title }) => title)).toEqual(['a', 'Another title', 'c'])
  })
})
