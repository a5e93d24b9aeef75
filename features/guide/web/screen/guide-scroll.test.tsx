import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProgramme, sampleTv } from '../samples.ts'
import { toTimedProgramme } from '../programmes.ts'
import { axisAround, minutesAt } from './axis.ts'
import { createGuideData, type Guide } from './guide-data.ts'
import { GuideGrid } from './GuideGrid.tsx'
import { mockElementSize } from './layout-samples.ts'
import type { GuideCursor } from './cursor.ts'
import { createViewport } from './viewport.ts'

const now = Date.parse('2026-11-20T19:43:00Z')
const minute = 60_000
const axis = axisAround(now, { back: 1, ahead: 1 })
const sizes = { pxPerMinute: 6, rowPx: 68, channelColumnPx: 92, scalePx: 40 }
/** Offset in px of the half hour before the current one. */
const initialOffset = Math.floor(minutesAt(axis, now) / 30 - 1) * 30 * 6
const page = document.createElement('div')
let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  mockElementSize(92 + 900, 500)
  document.body.append(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Creates programmes of half an hour on every channel. */
const guideOfHalfHours = (channels: number): Guide =>
  createGuideData(async ({ start, end }) => ({
    rows: Array.from({ length: channels }, (_, row) => ({
      channel: sampleTv(`channel ${row}`),
      slots: Array.from({ length: (end - start) / (30 * minute) }, (_, index) => {
        const from = start + index * 30 * minute
        return toTimedProgramme(sampleProgramme(`${row} at ${minutesAt(axis, from)}`, from, from + 30 * minute))
      }),
    })),
    next: null,
  }))

async function show(guide: Guide = guideOfHalfHours(200)) {
  const viewport = createViewport()
  let screen = { now, pointed: { row: 2, time: now } as GuideCursor }
  const ignore = () => undefined
  const draw = async (changes: Partial<typeof screen> = {}) => {
    screen = { ...screen, ...changes }
    await act(async () =>
      root.render(
        <GuideGrid {...{ guide, axis, sizes, viewport, ...screen }} onPoint={ignore} onOpen={ignore} onNow={ignore} onTonight={ignore} />,
      ),
    )
  }
  root = createRoot(page)
  await draw()
  const grid = page.querySelector<HTMLElement>('[role=grid]')!
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  /** Scrolls like a user. */
  const scrollTo = (to: { left?: number; top?: number }) =>
    act(async () => {
      if (to.left !== undefined) grid.scrollLeft = to.left
      if (to.top !== undefined) grid.scrollTop = to.top
      grid.dispatchEvent(new Event('scroll'))
    })
  await act(async () => viewport.scrollTo({ left: initialOffset }))
  await scrollTo({})
  await pass(1000)
  const row = (index: number) => page.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const titles = (index: number) =>
    [...(row(index)?.querySelectorAll('[data-time]') ?? [])].map(({ textContent }) => textContent.split('\n')[0]!)
  return { grid, draw, pass, scrollTo, viewport, row, titles }
}

test('visible rows contain their programmes by time, and name their channels', async () => {
  const { row, titles } = await show()
  expect(titles(0)[0]).toMatch(/^0 at \d+$/)
  expect(titles(5).every((title) => title.startsWith('5 at '))).toBe(true)
  expect([row(5)?.getAttribute('aria-rowindex'), row(5)?.querySelector('th')?.textContent]).toEqual(['7', 'channel 5'])
  expect(row(5)?.style.top).toBe('340px')
})

test('after scrolling in any direction, visible rows show all their visible programmes in order', async () => {
  const { titles, pass, scrollTo } = await show()
  for (let index = 1; index <= 60; index++) {
    const [top, px] = [index * 97, initialOffset + (index % 40) * 113]
    await scrollTo({ top, left: px })
    await pass(17)
    const times = Array.from({ length: 7 }, (_, row) => titles(Math.floor(top / 68) + row))
    for (const [row, shownPlaces] of times.entries()) {
      expect(shownPlaces.every((title) => title.startsWith(`${Math.floor(top / 68) + row} at `))).toBe(true)
      const minutes = shownPlaces.map((title) => Number(title.split(' at ')[1]))
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
      expect(minutes[0]).toBeLessThanOrEqual(px / 6)
      expect(minutes.at(-1)! + 30).toBeGreaterThanOrEqual(px / 6 + 150)
    }
  }
  expect(page.querySelectorAll('td').length).toBeLessThan(700)
})

test('rows stay in the order of channels, also after scrolling back', async () => {
  const { scrollTo } = await show()
  for (const top of [3000, 5000, 4500, 0]) {
    await scrollTo({ top })
    const indexes = [...page.querySelectorAll<HTMLElement>('[data-index]')].map((element) => Number(element.dataset['index']))
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b))
  }
})

