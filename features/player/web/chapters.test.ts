import { expect, test } from 'vitest'
import { findChapterAt, findNeighbourChapter, parseChapters } from './chapters.ts'

const chaptersText = (description: string, duration?: number) =>
  parseChapters(description, duration)
    .map(({ start, title }) => `${start} ${title}`)
    .join(' | ')

test.each([
  ['plain lines', 'About it\n\n0:00 Intro\n1:05 The train\n1:02:03 The end\nMore', '0 Intro | 65 The train | 3723 The end'],
  ['minutes beyond the hour', '00:00 Intro\n59:59 Late\n75:10 Later', '0 Intro | 3599 Late | 4510 Later'],
  ['lists, brackets and separators', '- [0:00] Intro\n• (1:00) – Two\n3. 2:00 | Three', '0 Intro | 60 Two | 120 Three'],
  ['from – to', '0:00 - 1:00 Intro\n1:00 - 2:00 Two\n2:00–3:00 Three', '0 Intro | 60 Two | 120 Three'],
  ['behind the name', 'Intro 0:00\nTwo (1:00)\nThree - 2:00', '0 Intro | 60 Two | 120 Three'],
  ['lines of Windows', '0:00 Intro\r\n1:00 Two\r\n2:00 Three', '0 Intro | 60 Two | 120 Three'],
  ['two are none', '0:00 Intro\n1:00 Two', ''],
  ['not from the beginning', '0:10 Intro\n1:00 Two\n2:00 Three', ''],
  ['not rising', '0:00 Intro\n2:00 Two\n1:00 Three', ''],
  ['the same twice', '0:00 Intro\n1:00 Two\n1:00 Three', ''],
  ['without names', '0:00\n1:00\n2:00', ''],
  ['no times of day or ratios', '0:00 Intro\n16:9 picture\n1:99 wrong\n12:34:56:78 frames', ''],
  ['an empty description', '', ''],
])('%s', (_, description, expected) => {
  expect(chaptersText(description)).toBe(expected)
})

test('chapters after the end are left out', () => {
  const description = '0:00 Intro\n1:00 Two\n2:00 Three\n9:00 Elsewhere'
  expect(chaptersText(description, 180)).toBe('0 Intro | 60 Two | 120 Three')
  expect(chaptersText(description, 100)).toBe('')
})

test('a hostile description is parsed in linear time', () => {
  const hostile = [`${' '.repeat(4999)}x`, '('.repeat(5000), '0:00 - '.repeat(700), '- '.repeat(2500), '1. '.repeat(1600)]
  expect(hostile.map((text) => chaptersText(text))).toEqual(['', '', '', '', ''])
})

const chapters = parseChapters('0:00 Intro\n1:00 Two\n2:00 Three')

test('finds the chapter at a time', () => {
  expect([0, 59.9, 60, 500].map((seconds) => findChapterAt(chapters, seconds))).toEqual([0, 0, 1, 2])
  expect(findChapterAt([], 5)).toBe(-1)
})

test('finds the next and the previous chapter', () => {
  const to = (seconds: number, step: 1 | -1) => findNeighbourChapter(chapters, seconds, step)?.title
  expect(to(10, 1)).toBe('Two')
  expect(to(60, 1)).toBe('Three')
  expect(to(130, 1)).toBeUndefined()
  expect(to(130, -1)).toBe('Three')
  expect(to(121, -1)).toBe('Two')
  expect(to(1, -1)).toBe('Intro')
})
