import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProgramme, sampleTv } from '../samples.ts'
import { toTimedProgramme } from '../programmes.ts'
import { axisAround } from './axis.ts'
import { createGuideData } from './guide-data.ts'
import { GuideGrid } from './GuideGrid.tsx'
import { mockElementSize } from './layout-samples.ts'
import type { GuideCursor } from './cursor.ts'
import { createViewport } from './viewport.ts'

const now = Date.parse('2026-11-20T19:43:00Z')
const hour = 3_600_000
const axis = axisAround(now, { back: 1, ahead: 1 })
const sizes = { pxPerMinute: 6, rowPx: 68, channelColumnPx: 92, scalePx: 40 }
let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  mockElementSize(900, 500)
})
afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shows three channels, the last one without a guide. */
async function show() {
  const load = () =>
    Promise.resolve({
      rows: ['one', 'two', 'three'].map((name, row) => ({
        channel: sampleTv(name),
        slots:
          row === 2
            ? []
            : [
                sampleProgramme(`${name} before`, now - 2 * hour, now - hour / 2),
                sampleProgramme(`${name} now`, now - hour / 2, now + hour),
                sampleProgramme(`${name} next`, now + hour, now + 2 * hour),
              ].map(toTimedProgramme),
      })),
      next: null,
    })
  const guide = createGuideData(load)
  const viewport = createViewport()
  const openedCells: GuideCursor[] = []
  let cursor: GuideCursor = { row: 0, time: now }
  const draw = () =>
    root.render(
      <GuideGrid
        guide={guide}
        axis={axis}
        now={now}
        sizes={sizes}
        viewport={viewport}
        pointed={cursor}
        onPoint={(to) => {
          cursor = to
          draw()
        }}
        onOpen={(programme) => openedCells.push(programme)}
        onNow={() => undefined}
        onTonight={() => undefined}
      />,
    )
  root = createRoot(page)
  await act(async () => draw())
  await act(async () => {
    viewport.scrollTo({ left: ((now - axis.start) / 60_000 - 30) * sizes.pxPerMinute })
    page.querySelector('[role=grid]')!.dispatchEvent(new Event('scroll'))
  })
  await vi.waitFor(() => act(async () => expect(page.textContent).toContain('one now')))
  // Waits, because rows are rendered in steps.
  await vi.waitFor(() => act(async () => expect(page.querySelectorAll('tr[aria-rowindex]')).toHaveLength(4)))
  const grid = page.querySelector<HTMLElement>('[role=grid]')!
  const pressKey = (key: string, shiftKey = false) =>
    act(async () => void grid.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })))
  const pointedText = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
  document.body.append(page)
  return { grid, pressKey, at: pointedText, opened: openedCells, viewport, pointed: () => cursor }
}

test('the guide is a table: rows have their channels, cells their times, and the selected cell is announced', async () => {
  const { grid, at: pointedText } = await show()
  expect(grid.getAttribute('aria-rowcount')).toBe('4')
  const rows = [...grid.querySelectorAll('tr[aria-rowindex]')]
  expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3', '4'])
  expect(rows.slice(1).map((row) => row.querySelector('th[scope=row]')?.textContent)).toEqual(['one', 'two', 'three'])
  expect([...grid.querySelectorAll('[aria-hidden] a')].map((link) => link.getAttribute('title'))).toEqual(['one', 'two', 'three'])
  expect(pointedText()).toContain('one now')
  expect(grid.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
})

test('arrow keys move between programmes and channels; at the edge they leave the guide', async () => {
  const { grid, pressKey, at: pointedText, pointed } = await show()
  await pressKey('ArrowRight')
  expect(pointedText()).toContain('one next')
  await pressKey('ArrowDown')
  expect(pointedText()).toContain('two next')
  await pressKey('ArrowLeft')
  expect(pointedText()).toContain('two now')
  await pressKey('PageDown')
  expect(pointed().row).toBe(2)
  await pressKey('ArrowUp')
  await pressKey('ArrowUp')
  const leading = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })
  grid.dispatchEvent(leading)
  expect(leading.defaultPrevented).toBe(false)
  const before = pointed().time
  await pressKey('ArrowRight', true)
  expect(pointed().time - before).toBe(24 * hour)
})

test('Enter and a click open a programme', async () => {
  const { grid, pressKey, opened } = await show()
  await pressKey('Enter')
  expect(opened).toEqual([{ row: 0, time: now }])
  const cell = [...grid.querySelectorAll<HTMLElement>('[data-time]')].find(({ textContent }) => textContent?.includes('two next'))!
  await act(async () => cell.click())
  expect(opened[1]).toEqual({ row: 1, time: now + hour })
})

test('the current time is above its line if it fits; half hours beside it are then hidden', async () => {
  const { grid, viewport } = await show()
  const chip = () => grid.querySelector<HTMLElement>('thead td')!
  const hiddenHeads = () => [...grid.querySelectorAll('thead th[data-hidden]')].map(({ textContent }) => textContent)
  const line = ((now - axis.start) / 60_000) * sizes.pxPerMinute
  const { width } = viewport.get()
  const places = [
    line - 180,
    line - 28,
    line - 27,
    line,
    line - (width - sizes.channelColumnPx) + 28,
    line - (width - sizes.channelColumnPx) + 27,
  ]
  const isShown: boolean[] = []
  for (const left of places) {
    await act(async () => viewport.scrollTo({ left }))
    isShown.push(chip().dataset['hidden'] === undefined)
    expect(hiddenHeads()).toHaveLength(isShown.at(-1) ? 1 : 0)
  }
  expect(isShown).toEqual([true, true, false, false, true, false])
})