test('of 60,000 channels only those around the view are rendered', async () => {
  const guide: Guide = createGuideData(() =>
    Promise.resolve({ rows: Array.from({ length: 60_000 }, (_, row) => ({ channel: sampleTv(`channel ${row}`), slots: [] })), next: null }),
  )
  const { grid, scrollTo, row } = await show(guide)
  await scrollTo({ top: 59_990 * 68 })
  expect(row(59_999)?.querySelector('th')?.textContent).toBe('channel 59999')
  expect(grid.getAttribute('aria-rowcount')).toBe('60001')
  expect(page.querySelectorAll('[data-index]').length).toBeLessThan(40)
})

test('data of other times renders no row again', async () => {
  const guide = guideOfHalfHours(200)
  const { pass } = await show(guide)
  const drawn = vi.spyOn(guide, 'cellsAt')
  const laterTime = axis.end + 24 * 60 * minute
  const version = guide.versionAt(0)
  guide.want({ first: 0, end: 200 }, { start: laterTime, end: laterTime + 60 * minute })
  await pass(100)
  expect(guide.versionAt(0)).toBeGreaterThan(version)
  expect(drawn).not.toHaveBeenCalled()
})

test('the selected cell is announced immediately, and no longer once it is out of view', async () => {
  const { grid, draw, scrollTo } = await show()
  const pointedText = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(pointedText()).toMatch(/^2 at /)
  await draw({ pointed: { row: 4, time: now + 30 * minute } })
  expect(pointedText()).toMatch(/^4 at /)
  expect(page.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
  await scrollTo({ top: 6000 })
  expect(grid.hasAttribute('aria-activedescendant')).toBe(false)
  await scrollTo({ top: 0 })
  expect(pointedText()).toMatch(/^4 at /)
})

test('without data, no cell is announced as selected', async () => {
  const { grid } = await show(createGuideData(() => new Promise(() => undefined)))
  expect(grid.getAttribute('aria-busy')).toBe('true')
  expect(grid.hasAttribute('aria-activedescendant')).toBe(false)
  expect(page.querySelectorAll('[data-index]')).toHaveLength(4)
  expect(page.textContent).not.toContain('Nothing known')
})

test('cut-off titles start at the edge of the view: immediately after `scrollTo`, else when scrolling rests', async () => {
  const { row, pass, scrollTo, viewport } = await show()
  const readPadding = () => [...row(1)!.querySelectorAll('td')].map((cell) => cell.style.paddingLeft).filter(Boolean)
  await act(async () => viewport.scrollTo({ left: initialOffset + 48 }))
  expect(readPadding()).toEqual(['60px'])
  await scrollTo({ left: initialOffset + 64 })
  expect(readPadding()).toEqual(['60px'])
  await pass(300)
  expect(readPadding()).toEqual(['76px'])
})

test('a new minute updates past programmes', async () => {
  const { row, draw } = await show()
  const past = () => row(3)!.querySelectorAll('[class*=past]').length
  const before = past()
  await draw({ now: now + 30 * minute })
  expect(past()).toBe(before + 1)
})
