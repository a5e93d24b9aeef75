import { beforeEach, expect, test } from 'vitest'
import { saveRowScroll, saveScrollTop, readScrollPosition } from './scroll-positions.ts'

beforeEach(() => localStorage.clear())

test('positions of homes and channels are stored separately', () => {
  saveScrollTop('globe', 300)
  saveScrollTop('playlist:p1', 40)
  saveRowScroll('playlist:p1', 's1', 200.6)
  expect(readScrollPosition('globe')).toEqual({ top: 300 })
  expect(readScrollPosition('heart')).toEqual({ top: 0 })
  expect(readScrollPosition('playlist:p1')).toEqual({ top: 40, rows: { s1: 201 } })
  expect(localStorage.getItem('globe_scroll_position')).toBe('300')
})

test('drops the least recently seen of more than a hundred channels', () => {
  for (let index = 0; index < 100; index++) saveScrollTop(`playlist:p${index}`, index + 1)
  saveScrollTop('playlist:p0', 7)
  saveScrollTop('playlist:new', 9)
  expect(readScrollPosition('playlist:p0').top).toBe(7)
  expect(readScrollPosition('playlist:p1').top).toBe(0)
  expect(readScrollPosition('playlist:new').top).toBe(9)
  expect(Object.keys(JSON.parse(localStorage.getItem('playlist-positions')!) as object)).toHaveLength(100)
})
