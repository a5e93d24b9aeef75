import { afterEach, expect, test, vi } from 'vitest'
import { createViewings } from './viewings.ts'

afterEach(() => vi.useRealTimers())

const guest = (address: string) => ({ userId: '', address, session: address })
const user = (userId: string, session = userId) => ({ userId, address: '192.0.2.1', session })

test('any number of guests leaves room for users', () => {
  const { enter, count } = createViewings(8)
  for (let at = 0; at < 6; at++) enter(`guest ${at}`, guest(`192.0.2.${at}`))
  expect(() => enter('one more', guest('192.0.2.99'))).toThrow('too_many')
  enter('a', user('ann'))
  enter('b', user('bob'))
  expect(() => enter('c', user('cas'))).toThrow('too_many')
  expect(count()).toBe(8)
})

test('an idle viewer frees its place, and one with an open part keeps it', () => {
  vi.useFakeTimers()
  const { enter, count } = createViewings(8)
  enter('gone', user('ann'))()
  const leave = enter('stays', user('bob'))
  vi.advanceTimersByTime(44_000)
  expect(count()).toBe(2)
  vi.advanceTimersByTime(2000)
  expect(count()).toBe(1)
  leave()
  leave()
  vi.advanceTimersByTime(46_000)
  expect(count()).toBe(0)
})

test('one stream takes eight requests at once', () => {
  const { enter } = createViewings(8)
  const leaves = Array.from({ length: 8 }, () => enter('one', user('ann')))
  expect(() => enter('one', user('ann'))).toThrow('too_many')
  leaves[0]!()
  expect(() => enter('one', user('ann'))).not.toThrow()
})

test("only a browser's own left stream makes room for its next one", () => {
  const { enter, count } = createViewings(8)
  const leave = enter('stays', user('ann', 'one'))
  enter('left', user('ann', 'two'))()
  for (let at = 0; at < 10; at++) enter(`channel ${at}`, user('ann', 'two'))()
  expect(count()).toBe(3)
  // A stream with open requests is kept, and so is a left one of another browser.
  expect(() => enter('more', user('ann', 'one'))).toThrow('too_many')
  leave()
  expect(() => enter('more', user('ann', 'one'))).not.toThrow()
  expect(() => enter('more', user('ann', 'three'))).toThrow('too_many')
})
