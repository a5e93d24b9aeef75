import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProgramme, sampleTv } from '../samples.ts'
import { timed } from '../programmes.ts'
import { axisAround, minutesAt } from './axis.ts'
import { createGuideData, type Guide } from './guide-data.ts'
import { createRowPainter, type Drawing } from './paint-rows.ts'
import type { DrawnPlace, Viewport } from './viewport.ts'

const now = Date.parse('2026-11-20T19:43:00Z')
const minute = 60_000
const axis = axisAround(now, { back: 1, ahead: 1 })
const sizes = { pxPerMinute: 6, rowPx: 68, whoPx: 92, scalePx: 40 }
const channels = 200
/** px of the half hour before the present one. */
const begin = Math.floor(minutesAt(axis, now) / 30 - 1) * 30 * 6

/** Half hours on every channel, as they are asked for. */
const guideOfHalfHours = (): Guide =>
  createGuideData(async ({ start, end }) => ({
    rows: Array.from({ length: channels }, (_, row) => ({
      channel: sampleTv(`channel ${row}`),
      slots: Array.from({ length: (end - start) / (30 * minute) }, (_, at) => {
        const from = start + at * 30 * minute
        return timed(sampleProgramme(`${row} at ${minutesAt(axis, from)}`, from, from + 30 * minute))
      }),
    })),
    next: null,
  }))

let stop: () => void
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
  document.body.replaceChildren()
})

const titlesIn = (row: HTMLElement | null) =>
  [...(row?.querySelectorAll('[data-time]') ?? [])].map(({ firstChild }) => firstChild?.textContent?.trim() ?? null)

