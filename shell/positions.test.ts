import { beforeEach, expect, test } from 'vitest'
import { saveRow, saveTop, readPosition } from './positions.ts'

beforeEach(() => localStorage.clear())

test('positions of homes and channels are stored separately', () => {
  saveTop('globe', 300)
  saveTop('playlist:p1', 40)
  saveRow('playlist:p1', 's1', 200.6)
  expect(readPosition('globe')).toEqual({ top: 300 })
  expect(readPosition('heart')).toEqual({ top: 0 })
  expect(readPosition('playlist:p1')).toEqual({ top: 40, rows: { s1: 201 } })
  expect(localStorage.getItem('globe_scroll_position')).toBe('300')
})

test('drops the least recently seen of more than a hundred channels', () => {
  for (let index = 0; index < 100; index++) saveTop(`playlist:p${index}`, index + 1)
  saveTop('playlist:p0', 7)
  saveTop('playlist:new', 9)
  expect(readPosition('playlist:p0').top).toBe(7)
  expect(readPosition('playlist:p1').top).toBe(0)
  expect(readPosition('playlist:new').top).toBe(9)
  expect(Object.keys(JSON.parse(localStorage.getItem('playlist-positions')!) as object)).toHaveLength(100)
})
