import { beforeEach, expect, test, vi } from 'vitest'
import { storage } from './storage.ts'

beforeEach(() => localStorage.clear())

test('stored values are read unchanged', () => {
  storage.set('team_id', 't1')
  storage.set('globe_scroll_position', 1200.4)
  storage.set('cookies', true)
  storage.set('playlist-positions', { p1: { top: 40, rows: { s1: 200 } } })
  expect(storage.get('team_id')).toBe('t1')
  expect(storage.get('globe_scroll_position')).toBe(1200)
  expect(storage.get('cookies')).toBe(true)
  expect(storage.get('playlist-positions')).toEqual({ p1: { top: 40, rows: { s1: 200 } } })
  expect(localStorage.getItem('cookies')).toBe('true')
})

test.each([
  ['playlist-positions', '{not json'],
  ['theme', 'pink-theme'],
  ['globe_scroll_position', 'far'],
  ['account_mode', 'own'],
  ['lang', 'fr'],
] as const)('an invalid stored %s reads as undefined', (key, left) => {
  localStorage.setItem(key, left)
  expect(storage.get(key)).toBeUndefined()
})

test('the same stored text is the same object', () => {
  storage.set('playlist-positions', { p1: { top: 40 } })
  expect(storage.get('playlist-positions')).toBe(storage.get('playlist-positions'))
})

test('subscribers are called on changes', () => {
  const listener = vi.fn<() => void>()
  const stop = storage.subscribe(listener)
  storage.set('lang', 'nl')
  storage.remove('lang')
  stop()
  storage.set('lang', 'en')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('blocked storage stores nothing and causes no errors', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  storage.set('lang', 'nl')
  expect(storage.get('lang')).toBeUndefined()
  vi.unstubAllGlobals()
})