async function show(changes: Partial<Drawing> = {}) {
  const grid = document.createElement('div')
  grid.setAttribute('role', 'grid')
  const body = document.createElement('div')
  grid.append(body)
  document.body.append(grid)
  let place: Viewport = { left: begin, top: 0, width: 92 + 900, height: 500 }
  const listeners = new Set<() => void>()
  const viewport: DrawnPlace = {
    get: () => place,
    isHidden: () => false,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const scrollTo = (to: Partial<Viewport>) => {
    place = { ...place, ...to }
    for (const listener of listeners) listener()
  }
  const guide = guideOfHalfHours()
  let drawing: Drawing = {
    guide,
    axis,
    now,
    sizes,
    count: channels,
    pointed: { row: 2, time: now },
    pointedId: 'at',
    ...changes,
  }
  const painter = createRowPainter(body, viewport, drawing, () => undefined)
  stop = () => painter.stop()
  const frames = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  // The first window brings the channels, then come the others.
  for (let time = 0; time < 2; time++) {
    guide.want({ first: 0, end: channels }, { start: axis.start, end: axis.end })
    await frames(400)
  }
  const row = (index: number) => body.querySelector<HTMLElement>(`[data-index="${index}"]`)
  return {
    grid,
    body,
    row,
    frames,
    scrollTo: scrollTo,
    draw: (next: Partial<Drawing>) => painter.draw((drawing = { ...drawing, ...next })),
    guide,
    titles: (index: number) => titlesIn(row(index)),
    listeners,
  }
}

const inOrder = (titles: readonly (string | null)[]) => titles.map((title) => Number(title?.split(' at ')[1]))

test('rows in view are there with what is on, in the order of time, and name their channels', async () => {
  const { row, titles, body } = await show()
  expect(body.children).toHaveLength(11)
  expect(titles(0)[0]).toMatch(/^0 at \d+$/)
  expect(titles(5).every((title) => title?.startsWith('5 at '))).toBe(true)
  expect([row(5)?.getAttribute('aria-rowindex'), row(5)?.querySelector('th')?.textContent]).toEqual(['7', 'channel 5'])
  expect(row(5)?.style.top).toBe('340px')
})

test('the same elements show other rows and hours, whatever way it is scrolled, and at rest they stand in the order of time', async () => {
  const { titles, body, frames, scrollTo } = await show()
  const cells = body.querySelectorAll('td').length
  for (let at = 1; at <= 60; at++) {
    scrollTo({ top: at * 97, left: begin + (at % 40) * 113 })
    await frames(17)
    expect(body.children.length).toBeLessThan(20)
  }
  await frames(400)
  expect(body.querySelectorAll('td').length).toBeLessThan(cells * 1.7)
  const first = Math.floor((60 * 97) / 68)
  for (let index = first; index < first + 7; index++) {
    expect(titles(index).every((title) => title?.startsWith(`${index} at `))).toBe(true)
    const times = inOrder(titles(index))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const left = (begin + 20 * 113) / 6
    expect(times[0]).toBeLessThanOrEqual(left)
    expect(times.at(-1)! + 30).toBeGreaterThanOrEqual(left + 150)
  }
})

test('a row that leaves the view never shows its titles on another one', async () => {
  const { body, frames, scrollTo } = await show()
  for (let at = 1; at <= 30; at++) {
    scrollTo({ top: at * 500 })
    await frames(17)
    for (const row of body.querySelectorAll<HTMLElement>('[data-index]'))
      for (const title of titlesIn(row)) expect(title?.split(' at ')[0]).toBe(row.dataset['index'])
  }
})

test('of what is not in view yet a frame of scrolling draws a few cells; what is in view is not kept waiting', async () => {
  const { body, row, frames, scrollTo, titles } = await show()
  const texts = () => new Map([...body.querySelectorAll('td')].map((cell) => [cell, cell.textContent]))
  const counts: number[] = []
  let before = texts()
  for (let at = 1; at <= 40; at++) {
    scrollTo({ top: at * 25, left: begin + at * 25 })
    await frames(16)
    const after = texts()
    counts.push([...after].filter(([cell, text]) => text !== '\n' && before.get(cell) !== text).length)
    before = after
    for (let index = Math.floor((at * 25) / 68); index * 68 < at * 25 + 500; index++) expect(titles(index).length).toBeGreaterThan(4)
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(6)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(20)
  // A leap has nothing drawn ahead of it.
  scrollTo({ top: 9000 })
  await frames(100)
  for (let index = 133; index * 68 < 9500; index++) expect(row(index)).not.toBeNull()
})

test('what is missed in view comes by so many cells a frame, too, as long as it is scrolled', async () => {
  const { body, frames, scrollTo, titles } = await show()
  const texts = () => new Map([...body.querySelectorAll('td')].map((cell) => [cell, cell.textContent]))
  let before = texts()
  for (let at = 1; at <= 20; at++) {
    scrollTo({ top: at * 150, left: begin + at * 150 })
    await frames(16)
    const after = texts()
    expect([...after].filter(([cell, text]) => text !== '\n' && before.get(cell) !== text).length).toBeLessThanOrEqual(10)
    before = after
  }
  await frames(300)
  for (let index = Math.ceil(3000 / 68); index * 68 < 3500 - 68; index++) expect(titles(index).length).toBeGreaterThan(4)
})

test('a row that is drawn in parts is whole again when one scrolls back before it is done', async () => {
  const { frames, scrollTo, titles } = await show()
  const before = Array.from({ length: 7 }, (_, index) => titles(index))
  for (let at = 1; at <= 3; at++) {
    scrollTo({ left: begin + at * 400 })
    await frames(16)
  }
  for (let at = 2; at >= 0; at--) {
    scrollTo({ left: begin + at * 400 })
    await frames(16)
  }
  await frames(400)
  expect(Array.from({ length: 7 }, (_, index) => titles(index))).toEqual(before)
})

test('what comes of other times draws no row anew', async () => {
  const { guide, frames } = await show()
  const drawn = vi.spyOn(guide, 'cellsAt')
  // In some time zones what was read already goes on past the end of the axis.
  const later = axis.end + 24 * 60 * minute
  guide.want({ first: 0, end: channels }, { start: later, end: later + 60 * minute })
  const version = guide.versionAt(0)
  await frames(100)
  expect(guide.versionAt(0)).toBeGreaterThan(version)
  expect(drawn).not.toHaveBeenCalled()
})

test('what is pointed at is said at once, and no longer once it is out of view', async () => {
  const { grid, body, draw, frames, scrollTo } = await show()
  const at = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.firstChild?.textContent
  expect(at()).toMatch(/^2 at /)
  draw({ pointed: { row: 4, time: now + 30 * minute }, pointedId: 'there' })
  expect(at()).toMatch(/^4 at /)
  expect(body.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
  expect(document.getElementById('at')).toBeNull()
  scrollTo({ top: 6000 })
  await frames(50)
  expect(grid.hasAttribute('aria-activedescendant')).toBe(false)
  scrollTo({ top: 0 })
  await frames(200)
  expect(at()).toMatch(/^4 at /)
})

test('words of what began before the view stand where it begins: after a leap at once, after scrolling when it rests', async () => {
  const { row, frames, scrollTo } = await show()
  const padded = () => [...row(1)!.querySelectorAll('td')].map((cell) => cell.style.paddingLeft).filter(Boolean)
  scrollTo({ left: begin + 48 })
  await frames(20)
  expect(padded()).toEqual(['60px'])
  scrollTo({ left: begin + 64 })
  await frames(20)
  expect(padded()).toEqual(['60px'])
  await frames(200)
  expect(padded()).toEqual(['76px'])
})

test('another minute draws all rows anew; when it stops nothing is left', async () => {
  const { row, draw, frames, body, listeners } = await show()
  const past = () => row(3)!.querySelectorAll('[class*=past]').length
  const before = past()
  draw({ now: now + 30 * minute })
  await frames(100)
  expect(past()).toBe(before + 1)
  stop()
  expect([body.children.length, listeners.size, vi.getTimerCount()]).toEqual([0, 0, 0])
})
