import { beforeEach, expect, test } from 'vitest'
import { keepRow, keepTop, positionOf } from './positions.ts'

beforeEach(() => localStorage.clear())

test('positions of homes and channels are stored separately', () => {
  keepTop('globe', 300)
  keepTop('playlist:p1', 40)
  keepRow('playlist:p1', 's1', 200.6)
  expect(positionOf('globe')).toEqual({ top: 300 })
  expect(positionOf('heart')).toEqual({ top: 0 })
  expect(positionOf('playlist:p1')).toEqual({ top: 40, rows: { s1: 201 } })
  expect(localStorage.getItem('globe_scroll_position')).toBe('300')
})

test('drops the least recently seen of more than a hundred channels', () => {
  for (let at = 0; at < 100; at++) keepTop(`playlist:p${at}`, at + 1)
  keepTop('playlist:p0', 7)
  keepTop('playlist:new', 9)
  expect(positionOf('playlist:p0').top).toBe(7)
  expect(positionOf('playlist:p1').top).toBe(0)
  expect(positionOf('playlist:new').top).toBe(9)
  expect(Object.keys(JSON.parse(localStorage.getItem('playlist-positions')!) as object)).toHaveLength(100)
})
